import { sql } from 'kysely'
import type { listWaiting, removeWaiting, WaitingRow } from '#contract/admin/waiting.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import type { Instant } from '../db/instant.ts'
import { parsePaging, readPage } from '../db/paging.ts'
import type { WaitingEntry } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { endEntry } from './entries.ts'

/** Entries of one location, day and plan are together, the first in line first. */
const LINE = sql<string>`waiting_entries.location_id || ' ' || coalesce(waiting_entries.day, '') || ' '
  || coalesce(plan_id, '') || ' ' || confirmed_at`

/** Without days that have passed. */
export async function readWaitingList(
  app: App,
  { location, day: onDay, cursor, limit }: Input<typeof listWaiting>,
): Result<typeof listWaiting> {
  const paging = parsePaging({ cursor, limit })
  if (!paging.ok) return paging
  const day = onDay === undefined ? undefined : parseIsoDate(onDay)
  if (onDay !== undefined && !day) return fail('invalid', { fields: { day: INVALID_DATE } })
  const { after } = paging.value
  let query = app.db.read
    .selectFrom('waiting_entries')
    .selectAll('waiting_entries')
    .select(LINE.as('line'))
    .select((entry) =>
      entry
        .selectFrom('seat_offers')
        .select('seat_offers.expires_at')
        .whereRef('seat_offers.entry_id', '=', 'waiting_entries.id')
        .where('seat_offers.state', '=', 'open')
        .as('offered_until'),
    )
    .where('state', 'in', ['waiting', 'offered'])
    .where((entry) => entry.or([entry('day', 'is', null), entry('day', '>=', kathmanduDate(app.now()))]))
    .orderBy('line')
    .orderBy('id')
  if (location) query = query.where('location_id', '=', parseLocationId(location) ?? '')
  if (day) query = query.where('day', '=', day)
  if (after) query = query.where(sql<boolean>`(${LINE}, id) > (${after[0]}, ${after[1]})`)
  const { page, next, total } = await readPage(app.db.read, query, paging.value, ({ line, id }) => [line, id])
  return succeed({ items: page.map(toWaitingRow), next, ...total })
}

/** Its audit entry does not contain the address, because it is kept longer than the list. */
export async function removeWaitingByStaff(app: App, staff: Staff, id: string): Result<typeof removeWaiting> {
  return app.db.write(async (db) => {
    const removed = await endEntry(app, db, id)
    if (!removed) return fail('not_found', { message: 'This entry is no longer on the waiting list.' })
    const before = { location: removed.location_id, plan: removed.plan_id, day: removed.day }
    await recordAuditEntry(
      db,
      { by: staff, action: 'waiting_removed', subject: 'waiting', subjectId: id, before },
      app.now(),
    )
    return succeed({})
  })
}

const toWaitingRow = (entry: WaitingEntry & { offered_until: Instant | null }): WaitingRow => ({
  entryId: entry.id,
  email: entry.email,
  phone: entry.phone,
  locationId: entry.location_id,
  planId: entry.plan_id,
  day: entry.day,
  since: entry.confirmed_at ?? entry.created_at,
  offeredUntil: entry.offered_until,
})
