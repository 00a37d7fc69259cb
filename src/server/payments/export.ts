import type { PaymentRow } from '#contract/admin/payments.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { formatRegisterDate } from '#domain/bikram-sambat.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { TableExport } from '../audit/export-table.ts'
import { findOutletCode, getMethodNames } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Cursor } from '../db/paging.ts'
import { type Columns, createTable, formatKathmanduTime, type Table, toMoneyCell } from '../exports/table.ts'
import type { Staff } from '../staff/sessions.ts'
import { buildPaymentQuery, type PaymentFilter } from './list.ts'
import { type PaymentMoney, readPaymentMoney } from './money.ts'
import { readPaymentRows } from './rows.ts'

export const PAYMENTS_EXPORT: TableExport<PaymentFilter, Staff> = {
  action: 'payments_exported',
  open: (app, { workplaces }, filter) => buildPaymentTable(app.db.read, workplaces, filter),
}

export async function buildPaymentTable(
  db: Queries,
  workplaces: Workplaces,
  filter: PaymentFilter,
): Promise<Outcome<Table>> {
  const builder = await buildPaymentQuery(db, workplaces, filter)
  if (!builder.ok) return builder
  const readBatch = async (after: Cursor | undefined, limit: number) => {
    const found = await builder.value(after).limit(limit).execute()
    const ids = found.map(({ id }) => id)
    const rows = await readPaymentRows(db, ids)
    const money = await readPaymentMoney(db, ids)
    const exported = ids.flatMap((id): ExportedPayment[] => {
      const [row, ownMoney] = [rows.get(id), money.get(id)]
      return row && ownMoney ? [{ ...row, ...ownMoney }] : []
    })
    return { rows: exported, cursors: found.map(({ created_at, id }): Cursor => [created_at, id]) }
  }
  return succeed(createTable({ name: 'Payments', columns: COLUMNS, readBatch }))
}

type ExportedPayment = PaymentRow & PaymentMoney

const COLUMNS: Columns<ExportedPayment> = {
  Started: ({ createdAt }) => formatKathmanduTime(createdAt),
  'Booking ID': ({ bookingId }) => bookingId,
  Customer: ({ customerName }) => customerName,
  Location: ({ locationName }) => locationName,
  Plan: ({ planName }) => planName,
  'Booking status': ({ bookingState }) => BOOKING_LABELS[bookingState],
  Method: ({ method }) => getMethodNames()[method] ?? method,
  'Payment status': ({ state }) => ATTEMPT_LABELS[state],
  'Requested (NPR)': ({ amount }) => toMoneyCell(amount),
  'Received (NPR)': ({ received }) => toMoneyCell(received),
  'Refunded (NPR)': ({ refunded }) => toMoneyCell(refunded),
  'Refund due (NPR)': ({ refundDue }) => toMoneyCell(refundDue),
  Transaction: ({ transactionId }) => transactionId,
  'Payment ID': ({ paymentId }) => paymentId,
  'Received on': ({ receivedOn }) => receivedOn,
  'Received on (BS)': ({ receivedOn }) => receivedOn && formatRegisterDate(receivedOn),
  'Taken by': ({ takenBy }) => takenBy,
  Reconciled: ({ reconciledAt }) => reconciledAt && formatKathmanduTime(reconciledAt),
  'Fee (NPR)': ({ fee }) => toMoneyCell(fee),
  Bill: ({ bill }) => bill?.number ?? null,
  Outlet: ({ locationId }) => findOutletCode(locationId),
  Buyer: ({ bill }) => bill?.buyerName ?? null,
  'Buyer PAN': ({ bill }) => bill?.buyerPan ?? null,
  'Net (NPR)': ({ bill }) => toMoneyCell(bill?.taxable ?? null),
  'VAT (NPR)': ({ bill }) => toMoneyCell(bill?.vat ?? null),
  'Gross (NPR)': ({ bill }) => toMoneyCell(bill?.gross ?? null),
}
