import { sql } from 'kysely'
import type { AuditEntry, listAuditEntries } from '#contract/admin/audit.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { addDays, isoDate, kathmanduInstant } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { countTotal, paginate, parsePaging } from '../db/paging.ts'
import { type AuditTable, instant } from '../db/schema.ts'
import { readLastCheck } from './check.ts'

export type AuditFilter = Omit<Input<typeof listAuditEntries>, 'cursor' | 'limit'>

/** How the filter names the product itself. */
const SYSTEM_ACTOR = '-'

/** Who did what, newest first. */
export async function readAuditList(
  { db }: App,
  { cursor, limit, ...filter }: Input<typeof listAuditEntries>,
): Promise<Outcome<Output<typeof listAuditEntries>>> {
  const paging = parsePaging({ cursor, limit })
  if (!paging.ok) return paging
  const { size, after } = paging.value
  const query = selectAuditPositions(db.read, filter)
  if (!query.ok) return query
  const places = query.value.$if(after !== undefined, (rows) =>
    rows.where(isBefore(after?.[0] ?? '', Number(after?.[1]))),
  )
  const found = await places.limit(size + 1).execute()
  const { page, next } = paginate(found, size, ({ created_at, position }) => [created_at, String(position)])
  const items = await readAuditEntries(
    db.read,
    page.map(({ position }) => position),
  )
  const people = await db.read.selectFrom('staff').select('email').orderBy('email').execute()
  return succeed({
    items,
    next,
    ...(await countTotal(db.read, places, { after, next, rows: page.length })),
    people: people.map(({ email }) => email),
    chain: await readLastCheck(db.read),
  })
}

/** That a deed stands behind a place in the list. */
export const isBefore = (createdAt: string, position: number) =>
  sql<boolean>`(created_at, position) < (${createdAt}, ${position})`

/** The places of the deeds that a filter finds, newest first, from one index alone; a day that is none is named. */
export function selectAuditPositions(db: Queries, { by, action, subject, on, from, to }: AuditFilter) {
  const [first, last] = [isoDate(from), isoDate(to)]
  const fields = {
    ...(from !== undefined && !first && { from: 'Send a day as YYYY-MM-DD' }),
    ...(to !== undefined && !last && { to: 'Send a day as YYYY-MM-DD' }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  let query = db
    .selectFrom('audit')
    .select(['position', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('position', 'desc')
  if (by) query = by === SYSTEM_ACTOR ? query.where('actor', 'is', null) : query.where('actor', '=', by)
  if (action) query = query.where('action', '=', action)
  if (subject) query = query.where('subject', '=', subject)
  if (on) query = query.where('subject_id', '=', on)
  if (first) query = query.where('created_at', '>=', instant(kathmanduInstant(first)))
  if (last) query = query.where('created_at', '<', instant(kathmanduInstant(addDays(last, 1))))
  return succeed(query)
}

/** Deeds by their positions, in this order. */
export async function readAuditEntries(db: Queries, positions: readonly number[]): Promise<AuditEntry[]> {
  if (positions.length === 0) return []
  const rows = await db.selectFrom('audit').selectAll().where('position', 'in', positions).execute()
  const byPosition = new Map(rows.map((row) => [row.position, toAuditRow(row)]))
  return positions.flatMap((position) => byPosition.get(position) ?? [])
}

const toAuditRow = (deed: AuditTable): AuditEntry => ({
  position: deed.position,
  at: deed.created_at,
  by: deed.actor,
  action: deed.action,
  subject: deed.subject,
  subjectId: deed.subject_id,
  label: deed.label,
  before: deed.before === null ? null : JSON.parse(deed.before),
  after: deed.after === null ? null : JSON.parse(deed.after),
  reason: deed.reason,
})
