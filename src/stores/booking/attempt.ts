import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { environment } from '../environment.ts'
import { persistent } from '../persistent.ts'

/** A request to book, the key it goes under, and the booking that came of it. */
interface Attempt {
  content: string
  key: string
  bookingId?: string
}

/** Kept in the browser: a double click, a retry after a lost answer and a reload all send the same key. */
const $attempt = persistent<Attempt | null>('booking-attempt', null, readAttempt)

/** The same content keeps its key; changed content gets a new one. */
export function keyFor(request: Input<typeof placeBooking>): string {
  return (attemptAt(request) ?? start(JSON.stringify(request))).key
}

/** The booking that already came of exactly this request. */
export const placedBefore = (request: Input<typeof placeBooking>): string | undefined => attemptAt(request)?.bookingId

export const isAttemptAt = (bookingId: string): boolean => $attempt.get()?.bookingId === bookingId

export function settleAttempt(bookingId: string): void {
  const attempt = $attempt.get()
  if (attempt) $attempt.set({ ...attempt, bookingId })
}

/** After a clear refusal: nothing was booked under the key, the next try is a new one. */
export const forgetAttempt = (): void => $attempt.set(null)

function attemptAt(request: Input<typeof placeBooking>): Attempt | undefined {
  const attempt = $attempt.get()
  return attempt?.content === JSON.stringify(request) ? attempt : undefined
}

function start(content: string): Attempt {
  const attempt = { content, key: environment().randomId() }
  $attempt.set(attempt)
  return attempt
}

function readAttempt(found: unknown): Attempt | null {
  const { content, key, bookingId } = (found ?? {}) as Record<string, unknown>
  if (typeof content !== 'string' || typeof key !== 'string') return null
  return { content, key, ...(typeof bookingId === 'string' && { bookingId }) }
}
