import { isAwaitingStaff } from '#domain/booking.ts'
import { canHoldMoney, isStaffConfirmed, PAID_STATES, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'

/** Whether another try of the same booking holds money, or may bring some yet. */
async function hasOtherMoney(
  db: Queries,
  { id, booking_id }: Pick<PaymentTable, 'id' | 'booking_id'>,
): Promise<boolean> {
  const others = await db
    .selectFrom('payments')
    .select(['state', 'method'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_evidence')
          .select('payment_evidence.id')
          .whereRef('payment_evidence.payment_id', '=', 'payments.id'),
      ).as('sent'),
    )
    .where('booking_id', '=', booking_id)
    .where('id', '!=', id)
    .execute()
  return others.some(({ state, method, sent }) => canHoldMoney(state, method, Boolean(sent)))
}

/**
 * Whether a booking ends where this payment of it brings nothing: staff have to decide, and no other try has or may
 * bring money.
 */
export const shouldEndWithoutPayment = async (
  db: Queries,
  payment: PaymentTable,
  { state }: BookingTable,
): Promise<boolean> => isAwaitingStaff(state) && !(await hasOtherMoney(db, payment))

/** Whether a full refund of this payment leaves a confirmed booking for which nothing is paid. */
export async function canCancelAfterRefund(
  db: Queries,
  { id, booking_id }: Pick<PaymentTable, 'id' | 'booking_id'>,
  { state }: BookingTable,
): Promise<boolean> {
  if (state !== 'confirmed') return false
  const others = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking_id)
    .where('id', '!=', id)
    .execute()
  return sumRefundableAmounts(others) === 0
}

/** Whether another payment covers the price of the same booking. The difference of a moved booking does not count. */
export async function isPaidByOther(
  db: Queries,
  { id, booking_id }: Pick<PaymentTable, 'id' | 'booking_id'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('id', '!=', id)
    .where('state', 'in', PAID_STATES)
    .where('difference_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether this transaction of a gateway, or of the account, has paid another attempt already. */
export async function isTransactionUsed(db: Queries, payment: PaymentTable, reference: string): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    // One account takes both: a transfer's number pays no QR payment either.
    .where('method', 'in', isStaffConfirmed(payment.method) ? STAFF_CONFIRMED_METHODS : [payment.method])
    .where('provider_reference', '=', reference)
    .where('id', '!=', payment.id)
    .executeTakeFirst()
  return other !== undefined
}
