import type { PaymentRow } from '#contract/admin/payments.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { ATTEMPT_LABELS } from '#domain/waiting.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/audit.ts'
import { methodNames } from '../catalogue.ts'
import { type Columns, kathmanduMoment, rupeeCell, tableOf } from '../csv/exports.ts'
import type { Staff } from '../staff/sessions.ts'
import { type PaymentFilter, type PaymentPlace, paymentPlaces } from './payment-list.ts'
import { readPaymentRows } from './payment-rows.ts'

/** All payments of a filter, line by line; who took them out of the house is on record before the first. */
export async function paymentsCsv(
  app: App,
  staff: Staff,
  filter: PaymentFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const wanted = await paymentPlaces(app.db.read, staff.workplaces, filter)
  if (!wanted.ok) return wanted
  await recordExport(app, staff, 'payments_exported', filter)
  return succeed(
    tableOf(COLUMNS, async (after: PaymentPlace | undefined, most) => {
      const places: PaymentPlace[] = await wanted.value(after).limit(most).execute()
      const ids = places.map(({ id }) => id)
      const rows = await readPaymentRows(app.db.read, ids)
      return { rows: ids.flatMap((id) => rows.get(id) ?? []), places }
    }),
  )
}

const COLUMNS: Columns<PaymentRow> = {
  Begun: ({ createdAt }) => kathmanduMoment(createdAt),
  'Booking ID': ({ bookingId }) => bookingId,
  Customer: ({ customerName }) => customerName,
  Location: ({ locationName }) => locationName,
  Plan: ({ planName }) => planName,
  'Booking is': ({ bookingState }) => BOOKING_LABELS[bookingState],
  Method: ({ method }) => methodNames()[method] ?? method,
  'Payment is': ({ state }) => ATTEMPT_LABELS[state],
  'Asked for (NPR)': ({ amount }) => rupeeCell(amount),
  'Received (NPR)': ({ received }) => rupeeCell(received),
  'Sent back (NPR)': ({ refunded }) => rupeeCell(refunded),
  'To go back (NPR)': ({ owed }) => rupeeCell(owed),
  Transaction: ({ transactionId }) => transactionId,
  'Payment ID': ({ paymentId }) => paymentId,
}
