import type { BookingView } from '#contract/bookings.ts'
import { planMove, readMoveAction } from '#contract/plan-move.ts'
import type { Paisa } from '#domain/money.ts'
import { sumCharged } from '#domain/price-difference.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { isRenewed } from '../memberships/renewals.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { getFreeCancellationEnd } from './cancellation-terms.ts'
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
    await readChargedAmount(db, booking),
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
  freeUntil: getFreeCancellationEnd(app, booking),
})

/** Paid for the booked days. A payment that is due back, such as a second one, does not count. */
async function readChargedAmount(db: Queries, { id }: Booking): Promise<Paisa> {
  const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
  return sumCharged(payments.filter((payment) => getRefundDue(payment) === 0))
}
