import type { IsoDate } from './calendar.ts'
import { toLatinDigits } from './number.ts'
import { hasRoleAtLeast, type Role } from './staff.ts'

export const BOOKING_LABELS = {
  held: 'Awaiting payment',
  pending_verification: 'Pending verification',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  needs_decision: 'Needs a decision',
} as const satisfies Record<string, string>
export type BookingState = keyof typeof BOOKING_LABELS
export const BOOKING_STATES = Object.keys(BOOKING_LABELS) as BookingState[]

const TRANSITIONS: Readonly<Record<BookingState, readonly BookingState[]>> = {
  held: ['confirmed', 'pending_verification', 'cancelled', 'expired'],
  // Money of a different amount waits for staff longer than seats are held.
  pending_verification: ['confirmed', 'cancelled', 'expired', 'needs_decision'],
  confirmed: ['cancelled'],
  // Late money either reclaims the seats or needs a staff decision.
  expired: ['confirmed', 'needs_decision'],
  cancelled: ['confirmed', 'needs_decision'],
  needs_decision: ['confirmed', 'cancelled'],
}

export const canTransition = (from: BookingState, to: BookingState): boolean => TRANSITIONS[from].includes(to)

export const HOLDING_STATES: readonly BookingState[] = ['held', 'pending_verification', 'confirmed']
export const holdsSeats = (state: BookingState): boolean => HOLDING_STATES.includes(state)

export const isOpenBooking = (state: BookingState): state is 'held' | 'pending_verification' =>
  state === 'held' || state === 'pending_verification'

export const isAwaitingStaff = (state: BookingState): boolean =>
  state === 'pending_verification' || state === 'needs_decision'

/** What staff may do to a booking, by state. Both the screen and the server use this table. */
const BOOKING_ACTIONS = {
  confirm: ['held', 'pending_verification', 'expired'],
  reject: ['held', 'pending_verification'],
  cancel: ['held', 'pending_verification', 'confirmed'],
  move: ['held', 'pending_verification', 'confirmed', 'needs_decision'],
  difference: ['confirmed'],
  resend: ['confirmed'],
  /** Returns the link by which the customer pays. */
  link: ['held'],
} as const satisfies Record<string, readonly BookingState[]>
export type BookingAction = keyof typeof BOOKING_ACTIONS

export const isActionAllowed = (action: BookingAction, state: BookingState): boolean =>
  (BOOKING_ACTIONS[action] as readonly BookingState[]).includes(state)

/** How many days a customer's link works after the last day, or after the last refund. */
export const LINK_DAYS = 90

/** Whether some days may have been used: the first day is over, or the customer has arrived. */
export const hasStarted = (firstDay: IsoDate, hasArrived: boolean, today: IsoDate): boolean =>
  hasArrived || firstDay < today

/** Only managers move a started booking, whose days may have been used. */
export const canMoveBooking = (role: Role, started: boolean): boolean =>
  hasRoleAtLeast(role, started ? 'manager' : 'desk')

/**
 * The longest time that payment attempts, except transfers, hold an unpaid booking; docs/rules.md#seats-and-holds. The
 * hold of a new booking is the setting `HOLD_MINUTES`.
 */
export const MAX_HOLD_MS = 24 * 3_600_000

/** Added to a gateway's own time limit, for the return and the last lookup. */
const RETURN_MARGIN_MS = 15 * 60_000

/** Whether a payment of this duration ends before the last covered day closes. All values are milliseconds. */
export const endsBeforeClosing = (duration: number, now: number, closesAt: number): boolean =>
  now + duration <= closesAt

/**
 * Until when a payment attempt of this duration holds the seats, at most `closesAt`; undefined if the payer could not
 * finish by then. All values are milliseconds.
 */
export function holdUntilForAttempt(
  { placedAt, expiresAt, closesAt }: { placedAt: number; expiresAt: number; closesAt: number },
  duration: number,
  now: number,
): number | undefined {
  const latestEnd = Math.min(placedAt + MAX_HOLD_MS, closesAt)
  const heldUntil = Math.max(expiresAt, Math.min(now + duration + RETURN_MARGIN_MS, latestEnd))
  return heldUntil < now + duration ? undefined : heldUntil
}

/** Until when an announced transfer of this duration holds its seats, at most `closesAt`. All values are milliseconds. */
export const holdUntilForTransfer = (
  { expiresAt, closesAt }: { expiresAt: number; closesAt: number },
  duration: number,
  now: number,
): number => Math.min(Math.max(expiresAt, now + duration), closesAt)

/** Undefined if the hold already ends at closing time. */
export function holdUntilAfterExtension(
  { expiresAt, closesAt }: { expiresAt: number; closesAt: number },
  duration: number,
): number | undefined {
  const until = Math.min(expiresAt + duration, closesAt)
  return until > expiresAt ? until : undefined
}

/** How often a visitor may extend a hold, each time by `HOLD_MINUTES`. */
export const MAX_HOLD_EXTENSIONS = 3

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns `{prefix}-{milliseconds}-{4 letters or digits}`. `random` is four whole numbers from 0 to 31. */
export const toReference = (prefix: 'BK' | 'TR', instant: number, random: ArrayLike<number>): string =>
  `${prefix}-${instant}-${Array.from(random, (value) => ALPHABET[value % ALPHABET.length]).join('')}`

export const bookingReference = (instant: number, random: ArrayLike<number>): string =>
  toReference('BK', instant, random)

/** Search covers name, address, company and id; every word must match. */
export const toSearchText = (...parts: readonly string[]): string => parts.join(' ').normalize('NFKC').toLowerCase()
export const parseSearchTerms = (typed: string): string[] =>
  toSearchText(typed).split(/\s+/).filter(Boolean).slice(0, 5)

const PHONE_FRAGMENT = /^[\d०-९+\-().]+$/

/**
 * Returns a search word as typed and, for part of a phone number (`984-1234506`, `(01)`, `९८४१`), its digits without
 * the trunk zero, as numbers are stored.
 */
export function listSpellings(word: string): string[] {
  const digits = PHONE_FRAGMENT.test(word) ? toLatinDigits(word).replace(/\D/g, '').replace(/^0+/, '') : ''
  return digits === '' || digits === word ? [word] : [word, digits]
}

export const matchesSearch = (text: string, typed: string): boolean =>
  parseSearchTerms(typed).every((word) => listSpellings(word).some((spelling) => text.includes(spelling)))

/** First-day bookings first, then by name. */
export const compareByArrival =
  (day: string) =>
  (one: ArrivingBooking, other: ArrivingBooking): number =>
    (one.startDate === day ? 0 : 1) - (other.startDate === day ? 0 : 1) ||
    one.customerName.localeCompare(other.customerName) ||
    one.bookingId.localeCompare(other.bookingId)

interface ArrivingBooking {
  bookingId: string
  customerName: string
  startDate: string
}
