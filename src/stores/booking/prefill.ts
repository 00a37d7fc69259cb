import type { BookingView } from '#contract/bookings.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
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
export function getWizardUrl({ locationId, planId, billing }: BookingView, startDate: string): string {
  const query = new URLSearchParams({
    location: locationId,
    plan: planId,
    ...(billing !== 'daily' && { billing }),
    ...(startDate && { start: startDate }),
  })
  return `/booking?${query}#step-2`
}

/** Passes the choices and the contact of a booking to the wizard of this tab. */
export function prefillWizard(booking: BookingView, { startDate, renewal }: Prefill): void {
  const { locationId, planId, billing, startTime, endTime, lines, notes, contact } = booking
  const countOf = (id: string) => lines.find((line) => line.id === id)?.quantity ?? 0
  const draft = {
    ...{ locationId, planId, billing, startDate, startTime, endTime, notes, contactInfo: contact },
    addOns: ADD_ON_IDS.filter((id) => countOf(id) > 0),
    meetingRoomHours: countOf('meeting-room-hours'),
    guestPasses: countOf('guest-passes'),
  }
  writeTabValue(PREFILL_KEY, { draft, renewal })
}
