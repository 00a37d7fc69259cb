import type { exportBookings } from '#contract/admin/exports.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { type Cell, CSV_BEGIN, csvLine } from '#domain/csv.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import type { Paisa } from '#domain/money.ts'
import type { App } from './app.ts'
import { type Deed, recordDeed } from './audit.ts'
import { type Place, readFilter, type Wanted, wantedBookings } from './booking-filter.ts'
import { customerOf, linesOf } from './booking-row.ts'
import { methodNames } from './catalogue.ts'
import type { Queries } from './db/database.ts'
import type { BookingTable, MembershipTable } from './db/schema.ts'
import type { Staff } from './sessions.ts'
import { liesWithin } from './workplaces.ts'

/** Read at once: others are answered between two of these. */
const BATCH = 500

/** All bookings of a filter, line by line; who took them out of the house is on record before the first. */
export async function bookingsCsv(
  app: App,
  staff: Staff,
  filter: Input<typeof exportBookings>,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const wanted = readFilter(filter, staff.workplaces)
  if (!wanted.ok) return wanted
  await recordExport(app, staff, 'bookings_exported', filter)
  return succeed(streamOf(bookingLines(app, wanted.value)))
}

export async function membershipsCsv(app: App, staff: Staff): Promise<Outcome<ReadableStream<Uint8Array>>> {
  await recordExport(app, staff, 'memberships_exported', {})
  return succeed(streamOf(membershipLines(app, staff)))
}

export async function recordExport(app: App, by: Staff, action: Deed['action'], filter: object): Promise<void> {
  await app.db.write(async (db) => {
    await recordDeed(db, { by, action, subject: 'site', subjectId: 'export', after: { ...filter } }, app.now())
    return succeed(undefined)
  })
}

async function* bookingLines(app: App, wanted: Wanted): AsyncGenerator<string> {
  yield CSV_BEGIN + csvLine(Object.keys(BOOKING_COLUMNS))
  let after: Place | undefined
  do {
    const places: Place[] = await wantedBookings(app.db.read.selectFrom('bookings'), wanted, after)
      .limit(BATCH)
      .execute()
    const ids = places.map(({ id }) => id)
    const rows =
      ids.length === 0 ? [] : await app.db.read.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
    const paid = await paidFor(app.db.read, ids)
    const byId = new Map(rows.map((row) => [row.id, { ...row, ...paid.get(row.id) }]))
    yield ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((row) => csvLine(Object.values(BOOKING_COLUMNS).map((cell) => cell(row))))
      .join('')
    after = places.length === BATCH ? places.at(-1) : undefined
  } while (after)
}

interface Paid {
  /** What came less what went back. */
  paid?: number
  /** As the accounts show them. */
  transactions?: string
}

/** What came for each of some bookings. */
async function paidFor(db: Queries, ids: readonly string[]): Promise<Map<string, Paid>> {
  const found = new Map<string, Paid>()
  if (ids.length === 0) return found
  const payments = await db
    .selectFrom('payments')
    .select(['booking_id', 'received', 'refunded', 'provider_reference'])
    .where('booking_id', 'in', ids)
    .where('received', 'is not', null)
    .orderBy('created_at')
    .execute()
  for (const { booking_id, received, refunded, provider_reference } of payments) {
    const { paid = 0, transactions } = found.get(booking_id) ?? {}
    found.set(booking_id, {
      paid: paid + (received ?? 0) - refunded,
      transactions: [transactions, provider_reference].filter(Boolean).join('; '),
    })
  }
  return found
}

async function* membershipLines(app: App, { workplaces }: Staff): AsyncGenerator<string> {
  yield CSV_BEGIN + csvLine(Object.keys(MEMBERSHIP_COLUMNS))
  let last: string | undefined = ''
  do {
    const rows: MembershipTable[] = await app.db.read
      .selectFrom('memberships')
      .selectAll()
      .where('id', '>', last)
      .where(liesWithin(workplaces))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield rows.map((row) => csvLine(Object.values(MEMBERSHIP_COLUMNS).map((cell) => cell(row, app)))).join('')
    last = rows.length === BATCH ? rows.at(-1)?.id : undefined
  } while (last)
}

const BOOKING_COLUMNS: Readonly<Record<string, (row: BookingTable & Paid) => Cell>> = {
  'Booking ID': ({ id }) => id,
  Status: ({ state }) => BOOKING_LABELS[state],
  Customer: customerOf,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Company: ({ company }) => company,
  Location: ({ location_name }) => location_name,
  Plan: ({ plan_name }) => plan_name,
  Period: ({ period }) => period,
  'First day': ({ start_date }) => start_date,
  'Last day': ({ end_date }) => end_date,
  From: ({ start_time }) => start_time,
  To: ({ end_time }) => end_time,
  Seats: ({ seats }) => seats,
  Includes: (row) =>
    linesOf(row)
      .map(({ label, quantity }) => `${label} × ${quantity}`)
      .join('; '),
  'Amount (NPR)': ({ total_amount }) => rupees(total_amount),
  'Paid (NPR)': ({ paid = 0 }) => rupees(paid as Paisa),
  'Payment method': ({ method }) => method && (methodNames()[method] ?? method),
  Transaction: ({ transactions }) => transactions ?? null,
  'Placed by staff': ({ placed_by }) => (placed_by === null ? 'no' : 'yes'),
  Notes: ({ notes }) => notes,
  Created: ({ created_at }) => kathmanduMoment(created_at),
}

const MEMBERSHIP_COLUMNS: Readonly<Record<string, (row: MembershipTable, app: App) => Cell>> = {
  'Booking ID': ({ booking_id }) => booking_id,
  Status: ({ status }) => MEMBERSHIP_LABELS[status],
  Member: ({ customer_name }) => customer_name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Location: ({ location_id }, { catalogue }) => named(catalogue.locations, location_id),
  Plan: ({ membership_type }, { catalogue }) => named(catalogue.plans, membership_type),
  Period: ({ billing_cycle }) => billing_cycle,
  Start: ({ start_date }) => start_date,
  End: ({ end_date }) => end_date,
  'Amount (NPR)': ({ amount }) => rupees(amount),
  'Renews by itself': ({ auto_renew }) => (auto_renew === 1 ? 'yes' : 'no'),
  Notes: ({ notes }) => notes,
  Created: ({ created_at }) => kathmanduMoment(created_at),
}

const named = (all: readonly { id: string; name: string }[], id: string): string =>
  all.find((each) => each.id === id)?.name ?? id

const rupees = (amount: Paisa): number => amount / 100

/** `2026-12-01 10:00`, Kathmandu's: spreadsheet programs read it as date and time. */
export function kathmanduMoment(at: string): string {
  const instant = Date.parse(at)
  return `${kathmanduDate(instant)} ${kathmanduTime(instant)}`
}

export function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void lines.return(undefined),
  })
}
