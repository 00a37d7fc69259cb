import { MOST_UNANSWERED, type placeBooking } from '#contract/bookings.ts'
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
interface Sent {
  last: Attempt | null
  unanswered: readonly string[]
}

const NOTHING: Sent = { last: null, unanswered: [] }

/** Kept in the browser: a double click, a retry after a lost answer and a reload all send the same key. */
const $sent = persistent<Sent>('booking-attempt', NOTHING, readSent, ({ last, unanswered }) => ({
  ...last,
  unanswered,
}))

/** The same content keeps its key; changed content gets a new one. */
export function keyFor(request: Input<typeof placeBooking>): string {
  return (attemptAt(request) ?? start(JSON.stringify(request))).key
}

/** Earlier requests that were changed before anybody knew what came of them. */
export const unanswered = (): readonly string[] => $sent.get().unanswered

/** The booking that already came of exactly this request. */
export const placedBefore = (request: Input<typeof placeBooking>): string | undefined => attemptAt(request)?.bookingId

export const isAttemptAt = (bookingId: string): boolean => $sent.get().last?.bookingId === bookingId

/** What was held under the keys before it has made room for it. */
export function settleAttempt(bookingId: string): void {
  const { last } = $sent.get()
  if (last) $sent.set({ last: { ...last, bookingId }, unanswered: [] })
}

/** After a clear refusal: nothing was booked under the key, the next try is a new one. */
export const forgetAttempt = (): void => keep({ ...$sent.get(), last: null })

/** Keeps nothing of what was asked for, and of its key only what may still hold a seat. */
export function leaveAttempt(): void {
  const { last, unanswered } = $sent.get()
  const isOpen = last !== null && last.bookingId === undefined
  keep({ last: null, unanswered: isOpen ? [...unanswered, last.key].slice(-MOST_UNANSWERED) : unanswered })
}

function attemptAt(request: Input<typeof placeBooking>): Attempt | undefined {
  const { last } = $sent.get()
  return last?.content === JSON.stringify(request) ? last : undefined
}

function start(content: string): Attempt {
  leaveAttempt()
  const last = { content, key: environment().randomId() }
  $sent.set({ ...$sent.get(), last })
  return last
}

const keep = (sent: Sent): void => $sent.set(sent.last || sent.unanswered.length > 0 ? sent : NOTHING)

function readSent(found: unknown): Sent {
  const { unanswered } = (found ?? {}) as Record<string, unknown>
  const keys = Array.isArray(unanswered) ? unanswered.filter((key) => typeof key === 'string') : []
  return { last: readAttempt(found), unanswered: keys.slice(-MOST_UNANSWERED) }
}

function readAttempt(found: unknown): Attempt | null {
  const { content, key, bookingId } = (found ?? {}) as Record<string, unknown>
  if (typeof content !== 'string' || typeof key !== 'string') return null
  return { content, key, ...(typeof bookingId === 'string' && { bookingId }) }
}
