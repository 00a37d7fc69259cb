import { sql } from 'kysely'
import { applyMembershipChanges, type Terms } from '#contract/admin/membership-terms.ts'
import type { changeMembership, listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { type Cursor, countTotal, paginate, parsePaging } from '../db/paging.ts'
import { instant, type MembershipTable } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import { recordEvent } from '../events/staff-events.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { expireMemberships } from './expiry.ts'
import { readMembershipRows, toMembershipRow } from './rows.ts'

type MembershipQuery = Input<typeof listMemberships>

/** Lists memberships for staff, after marking overdue ones as expired. */
export async function readMemberships(
  app: App,
  staff: Staff,
  wanted: MembershipQuery,
): Promise<Outcome<Output<typeof listMemberships>>> {
  const paging = parsePaging(wanted)
  if (!paging.ok) return paging
  await expireMemberships(app)
  const { size, after } = paging.value
  const today = kathmanduDate(app.now())
  const query = (
    wanted.status === 'ending' ? selectEnding(app.db.read, today, after) : selectNewest(app.db.read, wanted, after)
  )
    .where(isWithinWorkplaces(staff.workplaces))
    .$if(wanted.location !== undefined, (query) => query.where(sql<boolean>`location_id = ${wanted.location}`))
    .$if(wanted.plan !== undefined, (query) => query.where(sql<boolean>`membership_type = ${wanted.plan}`))
    .where(matchesSearch(wanted.q ?? ''))
  const found = await query.limit(size + 1).execute()
  const { page, next } = paginate(found, size, ({ place, id }) => [place, id])
  const rows = await readMembershipRows(
    app,
    page.map(({ id }) => id),
  )
  const total = await countTotal(app.db.read, query, { after, next, rows: page.length })
  return succeed({
    items: page.flatMap(({ id }) => rows.get(id) ?? []),
    next,
    ...total,
    ...(await countMemberships(app, staff, today)),
  })
}

const selectNewest = (db: Queries, { status }: MembershipQuery, after: Cursor | undefined) =>
  db
    .selectFrom('memberships')
    .select(['id', 'created_at as place'])
    .$if(status !== undefined, (query) => query.where(sql<boolean>`status = ${status}`))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.[0]}, ${after?.[1]})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

const selectEnding = (db: Queries, today: IsoDate, after: Cursor | undefined) =>
  db
    .selectFrom('memberships')
    .select(['id', sql<string>`end_date`.as('place')])
    .where('status', '=', 'active')
    .where('end_date', '>=', today)
    .where('end_date', '<=', addDays(today, ENDING_DAYS))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(end_date, id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy('end_date')
    .orderBy('id')

/** Active ones are as many as there are seats, whatever has run out over the years: counting them is cheap. */
async function countMemberships(app: App, staff: Staff, today: IsoDate): Promise<{ active: number; ending: number }> {
  const soon = addDays(today, ENDING_DAYS)
  return app.db.read
    .selectFrom('memberships')
    .select([
      sql<number>`count(*)`.as('active'),
      sql<number>`coalesce(sum(case when end_date <= ${soon} then 1 else 0 end), 0)`.as('ending'),
    ])
    .where('status', '=', 'active')
    .where(isWithinWorkplaces(staff.workplaces))
    .executeTakeFirstOrThrow()
}

export async function loadMembership(app: App, staff: Staff, id: string): Promise<Outcome<MembershipRow>> {
  const membership = await findMembershipForStaff(app.db.read, staff, id)
  return membership
    ? succeed(toMembershipRow(await readCurrentCatalogue(app, app.db.read), membership))
    : fail('not_found')
}

const findMembershipForStaff = (db: Queries, staff: Staff, id: string): Promise<MembershipTable | undefined> =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('id', '=', id)
    .where(isWithinWorkplaces(staff.workplaces))
    .executeTakeFirst()

/** Changes what was sent, all of it or nothing; what is the same already leaves nothing behind. */
export async function editMembership(
  app: App,
  staff: Staff,
  id: string,
  wanted: Input<typeof changeMembership>,
): Promise<Outcome<MembershipRow>> {
  const now = app.now()
  const outcome = await app.db.write<MembershipTable>(async (db) => {
    const membership = await findMembershipForStaff(db, staff, id)
    if (!membership) return fail('not_found')
    if (membership.version !== wanted.version)
      return fail('changed_meanwhile', { current: toMembershipRow(await readCurrentCatalogue(app, db), membership) })
    const terms = getTerms(membership)
    const changed = applyMembershipChanges(terms, wanted, kathmanduDate(now))
    if (!changed.ok) return changed
    const { before, after } = diffFields({ ...terms }, { ...changed.value })
    if (Object.keys(after).length === 0) return succeed(membership)
    const written = await db
      .updateTable('memberships')
      .set({ ...toColumns(changed.value), version: membership.version + 1, updated_at: instant(now) })
      .where('id', '=', id)
      .where('version', '=', membership.version)
      .returningAll()
      .executeTakeFirst()
    if (!written) throw new Conflict()
    await recordAuditEntry(
      db,
      {
        by: staff,
        action: 'membership_changed',
        subject: 'membership',
        subjectId: id,
        label: membership.customer_name,
        before,
        after,
        ...(wanted.reason && { reason: wanted.reason }),
      },
      now,
    )
    await recordEvent(db, 'membership_update', id, now)
    return succeed(written)
  })
  if (!outcome.ok) return outcome
  app.notifier.notify()
  return succeed(toMembershipRow(await readCurrentCatalogue(app, app.db.read), outcome.value))
}

const getTerms = ({ status, start_date, end_date, auto_renew, notes }: MembershipTable): Terms => ({
  status,
  startDate: start_date,
  endDate: end_date,
  autoRenew: auto_renew === 1,
  notes,
})

const toColumns = ({ status, startDate, endDate, autoRenew, notes }: Terms): Partial<MembershipTable> => ({
  status,
  start_date: startDate,
  end_date: endDate,
  auto_renew: Number(autoRenew),
  notes,
})
