import { sql } from 'kysely'
import type { listWaiting, removeWaiting, WaitingRow } from '#contract/admin/waiting.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { parseLocationId } from '#domain/location.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { parsePaging, readPage } from '../db/paging.ts'
import type { WaitingEntry } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { removeEntry } from './entries.ts'

/** Entries of one location and plan are together, the first in line first. */
const LINE = sql<string>`location_id || ' ' || coalesce(plan_id, '') || ' ' || confirmed_at`

export async function readWaitingList(
  app: App,
  { location, cursor, limit }: Input<typeof listWaiting>,
): Result<typeof listWaiting> {
  const paging = parsePaging({ cursor, limit })
  if (!paging.ok) return paging
  const { after } = paging.value
  let query = app.db.read
    .selectFrom('waiting_entries')
    .selectAll()
    .select(LINE.as('line'))
    .where('state', '=', 'waiting')
    .orderBy('line')
    .orderBy('id')
  if (location) query = query.where('location_id', '=', parseLocationId(location) ?? '')
  if (after) query = query.where(sql<boolean>`(${LINE}, id) > (${after[0]}, ${after[1]})`)
  const { page, next, total } = await readPage(app.db.read, query, paging.value, ({ line, id }) => [line, id])
  return succeed({ items: page.map(toWaitingRow), next, ...total })
}

/** Its audit entry does not contain the address, because it is kept longer than the list. */
export async function removeWaitingByStaff(app: App, staff: Staff, id: string): Result<typeof removeWaiting> {
  return app.db.write(async (db) => {
    const removed = await removeEntry(app, db, id)
    if (!removed) return fail('not_found', { message: 'This entry is no longer on the waiting list.' })
    const before = { location: removed.location_id, plan: removed.plan_id }
    await recordAuditEntry(
      db,
      { by: staff, action: 'waiting_removed', subject: 'waiting', subjectId: id, before },
      app.now(),
    )
    return succeed({})
  })
}

const toWaitingRow = (entry: WaitingEntry): WaitingRow => ({
  entryId: entry.id,
  email: entry.email,
  phone: entry.phone,
  locationId: entry.location_id,
  planId: entry.plan_id,
  since: entry.confirmed_at ?? entry.created_at,
})
