import type { SelectQueryBuilder } from 'kysely'
import type { PaymentRow } from '#contract/admin/payments.ts'
import type { Workplaces } from '#domain/staff.ts'
import { getRefundDue } from '../bookings/refund-due.ts'
import { getCustomerName } from '../bookings/rows.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

/** The rows of some payments, by id, as staff see them. */
export async function readPaymentRows(db: Queries, ids: readonly string[]): Promise<Map<string, PaymentRow>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.id', 'payments.booking_id', 'payments.method', 'payments.state', 'payments.amount'])
    .select(['payments.received', 'payments.refunded', 'payments.owed', 'payments.provider_reference'])
    .select('payments.created_at')
    .select(['first_name', 'last_name', 'location_name', 'plan_name', 'start_date', 'end_date'])
    .select('bookings.state as booking_state')
    .where('payments.id', 'in', ids)
    .execute()
  return new Map(
    found.map((row) => [
      row.id,
      {
        paymentId: row.id,
        bookingId: row.booking_id,
        customerName: getCustomerName(row),
        locationName: row.location_name,
        planName: row.plan_name,
        startDate: row.start_date,
        endDate: row.end_date,
        method: row.method,
        state: row.state,
        bookingState: row.booking_state,
        amount: row.amount,
        received: row.received,
        refunded: row.refunded,
        owed: getRefundDue(row),
        transactionId: row.provider_reference,
        createdAt: row.created_at,
      },
    ]),
  )
}

/** Narrows to the bookings of somebody's locations. */
export function filterByWorkplaces<Row>(
  query: SelectQueryBuilder<Tables, 'payments' | 'bookings', Row>,
  workplaces: Workplaces,
): SelectQueryBuilder<Tables, 'payments' | 'bookings', Row> {
  if (workplaces === null) return query
  return query.where((row) =>
    workplaces.length === 0 ? row.val(false) : row('bookings.location_id', 'in', [...workplaces]),
  )
}
