import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate, formatRange, kathmanduDate } from '#domain/calendar.ts'
import { formatRoomMinutes } from '#domain/room.ts'
import { now } from '#stores/clock.ts'
import { BookingPart } from './BookingPart.tsx'

/** The rooms that a booking has from today on, and the hours that it has left. */
export function BookingRooms({ rooms: { list, balance } }: { rooms: NonNullable<BookingDetail['rooms']> }) {
  const next = list.filter(({ date }) => date >= kathmanduDate(now()))
  const hours = [
    ...balance.included.map(
      ({ from, to, minutes, left }) =>
        `${formatRoomMinutes(left)} of ${formatRoomMinutes(minutes)} included (${formatRange(from, to)})`,
    ),
    ...(balance.bought > 0 ? [`${formatRoomMinutes(balance.bought)} bought`] : []),
  ]
  if (next.length === 0 && hours.length === 0) return null
  return (
    <BookingPart id="booking-rooms" title="Rooms">
      <ul>
        {next.map(({ reservationId, roomName, date, start, end }) => (
          <li key={reservationId} className="num py-1">
            {roomName}, {formatDate(date)}, {start}–{end}
          </li>
        ))}
      </ul>
      {hours.length > 0 && <p className="small mute">Hours left: {hours.join(', ')}</p>}
    </BookingPart>
  )
}
