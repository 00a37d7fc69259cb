import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Capacity } from '#contract/admin/capacity.ts'
import { formatDate, kathmanduDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { changeCapacity } from '#stores/admin/seats/capacity.ts'
import { now } from '#stores/clock.ts'
import { formatCount } from '../format-count.ts'
import { RemoveDialog } from '../RemoveDialog.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { DayWarnings } from './DayWarnings.tsx'
import { listStillBooked } from './labels.ts'

type Change = Capacity['changes'][number]

const describeChange = ({ from, seats }: Change): string => `${formatCount(seats, 'seat')} from ${formatDate(from)}`

/** The seats of a location today and from later dates on. */
export function SeatChanges({ capacity }: { capacity: Capacity }) {
  const { locationId, seats, changes, short } = capacity
  const today = kathmanduDate(now())
  const current = changes.findLast(({ from }) => from <= today)
  const planned = changes.filter(({ from }) => from > today)
  const [status, setStatus] = useState('')
  const [removing, setRemoving] = useState<Change>()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = async ({ from }: Change) => {
    const before = planned.findLast((change) => change.from < from)?.seats ?? seats
    const outcome = await changeCapacity({ locationId, from, seats: before, reason: 'Planned change removed' })
    if (outcome.ok) setStatus(`Removed: the change from ${formatDate(from)}.`)
    return outcome
  }
  const stillBooked = listStillBooked(short.map(({ date, short }) => ({ date, seats: short })))
  return (
    <section aria-labelledby="seat-changes">
      <h2 id="seat-changes" className="heading-4 pb-2 focus:outline-none" tabIndex={-1} ref={heading}>
        Number of seats
      </h2>
      <ul className="border-ledge border-t-2">
        <li className="wrap-anywhere border-line border-b py-2.5">
          <b className="num">{formatCount(seats, 'seat')}</b> today
          {current && (
            <p className="mute">
              Since {formatDate(current.from)}: {current.reason}
            </p>
          )}
        </li>
        {planned.map((change) => (
          <li
            key={change.from}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-2.5"
          >
            <div className="wrap-anywhere">
              <b className="num">{formatCount(change.seats, 'seat')}</b> from{' '}
              <span className="num">{formatDate(change.from)}</span>
              <p className="mute">{change.reason}</p>
            </div>
            <QuietButton aria-haspopup="dialog" onClick={() => setRemoving(change)}>
              Remove<span className="visually-hidden">: {describeChange(change)}</span>
            </QuietButton>
          </li>
        ))}
      </ul>
      <p className="mute min-h-lh pt-2" role="status">
        {status}
      </p>
      {stillBooked.length > 0 && (
        <div className="note note-warm mt-3 mb-4">
          <CircleAlert className="icon" aria-hidden="true" />
          <div>
            <p>More seats are booked than the location has. Move or cancel bookings of these days:</p>
            <DayWarnings locationId={locationId} warnings={stillBooked} />
          </div>
        </div>
      )}
      <ChangeForm
        locationId={locationId}
        done={(text) => {
          setStatus(text)
          heading.current?.focus()
        }}
      />
      {removing && (
        <RemoveDialog
          title="Remove the change"
          remove={() => remove(removing)}
          close={() => setRemoving(undefined)}
          findNext={() => heading.current}
        >
          <p>The location does not change to {describeChange(removing)}.</p>
        </RemoveDialog>
      )}
    </section>
  )
}
