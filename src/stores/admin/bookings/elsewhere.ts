import type { BookingDetail } from '#contract/admin/booking.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { tellNotDone } from '../notices.ts'
import { hearBooking } from './list.ts'

/** Something else is in sight by now, or nothing: what came is in the list, and what went wrong is said with its name. */
export function answerElsewhere({ bookingId, customerName }: BookingDetail, answer: Outcome<BookingDetail>): boolean {
  const now = answer.ok ? answer.value : currentIn(answer.failure)
  if (now) hearBooking(now)
  if (!answer.ok) tellNotDone(customerName, answer.failure, `/admin/bookings?open=${encodeURIComponent(bookingId)}`)
  return answer.ok
}

/** As somebody else has left it. */
export const currentIn = ({ code, current }: Failure): BookingDetail | undefined =>
  code === 'changed_meanwhile' ? (current as BookingDetail | undefined) : undefined
