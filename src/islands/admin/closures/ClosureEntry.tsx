import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { kathmanduDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { hasStarted } from '#domain/closure-list.ts'
import { later } from '#domain/date-range.ts'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import type { ClosureRow } from '#stores/admin/closures/closure-edit.ts'
import { $closureEdit, removeRow, resetRow } from '#stores/admin/closures/closures.ts'
import { now } from '#stores/clock.ts'
import { formatCount } from '../format-count.ts'
import { ClosureFields } from './ClosureFields.tsx'
import { formatDays, formatEntry, formatHours, formatLocation } from './labels.ts'

interface Props {
  row: ClosureRow
  locations: Readonly<Record<string, string>>
  /** Bookings with working hours outside its hours. */
  outside: number
  isOpen: boolean
  toggle: () => void
  /** A new entry disappears with the button that removes it. */
  focusList: () => void
}

export function ClosureEntry({ row, locations, outside, isOpen, toggle, focusList }: Props) {
  const { key, input, saved, isRemoved, isChanged } = row
  const isChangedByOthers = useStore($closureEdit).changedByOthers.includes(key)
  const isRunning = saved !== undefined && hasStarted(saved, kathmanduDate(now()))
  const days = formatDays(input) || 'New days'
  // The buttons change with the entry, so that the item has the focus.
  const item = useRef<HTMLLIElement>(null)
  const remove = () => {
    removeRow(row)
    if (saved) item.current?.focus()
    else focusList()
  }
  const reset = () => {
    resetRow(row)
    item.current?.focus()
  }
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={`border-line border-b py-2.5 ${isChanged ? 'border-l-3 border-l-marigold bg-marigold-wash px-3' : ''}`}
    >
      <div className="grid grid-cols-1fr-auto items-center gap-x-6 gap-y-2 sm:grid-cols-1fr-auto-auto">
        <div className={`wrap-anywhere max-sm:col-span-2 ${isRemoved ? 'line-through' : ''}`}>
          <b className="num">{days}</b>, {formatLocation(input.locationId, locations)}
          <p className="mute">{input.reason}</p>
        </div>
        <p>
          <span className={input.hours ? 'tag tag-line num' : 'tag'}>{formatHours(input.hours)}</span>
        </p>
        <p className="flex gap-2">
          {isRemoved ? (
            <Action label="Keep" of={days} onClick={reset} />
          ) : (
            <>
              <Action label={isOpen ? 'Hide details' : 'Edit'} of={days} aria-expanded={isOpen} onClick={toggle} />
              <LinkButton className="link min-h-11 pl-2" onClick={remove}>
                Delete<span className="visually-hidden">: {days}</span>
              </LinkButton>
            </>
          )}
        </p>
      </div>
      {isRemoved && (
        <p className="mute">
          {isRunning ? 'Ends yesterday when you save. Its past days stay.' : 'Deleted when you save.'}
        </p>
      )}
      {isChanged && saved && !isRemoved && (
        <p className="mute wrap-anywhere">
          Was {formatEntry(saved, locations)}.{' '}
          <button type="button" className="link min-h-6" onClick={reset}>
            Undo<span className="visually-hidden"> the changes of {days}</span>
          </button>
        </p>
      )}
      {saved && !isChanged && outside > 0 && (
        <p className="mute">
          {formatCount(outside, 'booking')} {outside === 1 ? 'has' : 'have'} working hours outside these hours.{' '}
          <a className="link min-h-6" href={getDaySheetLink(saved)}>
            Email everyone who comes, from the day sheet
          </a>
        </p>
      )}
      {isChangedByOthers && (
        <p className="font-med text-marigold-ink">
          {saved ? 'Someone else changed this entry.' : 'Someone else deleted this entry. Saving adds it again.'}
        </p>
      )}
      {isOpen && !isRemoved && <ClosureFields row={row} locations={locations} />}
    </li>
  )
}

/** Of its first day from today on. */
function getDaySheetLink({ locationId, from }: ListedClosure): string {
  const date = later(from, kathmanduDate(now()))
  return `/admin/day-sheet?${new URLSearchParams({ ...(locationId !== null && { location: locationId }), date })}`
}

interface ActionProps {
  label: string
  of: string
  'aria-expanded'?: boolean
  onClick: () => void
}

const Action = ({ label, of, ...button }: ActionProps): ReactNode => (
  <QuietButton {...button}>
    {label}
    <span className="visually-hidden">: {of}</span>
  </QuietButton>
)
