import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate, formatRange, kathmanduDate } from '#domain/calendar.ts'
import { formatBoughtMinutes } from '#domain/room.ts'
import { now } from '#stores/clock.ts'
import { BookingPart } from './BookingPart.tsx'

interface Props extends Pick<BookingDetail, 'locationId'> {
  rooms: NonNullable<BookingDetail['rooms']>
}

/** The rooms that a booking has from today on, and the hours that it has left. */
export function BookingRooms({ rooms: { list, balance }, locationId }: Props) {
  const next = list.filter(({ date }) => date >= kathmanduDate(now()))
  const hours = [
    ...balance.included.map(
      ({ from, to, minutes, left }) => `${left / 60} of ${minutes / 60} included hours (${formatRange(from, to)})`,
    ),
    ...(balance.bought > 0 ? [formatBoughtMinutes(balance.bought)] : []),
  ]
  if (next.length === 0 && hours.length === 0) return null
  return (
    <BookingPart id="booking-rooms" title="Rooms">
      <ul>
        {next.map(({ reservationId, roomName, date, start, end }) => (
          <li key={reservationId} className="num py-1">
            <a
              className="inline-block min-h-6"
              href={`/admin/rooms?${new URLSearchParams({ location: locationId, date })}`}
            >
              {roomName}, {formatDate(date)}, {start}–{end}
            </a>
          </li>
        ))}
      </ul>
      {hours.length > 0 && <p className="small mute">Left: {hours.join(', ')}</p>}
    </BookingPart>
  )
}
