import type { AffectedRoom } from '#contract/admin/closures.ts'
import { formatLongDate } from '#domain/calendar.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { formatLocation } from './labels.ts'

interface Props {
  rooms: readonly AffectedRoom[]
  locations: Readonly<Record<string, string>>
}

/** Reservations are moved or released in the screen of the rooms. */
export function AffectedRooms({ rooms, locations }: Props) {
  if (rooms.length === 0) return null
  return (
    <section aria-labelledby="closure-rooms" className="pb-4">
      <h2 id="closure-rooms" className="heading-4 pt-4 pb-2">
        Rooms on closed days or outside the opening hours
      </h2>
      <ul className="border-ledge border-t-2">
        {rooms.map(({ reservationId, roomName, customerName, email, phone, locationId, date, start, end }) => (
          <li
            key={reservationId}
            className="wrap-anywhere flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <a
              className="inline-block min-h-6"
              href={`/admin/rooms?${new URLSearchParams({ location: locationId, date })}`}
            >
              {roomName}: {customerName}
            </a>
            <span className="num">
              {formatLongDate(date)}, {start}–{end}
            </span>
            <span className="mute">{formatLocation(locationId, locations)}</span>
            {phone && <PhoneLink className="num inline-block min-h-6" phone={phone} />}
            {email && <EmailLink className="inline-block min-h-6" email={email} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
