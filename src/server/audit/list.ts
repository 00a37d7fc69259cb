import { sql } from 'kysely'
import type { AuditEntry, listAuditEntries } from '#contract/admin/audit.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { addDays, kathmanduInstant, parseIsoDate } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { parsePaging, readPage } from '../db/paging.ts'
import type { StoredAuditEntry } from '../db/schema.ts'
import { readLastCheck } from './check.ts'

export type AuditFilter = Omit<Input<typeof listAuditEntries>, 'cursor' | 'limit'>

const SYSTEM_ACTOR = '-'

/** Newest first. */
export async function readAuditList(
  { db }: App,
  input: Input<typeof listAuditEntries>,
): Result<typeof listAuditEntries> {
  const paging = parsePaging(input)
  if (!paging.ok) return paging
  const { after } = paging.value
  const query = selectAuditPositions(db.read, input)
  if (!query.ok) return query
  const positions = query.value.$if(after !== undefined, (rows) =>
    rows.where(isBefore(String(after?.[0]), Number(after?.[1]))),
  )
  const { page, next, total } = await readPage(db.read, positions, paging.value, ({ created_at, position }) => [
    created_at,
    String(position),
  ])
  const people = await db.read.selectFrom('staff').select('email').orderBy('email').execute()
  return succeed({
    items: await readAuditEntries(db.read, page),
    next,
    ...total,
    people: people.map(({ email }) => email),
    chain: await readLastCheck(db.read),
  })
}

/** Whether a row comes after a position in the list. */
export const isBefore = (createdAt: string, position: number) =>
  sql<boolean>`(created_at, position) < (${createdAt}, ${position})`

/** Selects positions from one index, newest first. Fails with `invalid` for a malformed day. */
export function selectAuditPositions(db: Queries, { by, action, subject, on, from, to }: AuditFilter) {
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)]
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

/** Newest first. */
export async function readAuditEntries(
  db: Queries,
  found: readonly Pick<StoredAuditEntry, 'position'>[],
): Promise<AuditEntry[]> {
  if (found.length === 0) return []
  const positions = found.map(({ position }) => position)
  const rows = await db
    .selectFrom('audit')
    .select(['position', 'created_at as at', 'actor as by', 'action', 'subject', 'subject_id as subjectId', 'label'])
    .select(['before', 'after', 'reason'])
    .where('position', 'in', positions)
    .orderBy('created_at', 'desc')
    .orderBy('position', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    before: row.before && JSON.parse(row.before),
    after: row.after && JSON.parse(row.after),
  }))
}
