import type { BookingDetail, confirmBooking } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { canRecordPayment } from '#domain/payment.ts'
import { isTransactionId, normaliseTransactionId } from '#domain/receipt/receipt.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'
import { buildPayment } from '../payments/attempts.ts'
import { isTransactionUsed } from '../payments/other-payments.ts'
import { settleWithin } from '../payments/settlement.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

type ReceivedMoney = Pick<Input<typeof confirmBooking>, 'method' | 'transactionId'>

/**
 * Staff have the money, in the till or in the account: it is recorded as a payment and settled as every other one is,
 * so that the books add up and it can go back. A place that was given up is taken again, or nothing happens.
 */
export async function confirm(
  app: App,
  staff: Staff,
  id: string,
  { version, reason, ...money }: Input<typeof confirmBooking>,
): Promise<Outcome<BookingDetail>> {
  if (!canRecordPayment(staff.role, money.method)) return fail('forbidden')
  return runBookingAction(app, staff, id, { version, action: 'confirm' }, async (db, booking) => {
    const taken = await recordStaffPayment(app, db, staff, booking, money)
    if (!taken.ok) return taken
    const before = { state: booking.state }
    const after = { state: 'confirmed', method: money.method, amount: taken.value.amount }
    await recordBookingAuditEntry(app, db, staff, booking, { action: 'booking_confirmed', before, after, reason })
    return succeed(undefined)
  })
}

/** Records money that staff have, and confirms the booking with it. */
export async function recordStaffPayment(
  app: App,
  db: Queries,
  staff: Staff,
  booking: BookingTable,
  money: ReceivedMoney,
): Promise<Outcome<PaymentTable>> {
  const payment = await findOrCreatePayment(app, db, booking, money.method)
  // Cash has no number of its own: with the booking's, it is taken once.
  const taken = await settleStaffPayment(app, db, staff, payment, money, booking.id)
  if (!taken.ok) return taken
  const { state } = await db
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return state === 'confirmed' ? succeed(payment) : fail('sold_out')
}

/** Settles a payment with money that is here; `till` is the number under which cash is taken. */
export async function settleStaffPayment(
  app: App,
  db: Queries,
  staff: Staff,
  payment: PaymentTable,
  { method, transactionId = '' }: ReceivedMoney,
  till: string,
): Promise<Outcome<undefined>> {
  const providerReference = method === 'cash' ? till : normaliseTransactionId(transactionId)
  if (method !== 'cash' && !isTransactionId(transactionId))
    return fail('invalid', { fields: { transactionId: TRANSACTION_MESSAGES.missing } })
  if (method !== 'cash' && (await isTransactionUsed(db, payment, providerReference)))
    return fail('invalid', { fields: { transactionId: TRANSACTION_MESSAGES.used } })
  await settleWithin(app, db, payment.id, { kind: 'paid', amount: payment.amount, providerReference }, staff)
  return succeed(undefined)
}

/** The payment that the customer announced, where it is this one; else a new one. */
async function findOrCreatePayment(
  app: App,
  db: Queries,
  booking: BookingTable,
  method: ReceivedMoney['method'],
): Promise<PaymentTable> {
  const announced = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('method', '=', method)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (announced) return announced
  const payment = buildPayment(booking, method, app.now())
  await db.insertInto('payments').values(payment).execute()
  return payment
}
