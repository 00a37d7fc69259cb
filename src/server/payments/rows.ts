import type { PaymentRow } from '#contract/admin/payments.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { getRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'

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
    .select([
      'provider_reference as transactionId',
      'payments.created_at as createdAt',
      'reconciled_at as reconciledAt',
    ])
    .where('payments.id', 'in', ids)
    .execute()
  return new Map(
    found.map(({ first_name, last_name, refund_due, ...row }) => [
      row.paymentId,
      {
        ...row,
        customerName: getCustomerName({ first_name, last_name }),
        refundDue: getRefundDue({ ...row, refund_due }),
      },
    ]),
  )
}
