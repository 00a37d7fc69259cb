import type { BookingView } from '#contract/bookings.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CHANGE_NOT_SOLD, formatMoveWindow, MOVE_PROBLEMS } from '#contract/move-booking.ts'
import { getValidationMessage, SAME_START_DATE } from '#contract/validation-messages.ts'
import { findMoveProblem, getMoveWindow, MAX_CUSTOMER_MOVES } from '#domain/customer-actions.ts'
import type { DateRange } from '#domain/date-range.ts'
import type { Paisa } from '#domain/money.ts'
import { calculateMoveDifference, sumCharged } from '#domain/price-difference.ts'
import { salesAt } from '#domain/same-day.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Booking, instant } from '../db/schema.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { getFreeCancellationEnd } from './cancellation-terms.ts'
import { type BookingDates, computeMovedDates, computePrice } from './move.ts'
import { getRefundDue } from './refund-due.ts'

interface PlannedMove {
  dates: BookingDates
  /** Of the booking's choices on the new days, at current prices. */
  price: Paisa
  /** To pay for the move, without a method's fee; zero for days that are not dearer. */
  difference: Paisa
}

/** Checks a move by the customer to a start date and prices it. */
export async function planMove(
  app: App,
  db: Queries,
  booking: Booking,
  startDate: string,
): Promise<Outcome<PlannedMove>> {
  const problem = await findProblem(app, db, booking)
  if (problem) return fail('wrong_state', { message: MOVE_PROBLEMS[problem] })
  const dates = computeMovedDates(app, booking, startDate)
  if (!dates.ok) return dates
  const start = dates.value.start_date
  const window = readMoveWindow(app, booking)
  if (!window || start < window.from || start > window.to)
    return fail('invalid', {
      fields: {
        startDate: window
          ? formatMoveWindow(window.from, window.to)
          : getValidationMessage('startDate', 'start_in_past'),
      },
    })
  if (start === booking.start_date) return fail('invalid', { fields: { startDate: SAME_START_DATE } })
  const price = computePrice(await readCurrentCatalogue(app, db), booking, dates.value)
  if (price === undefined) return fail('unavailable', { message: CHANGE_NOT_SOLD })
  return succeed({
    dates: dates.value,
    price,
    difference: calculateMoveDifference(price, await readChargedAmount(db, booking)),
  })
}

export async function readMoveAction(app: App, db: Queries, booking: Booking): Promise<BookingView['actions']['move']> {
  if (await findProblem(app, db, booking)) return null
  const window = readMoveWindow(app, booking)
  return (
    (window && {
      until: instant(getFreeCancellationEnd(app, booking)),
      left: MAX_CUSTOMER_MOVES - booking.customer_moves,
      earliest: window.from,
      latest: window.to,
    }) ??
    null
  )
}

const findProblem = async (app: App, db: Queries, booking: Booking) =>
  findMoveProblem(
    {
      state: booking.state,
      customerMoves: booking.customer_moves,
      isRenewed: booking.renews !== null || (await isRenewed(db, booking)),
      freeUntil: getFreeCancellationEnd(app, booking),
    },
    app.now(),
  )

/** Whether another booking extends its membership. */
async function isRenewed(db: Queries, { id }: Booking): Promise<boolean> {
  const claim = await db
    .selectFrom('renewal_claims')
    .innerJoin('memberships', 'memberships.id', 'renewal_claims.membership_id')
    .select('renewal_claims.first_day')
    .where('memberships.booking_id', '=', id)
    .executeTakeFirst()
  return claim !== undefined
}

const readMoveWindow = (app: App, { first_start_date, location_id }: Booking): DateRange | undefined =>
  getMoveWindow(first_start_date, location_id, salesAt(app.catalogue.locations, app.now(), 0))

/** Paid for the booked days. A payment that is due back, such as a second one, does not count. */
async function readChargedAmount(db: Queries, { id }: Booking): Promise<Paisa> {
  const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
  return sumCharged(payments.filter((payment) => getRefundDue(payment) === 0))
}
