import type { BookingView } from '#contract/bookings.ts'
import { LINK_DAYS } from '#domain/booking.ts'
import { addDays, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { calculateFreeCancellationEnd, calculateOwnCancellationRefund } from '#domain/cancellation.ts'
import { getCancellationEffect } from '#domain/customer-actions.ts'
import type { Paisa } from '#domain/money.ts'
import { isDayPass } from '#domain/plan.ts'
import { type CancellationRefund, splitCancellationRefund, sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { readClosedReason, readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'

/** The limit of a first day at today's closures, stored when a booking is confirmed; null without the location. */
export async function computeFreeCancellationEnd(
  app: App,
  db: Queries,
  { location_id, start_date }: Pick<Booking, 'location_id' | 'start_date'>,
): Promise<Instant | null> {
  const location = (await readLocations(app, db)).find(({ id }) => id === location_id)
  return location ? instant(calculateFreeCancellationEnd(location, start_date)) : null
}

/** Whether it is a day pass for a closed day that was not used. It can be moved or refunded in full, also afterwards. */
export const isClosedDayPass = async (db: Queries, booking: Booking): Promise<boolean> =>
  isDayPass(booking.plan_id) &&
  (await readClosedReason(db, booking.location_id, booking.start_date)) !== undefined &&
  !(await hasArrived(db, booking))

async function hasArrived(db: Queries, { id }: Booking): Promise<boolean> {
  const arrival = await db.selectFrom('arrivals').select('day').where('booking_id', '=', id).limit(1).executeTakeFirst()
  return arrival !== undefined
}

/** The last instant of a full refund, in milliseconds. */
export async function readFreeCancellationEnd(app: App, db: Queries, booking: Booking): Promise<number> {
  // As long as the customer's link works.
  if (await isClosedDayPass(db, booking)) return kathmanduInstant(addDays(booking.start_date, LINK_DAYS))
  const { location_id, start_date, free_until } = booking
  if (free_until) return Date.parse(free_until)
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location) throw new Error(`location ${location_id} was not found`)
  return calculateFreeCancellationEnd(location, start_date)
}

interface OwnCancellationTerms {
  from: 'now' | 'tomorrow'
  /** The last instant of a full refund, in milliseconds. */
  freeUntil: number
  refund: Paisa
  payments: readonly Payment[]
  /** Empty without a refund. */
  refunds: readonly CancellationRefund<Payment>[]
}

/** What a cancellation by the customer would do now; undefined if it is not possible. */
export async function readOwnCancellationTerms(
  app: App,
  db: Queries,
  booking: Booking,
): Promise<OwnCancellationTerms | undefined> {
  const { id, state, start_date: startDate, end_date: endDate } = booking
  const now = app.now()
  const effect = getCancellationEffect(
    {
      ...{ state, startDate, endDate },
      isShortened: booking.original_end_date !== null,
      hasArrived: await hasArrived(db, booking),
      isClosedDayPass: await isClosedDayPass(db, booking),
    },
    kathmanduDate(now),
  )
  if (!effect) return undefined
  const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
  const received = sumRefundableAmounts(payments)
  const freeUntil = await readFreeCancellationEnd(app, db, booking)
  const refund = calculateOwnCancellationRefund(state, received, freeUntil, now)
  return {
    from: effect === 'whole' ? 'now' : 'tomorrow',
    freeUntil,
    refund,
    payments,
    refunds: refund > 0 ? await splitRefund(app, db, booking, payments) : [],
  }
}

export async function readCancelAction(
  app: App,
  db: Queries,
  booking: Booking,
): Promise<BookingView['actions']['cancel']> {
  const terms = await readOwnCancellationTerms(app, db, booking)
  if (!terms) return null
  const { from, freeUntil, refund, refunds } = terms
  return { refund, freeUntil: instant(freeUntil), needsAccount: needsRefundAccount(app, refunds), from }
}

/** Whether some of the money cannot be sent through its gateway. */
export const needsRefundAccount = (app: App, refunds: readonly CancellationRefund<Payment>[]): boolean =>
  refunds.some(({ payment }) => !canRefundThroughGateway(app, payment))

async function splitRefund(app: App, db: Queries, { id }: Booking, payments: readonly Payment[]) {
  const open = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('payment_id')
    .where('payments.booking_id', '=', id)
    .where('refunds.state', 'in', ['requested', 'sent'])
    .execute()
  const busy = open.map(({ payment_id }) => payment_id)
  return splitCancellationRefund(
    payments,
    (payment) => canRefundThroughGateway(app, payment) && !busy.includes(payment.id),
  )
}

export const canRefundThroughGateway = (app: App, { method, provider_reference }: Payment): boolean =>
  method !== 'cash' && app.gateways[method]?.refund !== undefined && provider_reference !== null
