import type { BookingView } from '#contract/bookings.ts'
import { planMove, readMoveAction } from '#contract/plan-move.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { isRefundedInFull, sumCharged } from '#domain/price-difference.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { isRenewed } from '../memberships/renewals.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { isClosedDayPass, readFreeCancellationEnd } from './cancellation-terms.ts'
import { toBookedDays } from './move.ts'
import { getRefundDue } from './refund-due.ts'

/** Checks a move by the customer to a start date and prices it. */
export const planOwnMove = async (
  app: App,
  db: Queries,
  booking: Booking,
  startDate: string,
): Promise<ReturnType<typeof planMove>> =>
  planMove(
    await toMovable(app, db, booking),
    startDate,
    sumCharged((await readPayments(db, booking)).filter(wasNeverDueBack)),
    await readCurrentCatalogue(app, db),
    app.now(),
  )

export const readOwnMoveAction = async (
  app: App,
  db: Queries,
  booking: Booking,
): Promise<BookingView['actions']['move']> =>
  readMoveAction(await toMovable(app, db, booking), app.catalogue.locations, app.now())

const toMovable = async (app: App, db: Queries, booking: Booking) => ({
  ...toBookedDays(booking),
  state: booking.state,
  startDate: booking.start_date,
  firstStartDate: booking.first_start_date,
  customerMoves: booking.customer_moves,
  isRenewed: await isRenewed(db, booking),
  isRefunded: isRefundedInFull((await readPayments(db, booking)).filter((payment) => getRefundDue(payment) === 0)),
  isClosedDayPass: await isClosedDayPass(db, booking),
  freeUntil: await readFreeCancellationEnd(app, db, booking),
})

const readPayments = (db: Queries, { id }: Booking): Promise<Payment[]> =>
  db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()

/** Unlike a second payment, or one after a cancellation. What was paid above the price alone can be due back. */
const wasNeverDueBack = (payment: Payment): boolean =>
  payment.refund_due === null || payment.refund_due < getReceivedAmount(payment)
