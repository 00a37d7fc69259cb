import { MAX_UNANSWERED_KEYS, type placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { environment } from '../environment.ts'
import { persistent } from '../persistent.ts'

/** A request to book, the key it goes under, and the booking that came of it. */
interface Attempt {
  content: string
  key: string
  bookingId?: string
}

/** What was sent last, and the keys of what was sent before it without an answer: something may be held under each. */
interface SentAttempts {
  last: Attempt | null
  unanswered: readonly string[]
}

const NO_ATTEMPTS: SentAttempts = { last: null, unanswered: [] }

/** Kept in the browser: a double click, a retry after a lost answer and a reload all send the same key. */
const $sentAttempts = persistent<SentAttempts>(
  'booking-attempt',
  NO_ATTEMPTS,
  parseSentAttempts,
  ({ last, unanswered }) => ({
    ...last,
    unanswered,
  }),
)

/** The same content keeps its key; changed content gets a new one. */
export function getIdempotencyKey(request: Input<typeof placeBooking>): string {
  return (findAttempt(request) ?? startAttempt(JSON.stringify(request))).key
}

/** Earlier requests that were changed before anybody knew what came of them. */
export const getUnansweredKeys = (): readonly string[] => $sentAttempts.get().unanswered

/** The booking that already came of exactly this request. */
export const getPlacedBookingId = (request: Input<typeof placeBooking>): string | undefined =>
  findAttempt(request)?.bookingId

export const isAttemptFor = (bookingId: string): boolean => $sentAttempts.get().last?.bookingId === bookingId

/** What was held under the keys before it has made room for it. */
export function completeAttempt(bookingId: string): void {
  const { last } = $sentAttempts.get()
  if (last) $sentAttempts.set({ last: { ...last, bookingId }, unanswered: [] })
}

/** After a clear refusal: nothing was booked under the key, the next try is a new one. */
export const clearAttempt = (): void => saveAttempts({ ...$sentAttempts.get(), last: null })

/** Keeps nothing of what was asked for, and of its key only what may still hold a seat. */
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

const saveAttempts = (sent: SentAttempts): void =>
  $sentAttempts.set(sent.last || sent.unanswered.length > 0 ? sent : NO_ATTEMPTS)

function parseSentAttempts(found: unknown): SentAttempts {
  const { unanswered } = (found ?? {}) as Record<string, unknown>
  const keys = Array.isArray(unanswered) ? unanswered.filter((key) => typeof key === 'string') : []
  return { last: parseAttempt(found), unanswered: keys.slice(-MAX_UNANSWERED_KEYS) }
}

function parseAttempt(found: unknown): Attempt | null {
  const { content, key, bookingId } = (found ?? {}) as Record<string, unknown>
  if (typeof content !== 'string' || typeof key !== 'string') return null
  return { content, key, ...(typeof bookingId === 'string' && { bookingId }) }
}
