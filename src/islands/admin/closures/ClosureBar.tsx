import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MAX_CLOSURES } from '#domain/closure-list.ts'
import {
  $changeCount,
  $closureEdit,
  $isTooLong,
  $problems,
  discardClosures,
  saveClosures,
} from '#stores/admin/closures/closures.ts'
import { formatFailure } from '#stores/api.ts'
import { SaveBar } from '../SaveBar.tsx'
import { focusField } from './focus-field.ts'
import { formatCount } from './labels.ts'

export function ClosureBar() {
  const { busy, saved, failure, showProblems } = useStore($closureEdit)
  const count = useStore($changeCount)
  const isTooLong = useStore($isTooLong)
  const problems = Object.keys(useStore($problems)).length
  const status = useRef<HTMLParagraphElement>(null)
  const hadChanges = useRef(false)
  // The buttons are gone when nothing is left to save.
  useEffect(() => {
    if (hadChanges.current && count === 0 && document.activeElement === document.body) status.current?.focus()
    hadChanges.current = count > 0
  }, [count])
  const save = async () => {
    const field = await saveClosures()
    if (field) focusField(field)
  }
  return (
    <SaveBar
      changes={count > 0 ? formatCount(count, 'change') : undefined}
      busy={busy}
      status={status}
      save={save}
      discard={discardClosures}
    >
      {failure && !failure.fields ? (
        <>
          <CircleAlert className="icon" aria-hidden="true" />
          <b>{formatFailure(failure)}</b>
          {failure.code === 'changed_meanwhile' && (
            <span>The changed entries are marked in the list. Your own changes are still here.</span>
          )}
        </>
      ) : isTooLong ? (
        <>
          <CircleAlert className="icon" aria-hidden="true" />
          <b>The list can have {MAX_CLOSURES} entries. Delete some before saving.</b>
        </>
      ) : count > 0 ? (
        <>
          <Pencil className="icon" aria-hidden="true" />
          <b>{formatCount(count, 'change')} not saved</b>
          <span>
            {showProblems && problems > 0
              ? `Fix ${formatCount(problems, 'field')} before saving.`
              : 'Bookings keep their days and prices.'}
          </span>
        </>
      ) : saved ? (
        <>
          <Check className="icon" aria-hidden="true" />
          <b>Saved {formatCount(saved, 'change')}.</b>
          <span>Visitors see it now. Publish for search engines.</span>
        </>
      ) : (
        <span className="text-ink-3">Nothing changes until you save.</span>
      )}
    </SaveBar>
  )
}
