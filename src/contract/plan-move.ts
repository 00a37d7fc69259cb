import type { BookingState } from '#domain/booking.ts'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { calculateFreeCancellationEnd } from '#domain/cancellation.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { ClosedDays } from '#domain/closed-days.ts'
import { findClosedReason } from '#domain/closure.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import { findMoveProblem, getMoveWindow, MAX_CUSTOMER_MOVES } from '#domain/customer-actions.ts'
import type { DateRange } from '#domain/date-range.ts'
import { type Paisa, ZERO } from '#domain/money.ts'
import {
  type BookedChoices,
  type BookedPeriods,
  computeMovedDates,
  type MovedDates,
  quoteMoved,
} from '#domain/moved-booking.ts'
import { datesProblem } from '#domain/period.ts'
import { calculateMoveDifference } from '#domain/price-difference.ts'
import { earliestStart, type Sales, salesAt } from '#domain/same-day.ts'
import type { BookingView } from './bookings.ts'
import { fail, type Outcome, succeed } from './failure.ts'
import { formatMoveWindow, MOVE_PROBLEMS, MOVE_UNSOLD } from './move-booking.ts'
import { formatClosedDay, getValidationMessage, SAME_START_DATE } from './validation-messages.ts'

/** Reads the start of a move, by staff or the customer, and returns the days that the booking then covers. */
export function readMovedDates(
  booking: BookedPeriods & Pick<BookedChoices, 'locationId'>,
  startDate: string,
  locations: Catalogue['locations'],
  now: number,
): Outcome<MovedDates> {
  const start = parseIsoDate(startDate)
  if (!start) return failAt(getValidationMessage('startDate', 'not_a_date'))
  const sales = getSales(locations, now)
  const problem =
    datesProblem(start, undefined, booking.period, sales.today) ??
    (start < earliestStart(sales, booking.locationId) ? 'sales_ended' : undefined)
  if (problem) return failAt(getValidationMessage('startDate', problem))
  const location = locations.find(({ id }) => id === booking.locationId)
  const closedReason = findClosedReason(location ?? {}, start)
  if (closedReason !== undefined) return failAt(formatClosedDay(start, closedReason))
  return succeed(computeMovedDates(booking, start, location))
}

/** A booking that its customer may move. */
interface OwnBooking extends BookedPeriods, BookedChoices {
  state: BookingState
  startDate: IsoDate
  firstStartDate: IsoDate
  customerMoves: number
  isRenewed: boolean
  isRefunded: boolean
  isClosedDayPass: boolean
  /** End of free cancellation, in milliseconds. */
  freeUntil: number
}

interface PlannedMove {
  dates: MovedDates
  /** Of the new days. */
  closedDays: ClosedDays[]
  /** Of the booking's choices on the new days, at current prices. */
  price: Paisa
  /** The new days cost less than was paid, which is not refunded. */
  isCheaper: boolean
  /** To pay for the move, without a method's fee; zero for days that are not dearer, and instead of a closed day. */
  difference: Paisa
  /** The new first day is so close that free cancellation, and with it another move, has ended. */
  isFinal: boolean
}

/** Checks a move by the customer and prices it. `charged` was paid for the booking. */
export function planMove(
  booking: OwnBooking,
  startDate: string,
  charged: Paisa,
  catalogue: Catalogue,
  now: number,
): Outcome<PlannedMove> {
  const problem = findMoveProblem(booking, now)
  if (problem) return fail('wrong_state', { message: MOVE_PROBLEMS[problem] })
  const dates = readMovedDates(booking, startDate, catalogue.locations, now)
  if (!dates.ok) return dates
  const window = readWindow(booking, catalogue.locations, now)
  if (!window) return failAt(getValidationMessage('startDate', 'start_in_past'))
  const start = dates.value.startDate
  if (start < window.from || start > window.to) return failAt(formatMoveWindow(window.from, window.to))
  if (start === booking.startDate) return failAt(SAME_START_DATE)
  const price = quoteMoved(booking, dates.value, catalogue)
  if (price === undefined) return fail('unavailable', { message: MOVE_UNSOLD })
  const location = catalogue.locations.find(({ id }) => id === booking.locationId)
  return succeed({
    dates: dates.value,
    closedDays: listClosedDays(location ?? {}, { from: start, to: dates.value.endDate }),
    price,
    isCheaper: price < charged,
    difference: booking.isClosedDayPass ? ZERO : calculateMoveDifference(price, charged),
    isFinal: location !== undefined && calculateFreeCancellationEnd(location, start) < now,
  })
}

/** Whether and until when the customer can move the booking. */
export function readMoveAction(
  booking: OwnBooking,
  locations: Catalogue['locations'],
  now: number,
): BookingView['actions']['move'] {
  const window = findMoveProblem(booking, now) ? undefined : readWindow(booking, locations, now)
  if (!window) return null
  return {
    until: new Date(booking.freeUntil).toISOString(),
    left: booking.isClosedDayPass ? null : MAX_CUSTOMER_MOVES - booking.customerMoves,
    earliest: window.from,
    latest: window.to,
  }
}

const failAt = (message: string) => fail('invalid', { fields: { startDate: message } })

/** A move may still start today after the sales of new bookings have ended. */
const getSales = (locations: Catalogue['locations'], now: number): Sales => salesAt(locations, now, 0)

const readWindow = (
  { firstStartDate, locationId }: OwnBooking,
  locations: Catalogue['locations'],
  now: number,
): DateRange | undefined => getMoveWindow(firstStartDate, locationId, getSales(locations, now))
