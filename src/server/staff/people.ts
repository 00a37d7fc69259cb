import type { changePerson as Change, listPeople, PersonView } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import type { LocationId } from '#domain/location.ts'
import { workplacesFor } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { StaffAccount } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { toInvitationView } from './invitations.ts'
import { endSessions, type Staff } from './sessions.ts'
import { recordStaffAuditEntry } from './staff-audit.ts'
import { removeTwoFactor } from './two-factor.ts'

type StaffRow = StaffAccount & { confirmed_at: string | null }

const OWN_ACCOUNT = 'You cannot change your own role. Ask another owner.'

export async function readPeople(app: App, by: Staff): Result<typeof listPeople> {
  const [people, invitations] = await Promise.all([
    selectAccounts(app.db.read).orderBy('staff.name').orderBy('staff.email').execute(),
    app.db.read.selectFrom('invitations').selectAll().orderBy('created_at', 'desc').execute(),
  ])
  const views = people.map((row) => toPersonView(row, by))
  return succeed({
    people: [...views.filter((view) => !view.disabledAt), ...views.filter((view) => view.disabledAt)],
    invitations: invitations.map((row) => toInvitationView(row, app.now())),
  })
}

/** Changes role, workplaces or access, unless the account has changed since it was read. */
export async function changePerson(
  app: App,
  by: Staff,
  staffId: string,
  input: Input<typeof Change>,
): Promise<Outcome<PersonView>> {
  if (staffId === by.id) return fail('forbidden', { message: OWN_ACCOUNT })
  return writeAndNotify(app, async (db) => {
    if (!(await isStillOwner(db, by))) return fail('forbidden')
    const row = await selectAccounts(db).where('staff.id', '=', staffId).executeTakeFirst()
    if (!row) return fail('not_found')
    if (row.version !== input.version) return fail('changed_meanwhile', { current: toPersonView(row, by) })
    const role = input.role ?? row.role
    const before = { role: row.role, workplaces: parseWorkplaces(row), disabled: row.disabled_at !== null }
    const after = {
      role,
      workplaces: workplacesFor(role, input.workplaces === undefined ? parseWorkplaces(row) : input.workplaces),
      disabled: input.disabled ?? before.disabled,
    }
    const change = diffFields(before, after)
    if (Object.keys(change.after).length === 0) return succeed(toPersonView(row, by))
    const values = {
      role,
      workplaces: after.workplaces && JSON.stringify(after.workplaces),
      disabled_at: after.disabled ? (row.disabled_at ?? instant(app.now())) : null,
      version: row.version + 1,
    }
    // The locked owner rows make every other change of accounts wait.
    await db.updateTable('staff').set(values).where('id', '=', staffId).execute()
    if (after.disabled) {
      await endSessions(db, { staffId }, 'disabled', app.now())
      await db.deleteFrom('invitations').where('staff_id', '=', staffId).execute()
    }
    // Open streams continue under the new rights.
    else await recordEvent(db, 'staff_update', staffId, app.now())
    const action =
      before.disabled === after.disabled ? 'staff_changed' : after.disabled ? 'staff_disabled' : 'staff_enabled'
    await recordStaffAuditEntry(app, db, by, row, { action, ...change })
    return succeed(toPersonView({ ...row, ...values }, by))
  })
}

/** Removes the second factor of a colleague who lost it. */
export async function resetTwoFactor(app: App, by: Staff, staffId: string): Promise<Outcome<PersonView>> {
  if (staffId === by.id) return fail('forbidden', { message: OWN_ACCOUNT })
  return app.db.write(async (db) => {
    const row = await selectAccounts(db).where('staff.id', '=', staffId).executeTakeFirst()
    if (!row || !(await removeTwoFactor(app, db, by, row, 'reset'))) return fail('not_found')
    return succeed(toPersonView({ ...row, confirmed_at: null }, by))
  })
}

/** Locks the owners, so that account changes run one after another and two owners cannot remove each other. */
async function isStillOwner(db: Queries, by: Staff): Promise<boolean> {
  const owners = await db
    .updateTable('staff')
    .set((row) => ({ role: row.ref('role') }))
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .returning('id')
    .execute()
  return owners.some(({ id }) => id === by.id)
}

const selectAccounts = (db: Queries) =>
  db
    .selectFrom('staff')
    .leftJoin('two_factors', 'two_factors.staff_id', 'staff.id')
    .selectAll('staff')
    .select('two_factors.confirmed_at')

const parseWorkplaces = (row: Pick<StaffRow, 'workplaces'>): LocationId[] | null =>
  row.workplaces && JSON.parse(row.workplaces)

const toPersonView = (row: StaffRow, by: Staff): PersonView => ({
  staffId: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  workplaces: parseWorkplaces(row),
  twoFactor: row.confirmed_at !== null,
  seenAt: row.seen_at,
  disabledAt: row.disabled_at,
  self: row.id === by.id,
  version: row.version,
})
