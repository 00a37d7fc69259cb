import type { BookingDetail, confirmBooking } from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { TRANSACTION_SENTENCES } from '#contract/sentences.ts'
import { mayTake } from '#domain/payment.ts'
import { isTransaction, transactionKey } from '#domain/receipt.ts'
import type { App } from '../app.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'
import { hasPaidAnother } from '../payments/other-money.ts'
import { newPayment } from '../payments/payments.ts'
import { settleWithin } from '../payments/settlement.ts'
import type { Staff } from '../staff/sessions.ts'
import { actOn } from './booking-act.ts'

type Money = Pick<Input<typeof confirmBooking>, 'method' | 'transactionId'>

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
  if (!mayTake(staff.role, money.method)) return fail('forbidden')
  return actOn(app, staff, id, { version, act: 'confirm' }, async (db, booking) => {
    const taken = await takeMoney(app, db, staff, booking, money)
    if (!taken.ok) return taken
    const before = { state: booking.state }
    const after = { state: 'confirmed', method: money.method, amount: taken.value.amount }
    await recordBookingDeed(app, db, staff, booking, { action: 'booking_confirmed', before, after, reason })
    return succeed(undefined)
  })
}

/** Records money that staff have, and confirms the booking with it. */
export async function takeMoney(
  app: App,
  db: Queries,
  staff: Staff,
  booking: BookingTable,
  money: Money,
): Promise<Outcome<PaymentTable>> {
  const payment = await openPayment(app, db, booking, money.method)
  // Cash has no number of its own: with the booking's, it is taken once.
  const taken = await settleTaken(app, db, staff, payment, money, booking.id)
  if (!taken.ok) return taken
  const { state } = await db
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return state === 'confirmed' ? succeed(payment) : fail('sold_out')
}

/** Settles a payment with money that is here; `till` is the number under which cash is taken. */
export async function settleTaken(
  app: App,
  db: Queries,
  staff: Staff,
  payment: PaymentTable,
  { method, transactionId = '' }: Money,
  till: string,
): Promise<Outcome<undefined>> {
  const providerReference = method === 'cash' ? till : transactionKey(transactionId)
  if (method !== 'cash' && !isTransaction(transactionId))
    return fail('invalid', { fields: { transactionId: TRANSACTION_SENTENCES.missing } })
  if (method !== 'cash' && (await hasPaidAnother(db, payment, providerReference)))
    return fail('invalid', { fields: { transactionId: TRANSACTION_SENTENCES.used } })
  await settleWithin(app, db, payment.id, { kind: 'paid', amount: payment.amount, providerReference }, staff)
  return succeed(undefined)
}

/** The payment that the customer announced, where it is this one; else a new one. */
async function openPayment(
  app: App,
  db: Queries,
  booking: BookingTable,
  method: Money['method'],
): Promise<PaymentTable> {
  const announced = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('method', '=', method)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (announced) return announced
  const payment = newPayment(booking, method, app.now())
  await db.insertInto('payments').values(payment).execute()
  return payment
}
