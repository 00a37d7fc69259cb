import { MAX_UNANSWERED_KEYS, type placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { environment } from '../environment.ts'
import { persistent } from '../persistent.ts'

interface Attempt {
  content: string
  key: string
  bookingId?: string
}

/** The last request, and the keys of earlier ones without a response, which may hold seats. */
interface SentAttempts {
  last: Attempt | null
  unanswered: readonly string[]
}

const NO_ATTEMPTS: SentAttempts = { last: null, unanswered: [] }

/** Stored, so that a double click, a retry and a reload send the same key. */
const $sentAttempts = persistent('booking-attempt', NO_ATTEMPTS, parseSentAttempts, ({ last, unanswered }) => ({
  ...last,
  unanswered,
}))

/** The same content keeps its key; changed content gets a new one. */
export function getIdempotencyKey(request: Input<typeof placeBooking>): string {
  return (findAttempt(request) ?? startAttempt(JSON.stringify(request))).key
}

/** Keys of requests that were changed before their response arrived. */
export const getUnansweredKeys = (): readonly string[] => $sentAttempts.get().unanswered

export const getPlacedBookingId = (request: Input<typeof placeBooking>): string | undefined =>
  findAttempt(request)?.bookingId

export const isAttemptFor = (bookingId: string): boolean => $sentAttempts.get().last?.bookingId === bookingId

/** The server has released what was held under the earlier keys. */
export function completeAttempt(bookingId: string): void {
  const { last } = $sentAttempts.get()
  if (last) $sentAttempts.set({ last: { ...last, bookingId }, unanswered: [] })
}

/** After a rejection nothing is booked under the key, so the next attempt gets a new one. */
export const clearAttempt = (): void => saveAttempts({ ...$sentAttempts.get(), last: null })

/** Deletes everything except keys that may still hold seats. */
export function abandonAttempt(): void {
  const { last, unanswered } = $sentAttempts.get()
  const isOpen = last !== null && last.bookingId === undefined
  saveAttempts({ last: null, unanswered: isOpen ? [...unanswered, last.key].slice(-MAX_UNANSWERED_KEYS) : unanswered })
}

function findAttempt(request: Input<typeof placeBooking>): Attempt | undefined {
  const { last } = $sentAttempts.get()
  return last?.content === JSON.stringify(request) ? last : undefined
}

function startAttempt(content: string): Attempt {
  abandonAttempt()
  const last = { content, key: environment().randomId() }
  $sentAttempts.set({ ...$sentAttempts.get(), last })
  return last
}

const saveAttempts = (attempts: SentAttempts): void =>
  $sentAttempts.set(attempts.last || attempts.unanswered.length > 0 ? attempts : NO_ATTEMPTS)

function parseSentAttempts(stored: unknown): SentAttempts {
  const { unanswered } = (stored ?? {}) as Record<string, unknown>
  const keys = Array.isArray(unanswered) ? unanswered.filter((key) => typeof key === 'string') : []
  return { last: parseAttempt(stored), unanswered: keys.slice(-MAX_UNANSWERED_KEYS) }
}

function parseAttempt(stored: unknown): Attempt | null {
  const { content, key, bookingId } = (stored ?? {}) as Record<string, unknown>
  if (typeof content !== 'string' || typeof key !== 'string') return null
  return { content, key, ...(typeof bookingId === 'string' && { bookingId }) }
}
