import type { BookingView } from '#contract/bookings.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { parsePlanId } from '#domain/plan.ts'
import { countChosenSeats, hasChosenSeats } from '#domain/team.ts'
import { writeTabValue } from '../storage.ts'

/** Where a booking's page stores choices for the wizard, which removes them when it opens. */
export const PREFILL_KEY = 'booking-prefill'

interface Prefill {
  /** Empty to choose another day. */
  startDate: string
  /** With the secret of a booking of the membership. */
  renewal?: NonNullable<BookingView['actions']['renew']> & { secret: string }
}

/** Opens the wizard at its dates. Without tab storage, it is prefilled with the main choices only. */
export function getWizardUrl(booking: BookingView, startDate: string): string {
  const { locationId, planId, billing } = booking
  const seats = getSeats(booking)
  const query = new URLSearchParams({
    location: locationId,
    plan: planId,
    ...(billing !== 'daily' && { billing }),
    ...(seats > 1 && { seats: `${seats}` }),
    ...(startDate && { start: startDate }),
  })
  return `/booking?${query}#step-2`
}

/** Passes the choices and the contact of a booking to the wizard of this tab. */
export function prefillWizard(booking: BookingView, { startDate, renewal }: Prefill): void {
  const { locationId, planId, billing, startTime, endTime, notes, contact } = booking
  const draft = {
    ...{ locationId, planId, billing, startDate, startTime, endTime, notes, contactInfo: contact },
    seats: getSeats(booking),
    addOns: ADD_ON_IDS.filter((id) => countOf(booking, id) > 0),
    meetingRoomHours: countOf(booking, 'meeting-room-hours'),
    guestPasses: countOf(booking, 'guest-passes'),
  }
  writeTabValue(PREFILL_KEY, { draft, renewal })
}

const countOf = ({ lines }: BookingView, id: string): number => lines.find((line) => line.id === id)?.quantity ?? 0

/** Those that were chosen; 1 where the plan has its own number. */
function getSeats(booking: BookingView): number {
  const planId = parsePlanId(booking.planId)
  if (!planId || !hasChosenSeats(planId)) return 1
  return countChosenSeats({ planId, seats: booking.seats, guestPasses: countOf(booking, 'guest-passes') })
}
