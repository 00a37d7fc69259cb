import { sql } from 'kysely'
import { applyMembershipChanges, type Terms } from '#contract/admin/membership-terms.ts'
import type { changeMembership, listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { parsePaging, readPage } from '../db/paging.ts'
import type { Membership } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { expireMemberships } from './lifecycle.ts'
import { updateMembership } from './membership-changes.ts'
import { readMembershipRows, toMembershipRow } from './rows.ts'

/** Memberships that end soon by their end date, others newest first. Overdue ones are marked as expired before. */
export async function readMemberships(
  app: App,
  { workplaces }: Staff,
  { status, location, plan, q = '', ...input }: Input<typeof listMemberships>,
): Result<typeof listMemberships> {
  const paging = parsePaging(input)
  if (!paging.ok) return paging
  await expireMemberships(app)
  const { after } = paging.value
  const today = kathmanduDate(app.now())
  const isEnding = status === 'ending'
  // Each order has one index that covers every filter.
  const column = isEnding ? 'end_date' : 'created_at'
  const order = isEnding ? 'asc' : 'desc'
  const comparison = sql.raw(isEnding ? '>' : '<')
  let query = app.db.read
    .selectFrom('memberships')
    .select(['id', `${column} as sorted`])
    .where(isWithinWorkplaces(workplaces))
    .where(matchesSearch(q))
    .orderBy(column, order)
    .orderBy('id', order)
  if (isEnding) query = query.where('status', '=', 'active').where(endsSoon(today))
  else if (status !== undefined) query = query.where('status', '=', status)
  if (location !== undefined) query = query.where(sql<boolean>`location_id = ${location}`)
  if (plan !== undefined) query = query.where(sql<boolean>`membership_type = ${plan}`)
  if (after) query = query.where(sql<boolean>`(${sql.ref(column)}, id) ${comparison} (${after[0]}, ${after[1]})`)
  const { page, next, total } = await readPage(app.db.read, query, paging.value, ({ sorted, id }) => [sorted, id])
  const ids = page.map(({ id }) => id)
  const rows = await readMembershipRows(app, ids)
  return succeed({
    items: ids.flatMap((id) => rows.get(id) ?? []),
    next,
    ...total,
    ...(await countMemberships(app, workplaces, today)),
  })
}

/** The end date is the day after the last day. */
const endsSoon = (today: IsoDate) =>
  sql<boolean>`end_date >= ${today} and end_date <= ${addDays(today, ENDING_DAYS + 1)}`

/** `ending` counts active memberships whose last day is within `ENDING_DAYS`, `starting` those that start after today. */
export async function countMemberships(
  app: App,
  workplaces: Workplaces,
  today: IsoDate,
): Promise<{ active: number; ending: number; starting: number }> {
  return app.db.read
    .selectFrom('memberships')
    .select([
      sql<number>`count(*)`.as('active'),
      sql<number>`coalesce(sum(case when ${endsSoon(today)} then 1 else 0 end), 0)`.as('ending'),
      sql<number>`coalesce(sum(case when start_date > ${today} then 1 else 0 end), 0)`.as('starting'),
    ])
    .where('status', '=', 'active')
    .where(isWithinWorkplaces(workplaces))
    .executeTakeFirstOrThrow()
}

export async function loadMembership(app: App, staff: Staff, id: string): Promise<Outcome<MembershipRow>> {
  const membership = await findMembershipForStaff(app.db.read, staff, id)
  return membership ? succeed(await toMembershipRow(app, app.db.read, membership)) : fail('not_found')
}

const findMembershipForStaff = (db: Queries, staff: Staff, id: string): Promise<Membership | undefined> =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('id', '=', id)
    .where(isWithinWorkplaces(staff.workplaces))
    .executeTakeFirst()

export async function editMembership(
  app: App,
  staff: Staff,
  id: string,
  input: Input<typeof changeMembership>,
): Promise<Outcome<MembershipRow>> {
  const now = app.now()
  return writeAndNotify(app, async (db) => {
    const membership = await findMembershipForStaff(db, staff, id)
    if (!membership) return fail('not_found')
    const current = await toMembershipRow(app, db, membership)
    if (membership.version !== input.version) return fail('changed_meanwhile', { current })
    const terms = getTerms(membership)
    const changed = applyMembershipChanges(terms, input, kathmanduDate(now))
    if (!changed.ok) return changed
    const { before, after } = diffFields({ ...terms }, { ...changed.value })
    if (Object.keys(after).length === 0) return succeed(current)
    const entry = {
      action: 'membership_changed',
      before,
      after,
      ...(input.reason && { reason: input.reason }),
    } as const
    const updated = await updateMembership(db, staff, membership, toColumns(changed.value), entry, now)
    return succeed(await toMembershipRow(app, db, updated))
  })
}

const getTerms = ({ status, start_date, end_date, auto_renew, notes }: Membership): Terms => ({
  status,
  startDate: start_date,
  endDate: end_date,
  autoRenew: auto_renew === 1,
  notes,
})

const toColumns = ({ status, startDate, endDate, autoRenew, notes }: Terms): Partial<Membership> => ({
  status,
  start_date: startDate,
  end_date: endDate,
  auto_renew: Number(autoRenew),
  notes,
})
