import type { PaymentRow } from '#contract/admin/payments.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { getMethodNames } from '../catalogue.ts'
import { type Columns, formatKathmanduTime, streamCsv, toRupeeCell } from '../csv/exports.ts'
import type { Staff } from '../staff/sessions.ts'
import { buildPaymentQuery, type PaymentCursor, type PaymentFilter } from './list.ts'
import { readPaymentRows } from './rows.ts'

/** All payments of a filter, line by line; who took them out of the house is on record before the first. */
export async function streamPaymentsCsv(
  app: App,
  staff: Staff,
  filter: PaymentFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const wanted = await buildPaymentQuery(app.db.read, staff.workplaces, filter)
  if (!wanted.ok) return wanted
  await recordExport(app, staff, 'payments_exported', filter)
  return succeed(
    streamCsv(COLUMNS, async (after: PaymentCursor | undefined, most) => {
      const places: PaymentCursor[] = await wanted.value(after).limit(most).execute()
      const ids = places.map(({ id }) => id)
      const rows = await readPaymentRows(app.db.read, ids)
      return { rows: ids.flatMap((id) => rows.get(id) ?? []), cursors: places }
    }),
  )
}

const COLUMNS: Columns<PaymentRow> = {
  Begun: ({ createdAt }) => formatKathmanduTime(createdAt),
  'Booking ID': ({ bookingId }) => bookingId,
  Customer: ({ customerName }) => customerName,
  Location: ({ locationName }) => locationName,
  Plan: ({ planName }) => planName,
  'Booking is': ({ bookingState }) => BOOKING_LABELS[bookingState],
  Method: ({ method }) => getMethodNames()[method] ?? method,
  'Payment is': ({ state }) => ATTEMPT_LABELS[state],
  'Asked for (NPR)': ({ amount }) => toRupeeCell(amount),
  'Received (NPR)': ({ received }) => toRupeeCell(received),
  'Sent back (NPR)': ({ refunded }) => toRupeeCell(refunded),
  'To go back (NPR)': ({ owed }) => toRupeeCell(owed),
  Transaction: ({ transactionId }) => transactionId,
  'Payment ID': ({ paymentId }) => paymentId,
}
