import { sql } from 'kysely'
import { formatRegisterDate } from '#domain/bikram-sambat.ts'
import type { DateRange } from '#domain/date-range.ts'
import type { RecordedMethod } from '#domain/payment.ts'
import { getRefundMethod, type RefundChannel } from '#domain/refund.ts'
import { formatStaffName } from '#domain/staff.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { findOutletCode, getMethodNames } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Cursor } from '../db/paging.ts'
import { type Columns, createTable, toMoneyCell } from '../exports/table.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { createRangeExport, type Scope } from './range.ts'

/** Refunds that were done, by their day. */
export const REFUNDS_EXPORT = createRangeExport('refunds_exported', (db, range, scope) => {
  const query = selectRefunds(db, range, scope)
  const readBatch = async (after: Cursor | undefined, limit: number) => {
    const continued = after
      ? query.where(sql<boolean>`(refunds.refunded_on, refunds.id) > (${sql.join(after)})`)
      : query
    const rows = await continued.limit(limit).execute()
    return { rows, cursors: rows.map(({ refunded_on, id }): Cursor => [refunded_on ?? '', id]) }
  }
  return createTable({ name: 'Refunds', columns: COLUMNS, readBatch })
})

function selectRefunds(db: Queries, { from, to }: DateRange, { workplaces, location }: Scope) {
  const query = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    // Who paid out cash, else who decided.
    .leftJoin('staff', (join) =>
      join.on(({ eb, fn }) => eb('staff.id', '=', fn.coalesce('refunds.paid_by', 'refunds.staff_id'))),
    )
    .leftJoin('bills', (join) => join.onRef('bills.refund_id', '=', 'refunds.id').on('bills.type', '=', 'credit'))
    .select(['refunds.id', 'refunds.refunded_on', 'refunds.amount', 'refunds.channel', 'refunds.reason'])
    .select(['refunds.reference', 'refunds.payment_id', 'payments.method', 'payments.booking_id'])
    .select(['bookings.first_name', 'bookings.last_name', 'bookings.plan_name'])
    .select(['bookings.location_id', 'bookings.location_name'])
    .select(['staff.name as staff_name', 'staff.email as staff_email'])
    .select(['bills.number', 'bills.buyer_pan', 'bills.gross', 'bills.taxable', 'bills.vat'])
    .where('refunds.state', '=', 'done')
    .where('refunds.refunded_on', '>=', from)
    .where('refunds.refunded_on', '<=', to)
    .orderBy('refunds.refunded_on')
    .orderBy('refunds.id')
  const scoped =
    workplaces === null
      ? query
      : // Bills have a location too.
        query.where('bookings.id', 'in', (own) =>
          own.selectFrom('bookings').select('id').where(isWithinWorkplaces(workplaces)),
        )
  return location ? scoped.where('bookings.location_id', '=', location) : scoped
}

type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefunds>['execute']>>[number]

const getMethodName = (method: RecordedMethod): string => getMethodNames()[method] ?? method

const CHANNEL_LABELS: Readonly<Record<RefundChannel, string>> = {
  gateway: 'Gateway',
  cash: 'Cash at the desk',
  manual: 'Manual',
  outside: 'At the gateway',
}

const COLUMNS: Columns<RefundRow> = {
  'Refunded on': ({ refunded_on }) => refunded_on,
  'Refunded on (BS)': ({ refunded_on }) => refunded_on && formatRegisterDate(refunded_on),
  'Booking ID': ({ booking_id }) => booking_id,
  Customer: getCustomerName,
  Location: ({ location_name }) => location_name,
  Plan: ({ plan_name }) => plan_name,
  'Paid by': ({ method }) => getMethodName(method),
  Method: ({ channel, method }) => getMethodName(getRefundMethod(channel, method)),
  Channel: ({ channel }) => CHANNEL_LABELS[channel],
  'Refunded (NPR)': ({ amount }) => toMoneyCell(amount),
  Reason: ({ reason }) => reason,
  Reference: ({ reference }) => reference,
  'Refunded by': ({ staff_name, staff_email }) =>
    staff_email === null ? 'System' : formatStaffName(staff_name, staff_email),
  'Credit note': ({ number }) => number,
  Outlet: ({ location_id }) => findOutletCode(location_id),
  'Buyer PAN': ({ buyer_pan }) => buyer_pan,
  'Net (NPR)': ({ taxable }) => toMoneyCell(taxable),
  'VAT (NPR)': ({ vat }) => toMoneyCell(vat),
  'Gross (NPR)': ({ gross }) => toMoneyCell(gross),
  'Refund ID': ({ id }) => id,
  'Payment ID': ({ payment_id }) => payment_id,
}
