import type { BookingDetail } from '#contract/admin/booking-detail.ts'

/** Whether a booking is as an act was to make it. */
export type IsApplied = (now: BookingDetail) => boolean

/** What was last tried without an answer, by the id of its booking: on which version, and how to see that it was done. */
const unknownOutcomes = new Map<string, { version: number; isSo: IsApplied }>()

export function recordUnknownOutcome(bookingId: string, version: number, isSo: IsApplied): void {
  unknownOutcomes.set(bookingId, { version, isSo })
}

export function clearUnknownOutcome(bookingId: string): void {
  unknownOutcomes.delete(bookingId)
}

/** Whether what nobody answered has been done after all. */
export function isUnknownOutcomeApplied(now: BookingDetail): boolean {
  const last = unknownOutcomes.get(now.bookingId)
  return last !== undefined && now.version > last.version && last.isSo(now)
}
