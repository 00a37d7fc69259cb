import type { IsoDate } from './calendar.ts'
import { toLatinDigits } from './number.ts'
import { hasRoleAtLeast, type Role } from './staff.ts'

export const BOOKING_STATES = [
  'held',
  'pending_verification',
  'confirmed',
  'cancelled',
  'expired',
  'needs_decision',
] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** Nothing else is possible; the reasons stand beside the moves that need one. */
const TRANSITIONS: Readonly<Record<BookingState, readonly BookingState[]>> = {
  held: ['confirmed', 'pending_verification', 'cancelled', 'expired'],
  // Money that came and differs waits for staff longer than a place can.
  pending_verification: ['confirmed', 'cancelled', 'expired', 'needs_decision'],
  confirmed: ['cancelled'],
  // Late money: the seats are taken again, or staff decide.
  expired: ['confirmed', 'needs_decision'],
  cancelled: ['confirmed', 'needs_decision'],
  // Moved to other dates, or refunded.
  needs_decision: ['confirmed', 'cancelled'],
}

export const canTransition = (from: BookingState, to: BookingState): boolean => TRANSITIONS[from].includes(to)

/** States in which a booking keeps its seats. */
export const holdsSeats = (state: BookingState): boolean =>
  state === 'held' || state === 'pending_verification' || state === 'confirmed'

export const HOLDING_STATES = BOOKING_STATES.filter(holdsSeats)

/** States that wait for somebody and end by themselves. */
export const isOpenBooking = (state: BookingState): state is 'held' | 'pending_verification' =>
  state === 'held' || state === 'pending_verification'

/** States in which staff look for its money, or say what becomes of it. */
export const isAwaitingStaff = (state: BookingState): boolean =>
  state === 'pending_verification' || state === 'needs_decision'

/** What staff may do to a booking, and in which states; the screen offers it and the server allows it by this. */
export const BOOKING_ACTIONS = {
  confirm: ['held', 'pending_verification', 'expired'],
  reject: ['held', 'pending_verification'],
  cancel: ['held', 'pending_verification', 'confirmed'],
  move: ['held', 'pending_verification', 'confirmed', 'needs_decision'],
  /** To record what was taken for days that are dearer than its own. */
  difference: ['confirmed'],
  resend: ['confirmed'],
  /** To give its customer the link by which it is paid. */
  link: ['held'],
} as const satisfies Record<string, readonly BookingState[]>
export type BookingAction = keyof typeof BOOKING_ACTIONS

export const isActionAllowed = (act: BookingAction, state: BookingState): boolean =>
  (BOOKING_ACTIONS[act] as readonly BookingState[]).includes(state)

/** Whether some of its days may have been used: the first one is over, or its customer was here. */
export const hasStarted = (firstDay: IsoDate, wasHere: boolean, today: IsoDate): boolean => wasHere || firstDay < today

/** Whether somebody may move it: days that were used are given once more by managers alone. */
export const canMoveBooking = (role: Role, begun: boolean): boolean => hasRoleAtLeast(role, begun ? 'manager' : 'desk')

/** What staff read. */
export const BOOKING_LABELS: Readonly<Record<BookingState, string>> = {
  held: 'Awaiting payment',
  pending_verification: 'Pending verification',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  needs_decision: 'Needs a decision',
}

/**
 * How long after its placement payment attempts can hold an unpaid booking at most. Announced transfers and evidence
 * have their own limits; docs/rules.md#seats-and-holds.
 */
export const MAX_HOLD_MS = 24 * 3_600_000

/** Added to a gateway's own time limit, for the return and the last lookup. */
const RETURN_MARGIN_MS = 15 * 60_000

/** Whether a payment that may take `time` milliseconds ends before the last covered day closes. Instants in milliseconds. */
export const endsBeforeClosing = (time: number, now: number, closesAt: number): boolean => now + time <= closesAt

/**
 * Until when an unpaid booking keeps its seats once a try to pay begins whose payer may take `time` milliseconds;
 * undefined where they would be gone before the payer has paid. A hold never outlasts `closesAt`, when the last covered
 * day closes. Instants in milliseconds.
 */
export function holdUntilForAttempt(
  { placedAt, expiresAt, closesAt }: { placedAt: number; expiresAt: number; closesAt: number },
  time: number,
  now: number,
): number | undefined {
  const longest = Math.min(placedAt + MAX_HOLD_MS, closesAt)
  const kept = Math.max(expiresAt, Math.min(now + time + RETURN_MARGIN_MS, longest))
  return kept < now + time ? undefined : kept
}

/**
 * Until when an announced transfer that may take `time` milliseconds keeps its seats: at the latest until the last covered
 * day closes. Instants in milliseconds.
 */
export const holdUntilForTransfer = (
  { expiresAt, closesAt }: { expiresAt: number; closesAt: number },
  time: number,
  now: number,
): number => Math.min(Math.max(expiresAt, now + time), closesAt)

/** Until when a hold that is extended by `time` milliseconds lasts; undefined where it already ends at closing time. */
export function holdUntilAfterExtension(
  { expiresAt, closesAt }: { expiresAt: number; closesAt: number },
  time: number,
): number | undefined {
  const until = Math.min(expiresAt + time, closesAt)
  return until > expiresAt ? until : undefined
}

/** How often a visitor may extend a hold, each time by the hold's own length. */
export const MAX_HOLD_EXTENSIONS = 3

const REFERENCE = /^BK-\d{13}-[A-Z0-9]{4}$/
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns `BK-{milliseconds}-{4 letters or digits}`. `random` are four whole numbers from 0 to 31. */
export function bookingReference(instant: number, random: ArrayLike<number>): string {
  return `BK-${instant}-${Array.from(random, (value) => ALPHABET[value % ALPHABET.length]).join('')}`
}

export const isBookingReference = (text: string): boolean => REFERENCE.test(text)

/** What the staff's search looks through (name, address, company, id), and how it reads what was typed: every word must occur. */
export const toSearchText = (...parts: readonly string[]): string => parts.join(' ').normalize('NFKC').toLowerCase()
export const parseSearchTerms = (typed: string): string[] =>
  toSearchText(typed).split(/\s+/).filter(Boolean).slice(0, 5)

/** What may be a piece of a telephone number. */
const PHONE_FRAGMENT = /^[\d०-९+\-().]+$/

/**
 * How a word may stand in what is looked through: as it was typed; and a piece of a telephone number, `984-1234506`,
 * `(01)` or `९८४१`, as its digits alone, without the zero that is dialled before them, as numbers are kept.
 */
export function listSpellings(word: string): string[] {
  const digits = PHONE_FRAGMENT.test(word) ? toLatinDigits(word).replace(/\D/g, '').replace(/^0+/, '') : ''
  return digits === '' || digits === word ? [word] : [word, digits]
}

/** Whether a text of `searchText` holds every word that was typed. */
export const matchesSearch = (text: string, typed: string): boolean =>
  parseSearchTerms(typed).every((word) => listSpellings(word).some((spelling) => text.includes(spelling)))

/** Of those who have a seat on a day: first who comes for the first time, then by name. */
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
