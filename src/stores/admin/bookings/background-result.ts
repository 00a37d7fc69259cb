import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { showFailureToast } from '../toasts.ts'
import { receiveBooking } from './list.ts'

/** Something else is in sight by now, or nothing: what came is in the list, and what went wrong is said with its name. */
export function reportBackgroundResult(
  { bookingId, customerName }: BookingDetail,
  answer: Outcome<BookingDetail>,
): boolean {
  const now = answer.ok ? answer.value : getConflictingBooking(answer.failure)
  if (now) receiveBooking(now)
  if (!answer.ok)
    showFailureToast(customerName, answer.failure, `/admin/bookings?open=${encodeURIComponent(bookingId)}`)
  return answer.ok
}

/** As somebody else has left it. */
export const getConflictingBooking = ({ code, current }: Failure): BookingDetail | undefined =>
  code === 'changed_meanwhile' ? (current as BookingDetail | undefined) : undefined
