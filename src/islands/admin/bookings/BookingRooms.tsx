import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate, formatRange, kathmanduDate } from '#domain/calendar.ts'
import { now } from '#stores/clock.ts'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { BookingPart } from './BookingPart.tsx'

interface Props extends Pick<BookingDetail, 'locationId'> {
  rooms: NonNullable<BookingDetail['rooms']>
}

/** The rooms that a booking has from today on, and the hours that it has left. */
export function BookingRooms({ rooms: { list, balance }, locationId }: Props) {
  const next = list.filter(({ date }) => date >= kathmanduDate(now()))
  if (next.length === 0 && !hasHoursLeft(balance)) return null
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
      <HoursLeft balance={balance} />
    </BookingPart>
  )
}

type Balance = Props['rooms']['balance']

const hasHoursLeft = ({ included, bought }: Balance): boolean => included.length > 0 || bought > 0

/** The included hours of each month or week, and those that were bought. */
export function HoursLeft({ balance }: { balance: Balance }) {
  if (!hasHoursLeft(balance)) return null
  return (
    <DrawerFacts
      facts={{
        ...Object.fromEntries(
          balance.included.map(({ from, to, minutes, left }) => [
            `Included hours left, ${formatRange(from, to)}`,
            `${left / 60} of ${minutes / 60}`,
          ]),
        ),
        'Bought hours left': balance.bought > 0 && balance.bought / 60,
      }}
    />
  )
}
