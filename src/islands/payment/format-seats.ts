import type { BookingView } from '#contract/bookings.ts'
import { isDayPass } from '#domain/plan.ts'
import { formatSeats } from '#domain/team.ts'

/** Guests of a day pass take seats of it. Empty for one seat. */
export function formatSeatsPerDay({ planId, seats, lines }: BookingView): string {
  const guests = isDayPass(planId) ? (lines.find(({ id }) => id === 'guest-passes')?.quantity ?? 0) : 0
  return seats > 1 ? formatSeats(seats, guests) : ''
}
