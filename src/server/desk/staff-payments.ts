import type { confirmBooking, recordPriceDifference } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getTransactionMessages } from '#contract/validation-messages.ts'
import { formatDate } from '#domain/calendar.ts'
import { ZERO } from '#domain/money.ts'
import { ACCOUNT_METHODS, canRecordPayment } from '#domain/payment.ts'
import { isTransactionId, normaliseTransactionId } from '#domain/receipt/receipt.ts'
import type { App } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { differencePaidEmail } from '../bookings/emails.ts'
import { updateBooking } from '../bookings/updates.ts'
import { readClosedFirstDay } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { isTransactionUsed } from '../payments/duplicate-payments.ts'
import { insertPayment } from '../payments/new-payment.ts'
import { settleWithin } from '../payments/settlement.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'
import { getPriceDifference } from './booking-detail.ts'

type ReceivedMoney = Pick<Input<typeof confirmBooking>, 'method' | 'transactionId'>

/** Records a payment that staff received and confirms the booking. Released seats are claimed, or nothing changes. */
export async function confirm(
  app: App,
  staff: Staff,
  id: string,
  { version, reason, ...money }: Input<typeof confirmBooking>,
) {
  if (!canRecordPayment(staff.role, money.method)) return fail('forbidden')
  return runBookingAction(app, staff, id, { version, action: 'confirm' }, async (db, booking) => {
    const payment = await recordStaffPayment(app, db, staff, booking, money)
    if (!payment.ok) return payment
    const after = { state: 'confirmed', method: money.method, amount: payment.value.amount }
    return succeed({ action: 'booking_confirmed', before: { state: booking.state }, after, reason })
  })
}

/** Records the rest of a moved booking's price difference as a separate payment. */
export async function collectDifference(
  app: App,
  staff: Staff,
  id: string,
  { version, reason, ...money }: Input<typeof recordPriceDifference>,
) {
  if (!canRecordPayment(staff.role, money.method)) return fail('forbidden')
  return runBookingAction(app, staff, id, { version, action: 'difference' }, async (db, booking) => {
    const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
    const amount = getPriceDifference(booking, payments)
    if (amount === 0) return fail('wrong_state', { message: 'The full difference is already recorded.' })
    await updateBooking(app, db, booking, {})
    const difference = { amount, fee: ZERO, purpose: 'difference', difference_version: booking.version } as const
    const payment = await insertPayment(db, booking, money.method, app.now(), difference)
    await queueEmail(db, differencePaidEmail(booking, buildBookingLink(app, booking), amount), app.now())
    const settled = await settleStaffPayment(app, db, staff, payment, money, `${id}/${version}`)
    if (!settled.ok) return settled
    return succeed({ action: 'difference_taken', after: { method: money.method, amount }, reason })
  })
}

export async function recordStaffPayment(
  app: App,
  db: Queries,
  staff: Staff,
  booking: Booking,
  money: ReceivedMoney,
): Promise<Outcome<Payment>> {
  const payment = await findOrCreatePayment(app, db, booking, money.method)
  // The booking's id prevents a second payment in cash.
  const settled = await settleStaffPayment(app, db, staff, payment, money, booking.id)
  if (!settled.ok) return settled
  const { state } = await db
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  if (state === 'confirmed') return succeed(payment)
  const closedReason = await readClosedFirstDay(db, booking)
  if (closedReason === undefined) return fail('sold_out')
  return fail('invalid', {
    message: `Closed on ${formatDate(booking.start_date)}: ${closedReason}. Make a new booking for another day.`,
  })
}

/** Settles a payment that was received; `cashReference` replaces the transaction id of a cash payment. */
export async function settleStaffPayment(
  app: App,
  db: Queries,
  staff: Staff,
  payment: Payment,
  { method, transactionId = '' }: ReceivedMoney,
  cashReference: string,
): Promise<Outcome<undefined>> {
  const isNumbered = ACCOUNT_METHODS.includes(method)
  const providerReference = isNumbered ? normaliseTransactionId(transactionId) : cashReference
  if (isNumbered && !isTransactionId(transactionId))
    return fail('invalid', { fields: { transactionId: getTransactionMessages(method).missing } })
  if (isNumbered && (await isTransactionUsed(db, payment, providerReference)))
    return fail('invalid', { fields: { transactionId: getTransactionMessages(method).used } })
  await settleWithin(app, db, payment.id, { kind: 'paid', amount: payment.amount, providerReference }, staff)
  return succeed(undefined)
}

/** The pending payment of this method, or a new one. */
async function findOrCreatePayment(
  app: App,
  db: Queries,
  booking: Booking,
  method: ReceivedMoney['method'],
): Promise<Payment> {
  const announced = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('method', '=', method)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return announced ?? insertPayment(db, booking, method, app.now())
}
