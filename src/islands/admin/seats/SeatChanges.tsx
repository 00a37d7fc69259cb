import { CircleAlert } from 'lucide-react'
import type { Capacity } from '#contract/admin/capacity.ts'
import { formatDate, kathmanduDate } from '#domain/calendar.ts'
import { now } from '#stores/clock.ts'
import { formatCount } from '../format-count.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { listStillBooked } from './labels.ts'

/** The seats of a location today and from later dates on. */
export function SeatChanges({ capacity }: { capacity: Capacity }) {
  const { locationId, seats, changes, short } = capacity
  const today = kathmanduDate(now())
  const current = changes.findLast(({ from }) => from <= today)
  const planned = changes.filter(({ from }) => from > today)
  const stillBooked = listStillBooked(short.map(({ date, short }) => ({ date, seats: short })))
  return (
    <section aria-labelledby="seat-changes">
      <h2 id="seat-changes" className="heading-4 pb-2">
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
        {planned.map(({ from, seats, reason }) => (
          <li key={from} className="wrap-anywhere border-line border-b py-2.5">
            <b className="num">{formatCount(seats, 'seat')}</b> from <span className="num">{formatDate(from)}</span>
            <p className="mute">{reason}</p>
          </li>
        ))}
      </ul>
      {stillBooked.length > 0 && (
        <div className="note note-warm mt-3">
          <CircleAlert className="icon" aria-hidden="true" />
          <div>
            <p>More seats are booked than the location has. Move or cancel bookings of these days:</p>
            <ul>
              {stillBooked.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ChangeForm locationId={locationId} />
    </section>
  )
}
