import type { AffectedRoom } from '#contract/admin/closures.ts'
import { AffectedVisit } from './AffectedVisit.tsx'
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
        Rooms on closed days or outside the opening hours <span className="mute num">{rooms.length}</span>
      </h2>
      <ul className="border-ledge border-t-2">
        {rooms.map(({ reservationId, roomName, customerName, email, phone, locationId, date, start, end }) => (
          <AffectedVisit
            key={reservationId}
            href={`/admin/rooms?${new URLSearchParams({ location: locationId, date })}`}
            title={`${roomName}: ${customerName}`}
            name={customerName}
            date={date}
            time={`${start}–${end}`}
            location={formatLocation(locationId, locations)}
            email={email}
            phone={phone}
          />
        ))}
      </ul>
    </section>
  )
}
