import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { MAX_CLOSURES } from '#domain/closure-list.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import {
  $changeCount,
  $closureEdit,
  $isTooLong,
  $problems,
  discardClosures,
  saveClosures,
} from '#stores/admin/closures/closures.ts'
import { formatCount } from '../format-count.ts'
import { SaveBar } from '../SaveBar.tsx'
import { describeSaveFailure, SAVED_TEXT } from '../save-messages.ts'
import { focusField } from './focus-field.ts'

export function ClosureBar() {
  const { busy, saved, failure, showProblems } = useStore($closureEdit)
  const count = useStore($changeCount)
  const isTooLong = useStore($isTooLong)
  const problems = Object.entries(useStore($problems))
  const [firstProblem] = problems
  const save = async () => {
    const field = await saveClosures()
    if (field) focusField(field)
  }
  const failed = describeSaveFailure(
    failure,
    'The changed entries are marked in the list. Your own changes are still here.',
  )
  const tooLong = { title: `The list can have ${MAX_CLOSURES} entries. Delete some before saving.` }
  return (
    <SaveBar
      changes={count > 0 ? formatCount(count, 'change') : undefined}
      busy={busy}
      problem={failed ?? (isTooLong ? tooLong : undefined)}
      unsaved={{
        title: `${formatCount(count, 'change')} not saved`,
        ...(showProblems && firstProblem
          ? {
              icon: CircleAlert,
              text: (
                <LinkButton
                  className="link min-h-11 text-left hover:text-on-night"
                  onClick={() => focusField(firstProblem[0])}
                >
                  Fix {formatCount(problems.length, 'field')}: {firstProblem[1]}
                </LinkButton>
              ),
            }
          : { text: <span className="max-sm:hidden">Bookings keep their days and prices.</span> }),
      }}
      saved={saved ? { title: `Saved ${formatCount(saved, 'change')}.`, text: SAVED_TEXT } : undefined}
      save={save}
      discard={discardClosures}
    />
  )
}
