import { isAwaitingStaff } from '#domain/booking.ts'
import {
  ACCOUNT_METHODS,
  type AttemptState,
  canHoldMoney,
  getReceivedAmount,
  isOpenAttempt,
  isPaid,
  isStaffConfirmed,
} from '#domain/payment.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { excludeFromBills, issueDueBills } from '../bills/issue.ts'
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

/**
 * What becomes of a booking that waits for staff when this payment of it brought no money: `end` if no other attempt may
 * still receive some, `recheck` if only the gateway knows, undefined if it stays as it is.
 */
export async function getOutcomeWithoutPayment(
  db: Queries,
  payment: Payment,
  { state }: Booking,
): Promise<'end' | 'recheck' | undefined> {
  if (!isAwaitingStaff(state) || payment.purpose !== 'booking') return undefined
  const others = await selectOtherPayments(db, payment)
    .select(['state', 'method', 'gateway_id'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('receipts').select('id').whereRef('payment_id', '=', 'payments.id')).as('sent'),
    )
    .execute()
  const holding = others.filter(({ sent, ...other }) => canHoldMoney(other, Boolean(sent)))
  if (holding.length === 0) return 'end'
  return holding.every(({ state, sent }) => isOpenAttempt(state) && !sent) ? 'recheck' : undefined
}

export async function canCancelAfterRefund(db: Queries, payment: Payment, { state }: Booking): Promise<boolean> {
  if (state !== 'confirmed') return false
  return sumRefundableAmounts(await selectOtherPayments(db, payment).selectAll().execute()) === 0
}

export async function isTransactionUsed(db: Queries, payment: Payment, reference: string): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('method', 'in', isStaffConfirmed(payment.method) ? ACCOUNT_METHODS : [payment.method])
    .where('provider_reference', '=', reference)
    .where('id', '!=', payment.id)
    .executeTakeFirst()
  return other !== undefined
}

/** The states of the other payments of the same purpose and change. */
async function readStatesOfSimilar(db: Queries, payment: Payment): Promise<AttemptState[]> {
  const others = await selectOtherPayments(db, payment)
    .select('state')
    .where('purpose', '=', payment.purpose)
    .where('change_id', payment.change_id === null ? 'is' : '=', payment.change_id)
    .execute()
  return others.map(({ state }) => state)
}

/**
 * Bills a payment that staff keep instead of refunding it: a second one if the first one was refunded in its place, or
 * a late one of a move, which staff then make.
 */
export async function billKeptPayment(app: App, db: Queries, payment: Payment, staffId: string): Promise<void> {
  const others = await readStatesOfSimilar(db, payment)
  if (others.some(isPaid) || (payment.purpose !== 'difference' && !others.includes('refunded'))) return
  await db.updateTable('payments').set({ billable: 1 }).where('id', '=', payment.id).execute()
  await issueDueBills(app, db, payment.booking_id, staffId)
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
  const isPaidTwice = (await readStatesOfSimilar(db, payment)).some(isPaid)
  if (!isPaidTwice && (payment.change_id !== null || booking.state !== 'confirmed')) return false
  if (isPaidTwice) {
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
