import { type BookingState, hasStarted } from './booking.ts'
import { addDays, type IsoDate } from './calendar.ts'
import { type DateRange, earlier, later } from './date-range.ts'
import type { LocationId } from './location.ts'
import { MAX_DAYS_AHEAD } from './period.ts'
import { earliestStart, type Sales } from './same-day.ts'

/** What customers may do to their own bookings, by state. Both the page and the server use this table. */
const CUSTOMER_ACTIONS = {
  cancel: ['held', 'pending_verification', 'confirmed', 'needs_decision'],
  move: ['confirmed'],
  renew: ['confirmed'],
  /** Changes the phone, the company, the PAN and the notes. */
  details: ['held', 'pending_verification', 'confirmed', 'needs_decision'],
  guests: ['confirmed'],
  /** Names the people on its seats. */
  people: ['held', 'pending_verification', 'confirmed'],
  resend: ['confirmed'],
  calendar: ['confirmed'],
  rooms: ['confirmed'],
} as const satisfies Record<string, readonly BookingState[]>
type CustomerAction = keyof typeof CUSTOMER_ACTIONS

export const isCustomerActionAllowed = (action: CustomerAction, state: BookingState): boolean =>
  (CUSTOMER_ACTIONS[action] as readonly BookingState[]).includes(state)

/** `from_tomorrow` shortens a booking whose days may have been used: it keeps today. */
type CancellationEffect = 'whole' | 'from_tomorrow'

interface CancellableBooking {
  state: BookingState
  startDate: IsoDate
  endDate: IsoDate
  /** The customer has ended it early before. */
  isShortened: boolean
  hasArrived: boolean
  /** A day pass for a closed day that was not used: its day can be over. */
  isClosedDayPass: boolean
}

/** Until the last day is over. Staff name people under the same rule. */
export const canNamePeople = ({ state, endDate }: { state: BookingState; endDate: IsoDate }, today: IsoDate): boolean =>
  isCustomerActionAllowed('people', state) && endDate >= today

/** Today stays booked, except where it is the only day and not used. Undefined if there is nothing to release. */
export function getCancellationEffect(
  { state, startDate, endDate, isShortened, hasArrived, isClosedDayPass }: CancellableBooking,
  today: IsoDate,
): CancellationEffect | undefined {
  if (!isCustomerActionAllowed('cancel', state)) return undefined
  if (isClosedDayPass) return 'whole'
  if (endDate < today) return undefined
  if (state !== 'confirmed' || (startDate > today && !hasArrived)) return 'whole'
  if (endDate > today) return 'from_tomorrow'
  return isShortened || hasStarted(startDate, hasArrived, today) ? undefined : 'whole'
}

/** How often customers may move a booking; moves by staff do not count. */
export const MAX_CUSTOMER_MOVES = 2
/** Days before and after the first start to which customers may move a booking. */
const MOVE_WINDOW_DAYS = 60

interface MovableBooking {
  state: BookingState
  /** Moves by the customer so far. */
  customerMoves: number
  /** Whether a renewal of its membership exists. */
  isRenewed: boolean
  /** Whether everything that was paid for it was refunded. */
  isRefunded: boolean
  /** A day pass for a closed day that was not used: it can be moved without a limit. */
  isClosedDayPass: boolean
  /** End of free cancellation, in milliseconds. */
  freeUntil: number
}

type MoveProblem = 'wrong_state' | 'renewed' | 'refunded' | 'no_moves_left' | 'too_late'

/** Why the customer cannot move the booking; undefined if it can be moved. */
export function findMoveProblem(
  { state, customerMoves, isRenewed, isRefunded, isClosedDayPass, freeUntil }: MovableBooking,
  now: number,
): MoveProblem | undefined {
  if (!isCustomerActionAllowed('move', state)) return 'wrong_state'
  if (isRenewed) return 'renewed'
  if (isRefunded) return 'refunded'
  if (!isClosedDayPass && customerMoves >= MAX_CUSTOMER_MOVES) return 'no_moves_left'
  return now > freeUntil ? 'too_late' : undefined
}

/** The start dates to which a customer may move a booking; undefined if all have passed. */
export function getMoveWindow(firstStart: IsoDate, location: LocationId, sales: Sales): DateRange | undefined {
  const from = later(addDays(firstStart, -MOVE_WINDOW_DAYS), earliestStart(sales, location))
  const to = earlier(addDays(firstStart, MOVE_WINDOW_DAYS), addDays(sales.today, MAX_DAYS_AHEAD))
  return from > to ? undefined : { from, to }
}
