import { isAwaitingStaff } from '#domain/booking.ts'
import {
  canHoldMoney,
  getReceivedAmount,
  isStaffConfirmed,
  PAID_STATES,
  STAFF_CONFIRMED_METHODS,
} from '#domain/payment.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { excludeFromBills } from '../bills/issue.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { duplicatePaymentEmail } from '../bookings/emails.ts'
import { isRefundAccountMissing } from '../bookings/refund-account.ts'
import { markRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { notifyStaff, raiseAlert } from './alerts.ts'

const selectOtherPayments = (db: Queries, { id, booking_id }: Payment) =>
  db.selectFrom('payments').where('booking_id', '=', booking_id).where('id', '!=', id)

/** Whether the booking waits for staff and for this payment, and no other attempt holds money or may still receive some. */
export async function shouldEndWithoutPayment(db: Queries, payment: Payment, { state }: Booking): Promise<boolean> {
  if (!isAwaitingStaff(state) || payment.purpose !== 'booking') return false
  const others = await selectOtherPayments(db, payment)
    .select(['state', 'method'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('receipts').select('id').whereRef('payment_id', '=', 'payments.id')).as('sent'),
    )
    .execute()
  return !others.some(({ state, method, sent }) => canHoldMoney(state, method, Boolean(sent)))
}

export async function canCancelAfterRefund(db: Queries, payment: Payment, { state }: Booking): Promise<boolean> {
  if (state !== 'confirmed') return false
  return sumRefundableAmounts(await selectOtherPayments(db, payment).selectAll().execute()) === 0
}

export async function isTransactionUsed(db: Queries, payment: Payment, reference: string): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    // One account receives both methods.
    .where('method', 'in', isStaffConfirmed(payment.method) ? STAFF_CONFIRMED_METHODS : [payment.method])
    .where('provider_reference', '=', reference)
    .where('id', '!=', payment.id)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Marks a second payment of the same purpose and change as refund due. Returns false if the booking still waits for
 * this money, or if the first payment of the change is refunded.
 */
export async function handleDuplicatePayment(
  app: App,
  db: Queries,
  booking: Booking,
  payment: Payment,
): Promise<boolean> {
  const other = await selectOtherPayments(db, payment)
    .select('id')
    .where('state', 'in', PAID_STATES)
    .where('purpose', '=', payment.purpose)
    .where('change_id', payment.change_id === null ? 'is' : '=', payment.change_id)
    .executeTakeFirst()
  if (!other && (payment.change_id !== null || booking.state !== 'confirmed')) return false
  if (other) {
    await excludeFromBills(db, payment)
    await markRefundDue(db, [payment], app.now())
    const email = duplicatePaymentEmail(booking, buildBookingLink(app, booking), {
      amount: getReceivedAmount(payment),
      needsAccount: await isRefundAccountMissing(app, db, booking),
    })
    await queueEmail(db, email, app.now())
  }
  await raiseAlert(app, db, payment.id, 'paid_twice')
  await notifyStaff(app, db, 'paid_twice', booking, payment)
  return true
}
