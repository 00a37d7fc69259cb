import { sql } from 'kysely'
import type { listPayments, paymentFilter } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { addDays, type IsoDate, isoDate, kathmanduInstant } from '#domain/calendar.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { normaliseTransactionId } from '#domain/receipt/receipt.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { countTotal } from '../db/paging.ts'
import { type Instant, instant } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import type { LocationScope } from './access.ts'
import { filterByWorkplaces, readPaymentRows } from './rows.ts'

const PAGE_SIZE = 25
/** Of a search by name the payments of so many bookings are looked at, the newest. */
const MAX_BOOKINGS_SEARCHED = 200

export type PaymentFilter = Pick<Input<typeof listPayments>, keyof typeof paymentFilter>
export interface PaymentCursor {
  id: string
  created_at: Instant
}

/** All payments, newest first. The cursor is the place of the last row, so that new rows move nothing. */
export async function readPaymentList(
  app: App,
  { workplaces }: LocationScope,
  { cursor, ...filter }: Input<typeof listPayments>,
): Promise<Outcome<Output<typeof listPayments>>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const wanted = await buildPaymentQuery(app.db.read, workplaces, filter)
  const misplaced = cursor !== undefined && !after && { cursor: 'Send the "next" of an earlier answer' }
  if (misplaced || !wanted.ok)
    return fail('invalid', { fields: { ...(!wanted.ok && wanted.failure.fields), ...misplaced } })
  const query = wanted.value(after)
  const found = await query.limit(PAGE_SIZE + 1).execute()
  const page = found.slice(0, PAGE_SIZE)
  const end = found.length > PAGE_SIZE ? page.at(-1) : undefined
  const rows = await readPaymentRows(
    app.db.read,
    page.map(({ id }) => id),
  )
  const next = end ? formatCursor(end.created_at, end.id) : null
  const total = await countTotal(app.db.read, query, { after, next, rows: page.length })
  return succeed({ items: page.flatMap(({ id }) => rows.get(id) ?? []), next, ...total })
}

/** The way to the places of the payments that a filter finds, newest first, from one of them on. */
export async function buildPaymentQuery(
  db: Queries,
  workplaces: Workplaces,
  { q = '', location, method, state, from, to }: PaymentFilter,
) {
  const [first, last] = [from, to].map((date) => (date === undefined ? undefined : isoDate(date)))
  const fields = {
    ...(from !== undefined && !first && { from: INVALID_DATE }),
    ...(to !== undefined && !last && { to: INVALID_DATE }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  let query = db
    .selectFrom('payments')
    .select(['payments.id', 'payments.created_at'])
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
  if (workplaces || location) {
    let joined = query.innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    if (location) joined = joined.where('bookings.location_id', '=', location)
    query = filterByWorkplaces(joined, workplaces) as unknown as typeof query
  }
  // Nothing bears the empty name: then nothing is found.
  if (q.trim() !== '') query = query.where('payments.id', 'in', [...(await searchPaymentIds(db, q.trim())), ''])
  if (method) query = query.where('payments.method', '=', method)
  if (state) query = query.where('payments.state', '=', state)
  if (first) query = query.where('payments.created_at', '>=', getDayStart(first))
  if (last) query = query.where('payments.created_at', '<', getDayStart(addDays(last, 1)))
  return succeed((after: PaymentCursor | undefined) =>
    after ? query.where(sql<boolean>`(payments.created_at, payments.id) < (${after.created_at}, ${after.id})`) : query,
  )
}

/** Ids of the payments that bear a number, or whose booking does, or whose customer's name or address has these words. */
async function searchPaymentIds(db: Queries, typed: string): Promise<string[]> {
  const key = normaliseTransactionId(typed)
  const payments = await db
    .selectFrom('payments')
    .select('id')
    .where((row) =>
      row.or([
        row('id', '=', typed),
        row.and([row('method', 'in', RECORDED_METHODS), row('provider_reference', 'in', [typed, key])]),
        row('booking_id', '=', typed.toUpperCase()),
      ]),
    )
    .execute()
  const receipts = await db
    .selectFrom('payment_evidence')
    .select('payment_id as id')
    .where('transaction_id', '=', key)
    .execute()
  const refunds = await db.selectFrom('refunds').select('payment_id as id').where('reference', '=', typed).execute()
  const found = [...payments, ...receipts, ...refunds].map(({ id }) => id)
  if (found.length > 0) return [...new Set(found)].slice(0, MAX_BOOKINGS_SEARCHED)
  const bookings = await db
    .selectFrom('bookings')
    .select('id')
    .where(matchesSearch(typed))
    .orderBy('created_at', 'desc')
    .limit(MAX_BOOKINGS_SEARCHED)
    .execute()
  const named = bookings.map(({ id }) => id)
  if (named.length === 0) return []
  const theirs = await db.selectFrom('payments').select('id').where('booking_id', 'in', named).execute()
  return theirs.map(({ id }) => id)
}

const getDayStart = (date: IsoDate): Instant => instant(kathmanduInstant(date))

const formatCursor = (createdAt: Instant, id: string): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

function parseCursor(cursor: string): PaymentCursor | undefined {
  const [, createdAt, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S{1,80})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return createdAt && id ? { created_at: createdAt as Instant, id } : undefined
}
