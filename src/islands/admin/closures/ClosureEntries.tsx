import { useStore } from '@nanostores/react'
import { CalendarPlus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ClosureList } from '#contract/admin/closures.ts'
import { formatDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { $changeCount, $closureEdit, $problems, $rows, addEntries, addRow } from '#stores/admin/closures/closures.ts'
import { formatCount } from '../format-count.ts'
import { EmptyState } from '../load-states.tsx'
import { ClosureEntry } from './ClosureEntry.tsx'
import { ImportCalendar } from './ImportCalendar.tsx'

interface Props {
  list: ClosureList
  locations: Readonly<Record<string, string>>
}

/** The entries from today on, each edited in place. */
export function ClosureEntries({ list, locations }: Props) {
  const rows = useStore($rows)
  const newFirst = [...rows.filter(({ saved }) => !saved), ...rows.filter(({ saved }) => saved)]
  const problems = useStore($problems)
  const { showProblems } = useStore($closureEdit)
  // One brick button: with changes, that is Save.
  const hasChanges = useStore($changeCount) > 0
  const [openKeys, setOpenKeys] = useState<readonly string[]>([])
  const [status, setStatus] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const hasProblem = (key: string) => Object.keys(problems).some((name) => name.startsWith(`${key}.`))
  // Those with problems stay open once they are valid: the focus is in them.
  const opened = rows.flatMap(({ key }) => (showProblems && hasProblem(key) && !openKeys.includes(key) ? [key] : []))
  if (opened.length > 0) setOpenKeys([...openKeys, ...opened])
  const newSamples = list.samples.filter(
    ({ from, to }) => !rows.some(({ input }) => input.locationId === null && input.from <= to && from <= input.to),
  )
  const lastSample = newSamples.at(-1)
  const addSamples = () =>
    setStatus(`${formatCount(addEntries(newSamples).length, 'holiday')} added. Check them, then save.`)
  return (
    <section aria-labelledby="closure-entries">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4.5">
        <h2 id="closure-entries" className="heading-4 focus:outline-none" tabIndex={-1} ref={heading}>
          Coming closed days
        </h2>
        <div className="flex flex-wrap gap-2.5">
          {lastSample && (
            <QuietButton onClick={addSamples}>
              <CalendarPlus className="icon" aria-hidden="true" />
              Add the holidays until {formatDate(lastSample.to)}
            </QuietButton>
          )}
          <ImportCalendar setStatus={setStatus} />
          <button
            type="button"
            className={`button button-small ${hasChanges ? 'button-quiet' : ''}`}
            onClick={() => setOpenKeys([addRow()])}
          >
            <Plus className="icon" aria-hidden="true" />
            Add days
          </button>
        </div>
      </div>
      <p className="mute min-h-lh py-1" role="status">
        {status}
      </p>
      {rows.length === 0 ? (
        <EmptyState title="All locations are open at their usual hours." isPart>
          Add days on which one is closed or open at other hours.
        </EmptyState>
      ) : (
        <ul className="border-ledge border-t-2">
          {newFirst.map((row) => (
            <ClosureEntry
              key={row.key}
              row={row}
              locations={locations}
              outside={list.outsideHours.find(({ closureId }) => closureId === row.key)?.bookings ?? 0}
              isOpen={openKeys.includes(row.key)}
              toggle={() =>
                setOpenKeys(openKeys.includes(row.key) ? openKeys.filter((key) => key !== row.key) : [row.key])
              }
              focusList={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
