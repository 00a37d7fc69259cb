import type { BookingDetail } from '#contract/admin/booking.ts'

/** Whether a booking is as an act was to make it. */
export type IsSo = (now: BookingDetail) => boolean

/** What was last tried without an answer, by the id of its booking: on which version, and how to see that it was done. */
const tried = new Map<string, { version: number; isSo: IsSo }>()

export function keepTried(bookingId: string, version: number, isSo: IsSo): void {
  tried.set(bookingId, { version, isSo })
}

export function forgetTried(bookingId: string): void {
  tried.delete(bookingId)
}

/** Whether what nobody answered has been done after all. */
export function isDoneAfterAll(now: BookingDetail): boolean {
  const last = tried.get(now.bookingId)
  return last !== undefined && now.version > last.version && last.isSo(now)
}
