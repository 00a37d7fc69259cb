import { useStore } from '@nanostores/react'
import type { BookingView } from '#contract/bookings.ts'
import { kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { parseLocationId } from '#domain/location.ts'
import { isDayPass } from '#domain/plan.ts'
import Calendar from '#islands/ui/Calendar.tsx'
import { useMediaQuery } from '#islands/ui/useMediaQuery.ts'
import { $closures } from '#stores/closures.ts'
import { $moveForm, chooseStart } from '#stores/payment/move.ts'
import { $loadedSeats, type SeatsByDay } from '#stores/seats.ts'

interface Props {
  booking: BookingView
  move: NonNullable<BookingView['actions']['move']>
}

/** The days to which a booking can be moved, and which of them are full. */
export default function MoveCalendar({ booking, move }: Props) {
  const form = useStore($moveForm)
  const closures = useStore($closures)
  const loaded = useStore($loadedSeats)
  const columns = useMediaQuery('(min-width: 640px)') ? 2 : 1
  const id = parseLocationId(booking.locationId)
  const location = id && withClosures([{ id }], closures)[0]
  const [first, last] = [parseIsoDate(move.earliest), parseIsoDate(move.latest)]
  if (!location || !first || !last) return null
  const { startDate = '', preview } = form ?? {}
  return (
    <Calendar
      location={location}
      seats={addOwnSeats(loaded[location.id], booking)}
      needed={booking.seats}
      isOneDay={isDayPass(booking.planId)}
      today={kathmanduDate(Date.parse(booking.now))}
      first={first}
      last={last}
      earlyReason="too early"
      startDate={parseIsoDate(startDate) ?? ''}
      coverage={preview && { from: preview.startDate, to: preview.endDate }}
      columns={columns}
      onPick={(day) => void chooseStart(day)}
    />
  )
}

/** The booking's own seats are free for it. */
function addOwnSeats(days: SeatsByDay | undefined, { startDate, endDate, seats }: BookingView): SeatsByDay | undefined {
  return (
    days &&
    new Map(
      [...days].map(([date, day]) => [
        date,
        date >= startDate && date <= endDate ? { ...day, taken: day.taken - seats } : day,
      ]),
    )
  )
}
