import { type ExpressionBuilder, sql } from 'kysely'
import { calculateBookingPrice, calculateBookingTotals } from '#domain/booking-totals.ts'
import type { Paisa } from '#domain/money.ts'
import { OPEN_STATES, PAID_STATES } from '#domain/payment.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment, Tables } from '../db/schema.ts'
import { getRefundDue } from './refund-due.ts'

type PricedPayment = Pick<
  Payment,
  'purpose' | 'state' | 'amount' | 'fee' | 'received' | 'refunded' | 'refund_due' | 'change_id'
>

/** `payments` are all of the booking, oldest first. */
export const getTotals = (payments: readonly PricedPayment[], appliedChanges: readonly string[]) =>
  calculateBookingTotals(
    payments.map((payment) => ({ ...payment, refundDue: getRefundDue(payment), changeId: payment.change_id })),
    appliedChanges,
  )

/** What the booking costs with its paid changes and the fee of its payment. */
export const getPrice = (
  { total_amount }: Pick<Booking, 'total_amount'>,
  payments: readonly PricedPayment[],
  appliedChanges: readonly string[],
): Paisa => calculateBookingPrice(total_amount, getTotals(payments, appliedChanges))

export async function readAppliedChanges(db: Queries, bookingIds: readonly string[]): Promise<string[]> {
  const changes = db.selectFrom('booking_changes').select('id').where('state', '=', 'applied')
  return (await changes.where('booking_id', 'in', bookingIds).execute()).map(({ id }) => id)
}

/** `getPrice` in SQL, for a sum of many bookings. */
export function selectPrice(
  listed: ExpressionBuilder<Tables & { listed: Pick<Booking, 'id' | 'total_amount'> }, 'listed'>,
) {
  const paidStates = [...PAID_STATES, 'refunded'] as const
  const payments = listed.selectFrom('payments').whereRef('booking_id', '=', 'listed.id')
  const ofBooking = payments.where('purpose', '=', 'booking').select('fee').limit(1)
  const paidFee = ofBooking
    .where('state', 'in', paidStates)
    .orderBy(sql`case when state <> 'refunded' and refunded >= coalesce(refund_due, 0) then 0 else 1 end`)
    .orderBy('created_at')
  const openFee = ofBooking.where('state', 'in', OPEN_STATES).orderBy('created_at', 'desc')
  const extras = payments
    .where('purpose', '<>', 'booking')
    .where('state', 'in', paidStates)
    .where((payment) =>
      payment.or([
        payment('change_id', 'is', null),
        // A second payment of a change is refunded and adds nothing.
        payment(
          'payments.id',
          '=',
          payment
            .selectFrom('payments as first')
            .innerJoin('booking_changes', 'booking_changes.id', 'first.change_id')
            .select('first.id')
            .whereRef('first.change_id', '=', 'payments.change_id')
            .where('booking_changes.state', '=', 'applied')
            .where('first.state', 'in', paidStates)
            .orderBy('first.created_at')
            .limit(1),
        ),
      ]),
    )
    .select(({ fn }) => fn.sum('amount').as('amount'))
  return sql<number>`listed.total_amount + coalesce(${paidFee}, ${openFee}, 0) + coalesce(${extras}, 0)`
}
