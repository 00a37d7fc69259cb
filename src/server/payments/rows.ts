import { sql } from 'kysely'
import type { PaymentRow } from '#contract/admin/payments.ts'
import { paisa } from '#domain/money.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { getRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'

/** Cash refunds that the desk has not paid out; `payments.refunded` includes them. PostgreSQL returns the sum as text. */
export const sumUnpaidCash = () =>
  sql<number | string>`(
    select coalesce(sum(refunds.amount), 0) from refunds
    where refunds.payment_id = payments.id and refunds.channel = 'cash' and refunds.state = 'requested'
  )`

export async function readPaymentRows(db: Queries, ids: readonly string[]): Promise<Map<string, PaymentRow>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.id as paymentId', 'booking_id as bookingId', 'first_name', 'last_name'])
    .select([
      'location_name as locationName',
      'plan_name as planName',
      'start_date as startDate',
      'end_date as endDate',
    ])
    .select(['payments.method', 'payments.state', 'bookings.state as bookingState'])
    .select(['amount', 'received', 'refunded', 'refund_due'])
    .select(sumUnpaidCash().as('unpaidCash'))
    .select([
      'provider_reference as transactionId',
      'payments.created_at as createdAt',
      'reconciled_at as reconciledAt',
      'received_at as receivedAt',
    ])
    .where('payments.id', 'in', ids)
    .execute()
  return new Map(
    found.map(({ first_name, last_name, refund_due, unpaidCash, ...row }) => [
      row.paymentId,
      {
        ...row,
        refunded: paisa(row.refunded - Number(unpaidCash)),
        unpaidCash: paisa(Number(unpaidCash)),
        customerName: getCustomerName({ first_name, last_name }),
        refundDue: getRefundDue({ ...row, refund_due }),
      },
    ]),
  )
}
