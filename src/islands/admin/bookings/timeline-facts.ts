import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatInstant, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { now } from '#stores/clock.ts'

type Timeline = BookingDetail['timeline']

/** `Tenzin Lama has been checked in since 09:35.`; empty for a booking without an arrival today. */
export function describeCheckIn({ timeline, customerName }: Pick<BookingDetail, 'timeline' | 'customerName'>): string {
  const last = timeline.findLast(
    (event) => event.kind === 'audit' && (event.action === 'arrival_marked' || event.action === 'arrival_taken_back'),
  )
  if (last?.kind !== 'audit' || last.action !== 'arrival_marked') return ''
  const at = Date.parse(last.at)
  return kathmanduDate(at) === kathmanduDate(now())
    ? `${customerName} has been checked in since ${kathmanduTime(at)}.`
    : ''
}

/** `Cancelled by the customer, 30 Nov 2026, 20:06.`; empty for other bookings. */
export function describeCancellation(timeline: Timeline): string {
  const entry = timeline.findLast((event) => event.kind === 'audit' && event.action === 'booking_cancelled')
  const state = timeline.findLast((event) => event.kind === 'state' && event.state === 'cancelled')
  if (entry?.kind === 'audit')
    return `Cancelled by ${entry.by ?? 'the customer'}, ${formatInstant(Date.parse(entry.at))}.`
  return state ? `Cancelled ${formatInstant(Date.parse(state.at))}.` : ''
}
