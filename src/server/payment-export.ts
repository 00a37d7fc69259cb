import type { PaymentRow } from '#contract/admin/payments.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { type Cell, CSV_BEGIN, csvLine } from '#domain/csv.ts'
import { ATTEMPT_LABELS } from '#domain/waiting.ts'
import type { App } from './app.ts'
import { methodNames } from './catalogue.ts'
import { kathmanduMoment, recordExport, streamOf } from './exports.ts'
import { type PaymentFilter, type PaymentPlace, paymentPlaces } from './payment-list.ts'
import { readPaymentRows } from './payment-rows.ts'
import type { Staff } from './sessions.ts'

/** Read at once: others are answered between two of these. */
const BATCH = 500

/** All payments of a filter, line by line; who took them out of the house is on record before the first. */
export async function paymentsCsv(
  app: App,
  staff: Staff,
  filter: PaymentFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const wanted = await paymentPlaces(app.db.read, staff.workplaces, filter)
  if (!wanted.ok) return wanted
  await recordExport(app, staff, 'payments_exported', filter)
  return succeed(streamOf(paymentLines(app, wanted.value)))
}

type Places = Extract<Awaited<ReturnType<typeof paymentPlaces>>, { ok: true }>['value']

async function* paymentLines(app: App, places: Places): AsyncGenerator<string> {
  yield CSV_BEGIN + csvLine(Object.keys(COLUMNS))
  let after: PaymentPlace | undefined
  do {
    const found: PaymentPlace[] = await places(after).limit(BATCH).execute()
    const ids = found.map(({ id }) => id)
    const rows = await readPaymentRows(app.db.read, ids)
    yield ids
      .flatMap((id) => rows.get(id) ?? [])
      .map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row))))
      .join('')
    after = found.length === BATCH ? found.at(-1) : undefined
  } while (after)
}

const rupees = (amount: number | null): Cell => (amount === null ? null : amount / 100)

const COLUMNS: Readonly<Record<string, (row: PaymentRow) => Cell>> = {
  Begun: ({ createdAt }) => kathmanduMoment(createdAt),
  'Booking ID': ({ bookingId }) => bookingId,
  Customer: ({ customerName }) => customerName,
  Location: ({ locationName }) => locationName,
  Plan: ({ planName }) => planName,
  'Booking is': ({ bookingState }) => BOOKING_LABELS[bookingState],
  Method: ({ method }) => methodNames()[method] ?? method,
  'Payment is': ({ state }) => ATTEMPT_LABELS[state],
  'Asked for (NPR)': ({ amount }) => rupees(amount),
  'Received (NPR)': ({ received }) => rupees(received),
  'Sent back (NPR)': ({ refunded }) => rupees(refunded),
  'To go back (NPR)': ({ owed }) => rupees(owed),
  Transaction: ({ transactionId }) => transactionId,
  'Payment ID': ({ paymentId }) => paymentId,
}
