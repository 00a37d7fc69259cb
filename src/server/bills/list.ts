import { type SelectQueryBuilder, sql } from 'kysely'
import type { listBills, readBill } from '#contract/admin/bills.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { type Paisa, paisa } from '#domain/money.ts'
import { normalisePan } from '#domain/pan.ts'
import type { App, Result } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { isCounted, parsePaging, readPage } from '../db/paging.ts'
import type { Bill, BillCopy, Tables } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { readStaffName } from '../staff/staff-name.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { findBillForStaff, parseBill } from './bill.ts'
import { getRemainder } from './notes.ts'

type BillRow = Output<typeof listBills>['items'][number]

export async function readBillList(
  { db: { read: db } }: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  { q = '', location, kind, from, to, cursor }: Input<typeof listBills>,
): Result<typeof listBills> {
  const paging = parsePaging({ cursor })
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)]
  const fields = {
    ...(from && !first && { from: INVALID_DATE }),
    ...(to && !last && { to: INVALID_DATE }),
    ...(!paging.ok && paging.failure.fields),
  }
  if (!paging.ok || Object.keys(fields).length > 0) return fail('invalid', { fields })
  let query = db
    .selectFrom('bills')
    .selectAll()
    .where(isWithinWorkplaces(workplaces))
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
  if (location) query = query.where('location_id', '=', location)
  if (kind) query = query.where('kind', '=', kind)
  if (first) query = query.where('issued_on', '>=', first)
  if (last) query = query.where('issued_on', '<=', last)
  if (q.trim() !== '') query = query.where(matchesTyped(q.trim()))
  const { after } = paging.value
  if (after) query = query.where(sql<boolean>`(issued_at, number) < (${sql.join(after)})`)
  const { page, next, total } = await readPage(db, query, paging.value, ({ issued_at, number }) => [issued_at, number])
  const sum = isCounted(total) && { sum: await sumTotals(db, query) }
  return succeed({ items: page.map(toBillRow), next, ...total, ...sum })
}

async function sumTotals(db: Queries, query: SelectQueryBuilder<Tables, 'bills', Bill>): Promise<Paisa> {
  const { sum } = await db
    .selectFrom(query.clearOrderBy().as('listed'))
    .select(sql<string | null>`sum(case when kind = 'credit' then -gross else gross end)`.as('sum'))
    .executeTakeFirstOrThrow()
  return paisa(Number(sum ?? 0))
}

/** `%` and `_` are no wildcards. */
const matchesTyped = (typed: string) =>
  sql<boolean>`(number = ${typed.toUpperCase()} or booking_id = ${typed.toUpperCase()}
    or buyer_pan = ${normalisePan(typed) || typed}
    or lower(buyer_name) like ${`%${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\')`

export async function readBillForStaff(app: App, staff: Staff, number: string): Result<typeof readBill> {
  const db = app.db.read
  const bill = await findBillForStaff(db, staff, number)
  if (!bill) return fail('not_found')
  const copies = await db.selectFrom('bill_copies').selectAll().where('number', '=', number).orderBy('copy').execute()
  const notes = await db
    .selectFrom('bills')
    .selectAll()
    .where('booking_id', '=', bill.booking_id)
    .where('of_number', '=', number)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  const { issuedBy, reason } = parseBill(bill)
  return succeed({
    bill: toBillRow(bill),
    taxable: bill.taxable,
    vat: bill.vat,
    issuedBy,
    reason,
    copies: await Promise.all(copies.map((copy) => toCopyRow(db, copy))),
    notes: notes.map(toBillRow),
    canCorrect: bill.of_number === null && getRemainder(bill, notes).amount > 0,
  })
}

async function toCopyRow(db: Queries, { copy, medium, made_by, created_at }: BillCopy) {
  const by = made_by === CUSTOMER ? 'Customer' : await readStaffName(db, made_by)
  return { copy, medium, by, at: created_at }
}

function toBillRow(bill: Bill): BillRow {
  const { heading, seller, method } = parseBill(bill)
  return {
    number: bill.number,
    kind: bill.kind,
    heading: heading.en,
    issuedOn: bill.issued_on,
    locationName: seller.outlet,
    buyerName: bill.buyer_name,
    buyerPan: bill.buyer_pan,
    total: bill.gross,
    method,
    bookingId: bill.booking_id,
    paymentId: bill.payment_id,
    of: bill.of_number,
  }
}
