import type { PaymentRow } from '#contract/admin/payments.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { formatRegisterDate } from '#domain/bikram-sambat.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { findOutletCode, getMethodNames } from '../catalogue.ts'
import { type Columns, formatKathmanduTime, streamCsv, toRupeeCell } from '../csv/exports.ts'
import { type Sheet, writeWorkbook } from '../csv/workbook.ts'
import type { Queries } from '../db/database.ts'
import type { Cursor } from '../db/paging.ts'
import type { Staff } from '../staff/sessions.ts'
import { buildPaymentQuery, type PaymentFilter } from './list.ts'
import { type PaymentMoney, readPaymentMoney } from './money.ts'
import { readPaymentRows } from './rows.ts'

export async function streamPaymentsCsv(
  app: App,
  staff: Staff,
  filter: PaymentFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const table = await openPaymentTable(app, staff, filter)
  return table.ok ? succeed(streamCsv(table.value)) : table
}

export async function writePaymentWorkbook(
  app: App,
  staff: Staff,
  filter: PaymentFilter,
): Promise<Outcome<Uint8Array>> {
  const table = await openPaymentTable(app, staff, filter)
  return table.ok ? writeWorkbook(table.value) : table
}

/** Records the export. */
async function openPaymentTable(
  app: App,
  staff: Staff,
  filter: PaymentFilter,
): Promise<Outcome<Sheet<ExportedPayment, Cursor>>> {
  const table = await buildPaymentTable(app.db.read, staff.workplaces, filter)
  if (table.ok) await recordExport(app, staff, 'payments_exported', filter)
  return table
}

export async function buildPaymentTable(
  db: Queries,
  workplaces: Workplaces,
  filter: PaymentFilter,
): Promise<Outcome<Sheet<ExportedPayment, Cursor>>> {
  const builder = await buildPaymentQuery(db, workplaces, filter)
  if (!builder.ok) return builder
  return succeed({
    name: 'Payments',
    columns: COLUMNS,
    readBatch: async (after: Cursor | undefined, limit: number) => {
      const found = await builder.value(after).limit(limit).execute()
      const ids = found.map(({ id }) => id)
      const rows = await readPaymentRows(db, ids)
      const money = await readPaymentMoney(db, ids)
      const exported = ids.flatMap((id): ExportedPayment[] => {
        const [row, ownMoney] = [rows.get(id), money.get(id)]
        return row && ownMoney ? [{ ...row, ...ownMoney }] : []
      })
      return { rows: exported, cursors: found.map(({ created_at, id }): Cursor => [created_at, id]) }
    },
  })
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
  'Requested (NPR)': ({ amount }) => toRupeeCell(amount),
  'Received (NPR)': ({ received }) => toRupeeCell(received),
  'Refunded (NPR)': ({ refunded }) => toRupeeCell(refunded),
  'Refund due (NPR)': ({ refundDue }) => toRupeeCell(refundDue),
  Transaction: ({ transactionId }) => transactionId,
  'Payment ID': ({ paymentId }) => paymentId,
  'Received on': ({ receivedOn }) => receivedOn,
  'Received on (BS)': ({ receivedOn }) => receivedOn && formatRegisterDate(receivedOn),
  'Taken by': ({ takenBy }) => takenBy,
  Reconciled: ({ reconciledAt }) => reconciledAt && formatKathmanduTime(reconciledAt),
  'Fee (NPR)': ({ fee }) => toRupeeCell(fee),
  Bill: ({ bill }) => bill?.number ?? null,
  Outlet: ({ locationId }) => findOutletCode(locationId),
  Buyer: ({ bill }) => bill?.buyerName ?? null,
  'Buyer PAN': ({ bill }) => bill?.buyerPan ?? null,
  'Net (NPR)': ({ bill }) => toRupeeCell(bill?.taxable ?? null),
  'VAT (NPR)': ({ bill }) => toRupeeCell(bill?.vat ?? null),
  'Gross (NPR)': ({ bill }) => toRupeeCell(bill?.gross ?? null),
}
