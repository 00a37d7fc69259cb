import { sql } from 'kysely'
import { changedTerms, type Terms } from '#contract/admin/membership-terms.ts'
import type { changeMembership, listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { recordDeed } from '../audit/audit.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { type Place, pageOf, readPaging, totalOf } from '../db/paging.ts'
import { instant, type MembershipTable } from '../db/schema.ts'
import { holdsWords } from '../db/words.ts'
import { recordEvent } from '../events/events.ts'
import { currentCatalogue } from '../prices/prices.ts'
import type { Staff } from '../staff/sessions.ts'
import { liesWithin } from '../staff/workplaces.ts'
import { expireMemberships } from './membership-end.ts'
import { readMembershipRows, rowOf } from './membership-row.ts'

type Wanted = Input<typeof listMemberships>

/** Lists memberships for staff, after marking overdue ones as expired. */
export async function readMemberships(
  app: App,
  staff: Staff,
  wanted: Wanted,
): Promise<Outcome<Output<typeof listMemberships>>> {
  const paging = readPaging(wanted)
  if (!paging.ok) return paging
  await expireMemberships(app)
  const { size, after } = paging.value
  const today = kathmanduDate(app.now())
  const query = (wanted.status === 'ending' ? ending(app.db.read, today, after) : newest(app.db.read, wanted, after))
    .where(liesWithin(staff.workplaces))
    .$if(wanted.location !== undefined, (query) => query.where(sql<boolean>`location_id = ${wanted.location}`))
    .$if(wanted.plan !== undefined, (query) => query.where(sql<boolean>`membership_type = ${wanted.plan}`))
    .where(holdsWords(wanted.q ?? ''))
  const found = await query.limit(size + 1).execute()
  const { page, next } = pageOf(found, size, ({ place, id }) => [place, id])
  const rows = await readMembershipRows(
    app,
    page.map(({ id }) => id),
  )
  const total = await totalOf(app.db.read, query, { after, next, rows: page.length })
  return succeed({
    items: page.flatMap(({ id }) => rows.get(id) ?? []),
    next,
    ...total,
    ...(await counts(app, staff, today)),
  })
}

const newest = (db: Queries, { status }: Wanted, after: Place | undefined) =>
  db
    .selectFrom('memberships')
    .select(['id', 'created_at as place'])
    .$if(status !== undefined, (query) => query.where(sql<boolean>`status = ${status}`))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.[0]}, ${after?.[1]})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

const ending = (db: Queries, today: IsoDate, after: Place | undefined) =>
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
async function counts(app: App, staff: Staff, today: IsoDate): Promise<{ active: number; ending: number }> {
  const soon = addDays(today, ENDING_DAYS)
  return app.db.read
    .selectFrom('memberships')
    .select([
      sql<number>`count(*)`.as('active'),
      sql<number>`coalesce(sum(case when end_date <= ${soon} then 1 else 0 end), 0)`.as('ending'),
    ])
    .where('status', '=', 'active')
    .where(liesWithin(staff.workplaces))
    .executeTakeFirstOrThrow()
}

export async function readOneMembership(app: App, staff: Staff, id: string): Promise<Outcome<MembershipRow>> {
  const membership = await membershipWithin(app.db.read, staff, id)
  return membership ? succeed(rowOf(await currentCatalogue(app, app.db.read), membership)) : fail('not_found')
}

const membershipWithin = (db: Queries, staff: Staff, id: string): Promise<MembershipTable | undefined> =>
  db.selectFrom('memberships').selectAll().where('id', '=', id).where(liesWithin(staff.workplaces)).executeTakeFirst()

/** Changes what was sent, all of it or nothing; what is the same already leaves nothing behind. */
export async function change(
  app: App,
  staff: Staff,
  id: string,
  wanted: Input<typeof changeMembership>,
): Promise<Outcome<MembershipRow>> {
  const now = app.now()
  const outcome = await app.db.write<MembershipTable>(async (db) => {
    const membership = await membershipWithin(db, staff, id)
    if (!membership) return fail('not_found')
    if (membership.version !== wanted.version)
      return fail('changed_meanwhile', { current: rowOf(await currentCatalogue(app, db), membership) })
    const terms = termsOf(membership)
    const changed = changedTerms(terms, wanted, kathmanduDate(now))
    if (!changed.ok) return changed
    const { before, after } = differences({ ...terms }, { ...changed.value })
    if (Object.keys(after).length === 0) return succeed(membership)
    const written = await db
      .updateTable('memberships')
      .set({ ...columnsOf(changed.value), version: membership.version + 1, updated_at: instant(now) })
      .where('id', '=', id)
      .where('version', '=', membership.version)
      .returningAll()
      .executeTakeFirst()
    if (!written) throw new Conflict()
    await recordDeed(
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
  app.bell.ring()
  return succeed(rowOf(await currentCatalogue(app, app.db.read), outcome.value))
}

const termsOf = ({ status, start_date, end_date, auto_renew, notes }: MembershipTable): Terms => ({
  status,
  startDate: start_date,
  endDate: end_date,
  autoRenew: auto_renew === 1,
  notes,
})

const columnsOf = ({ status, startDate, endDate, autoRenew, notes }: Terms): Partial<MembershipTable> => ({
  status,
  start_date: startDate,
  end_date: endDate,
  auto_renew: Number(autoRenew),
  notes,
})
