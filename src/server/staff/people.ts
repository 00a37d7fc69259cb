import type { changePerson as Change, listPeople, PersonView } from '#contract/admin/people.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import type { LocationId } from '#domain/location.ts'
import { workplacesFor } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tables } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { twoFactorChangedEmail } from './emails.ts'
import { toInvitationView } from './invitations.ts'
import { endSessions } from './session-ends.ts'
import type { Staff } from './sessions.ts'
import { removeTwoFactor } from './two-factor.ts'

type StaffRow = Tables['staff'] & { confirmed_at: string | null }

const OWN_ACCOUNT = 'Nobody changes their own rights: another owner has to do it.'

/** Every account, those that are disabled last, and the invitations that nobody has taken up. */
export async function readPeople(app: App, by: Staff): Promise<Outcome<Output<typeof listPeople>>> {
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

/** Changes role, workplaces, or whether somebody may sign in at all. What was not seen is not written over. */
export async function changePerson(
  app: App,
  by: Staff,
  staffId: string,
  wanted: Input<typeof Change>,
): Promise<Outcome<PersonView>> {
  if (staffId === by.id) return fail('forbidden', { message: OWN_ACCOUNT })
  const changed = await app.db.write(async (db) => {
    if (!(await isStillOwner(db, by))) return fail('forbidden')
    const row = await selectAccounts(db).where('staff.id', '=', staffId).executeTakeFirst()
    if (!row) return fail('not_found')
    if (row.version !== wanted.version) return fail('changed_meanwhile', { current: toPersonView(row, by) })
    const role = wanted.role ?? row.role
    const before = { role: row.role, workplaces: parseWorkplaces(row), disabled: row.disabled_at !== null }
    const after = {
      role,
      workplaces: workplacesFor(role, wanted.workplaces === undefined ? parseWorkplaces(row) : wanted.workplaces),
      disabled: wanted.disabled ?? before.disabled,
    }
    const change = diffFields(before, after)
    if (Object.keys(change.after).length === 0) return succeed(toPersonView(row, by))
    const values = {
      role,
      workplaces: after.workplaces && JSON.stringify(after.workplaces),
      disabled_at: after.disabled ? (row.disabled_at ?? instant(app.now())) : null,
      version: row.version + 1,
    }
    // Nobody else is at an account now: all wait at the owners' rows.
    await db.updateTable('staff').set(values).where('id', '=', staffId).execute()
    if (after.disabled) {
      await endSessions(db, { staffId }, 'disabled', app.now())
      await db.deleteFrom('invitations').where('staff_id', '=', staffId).execute()
    }
    // What is open under the old rights goes on under the new ones.
    else await recordEvent(db, 'staff_update', staffId, app.now())
    const action =
      before.disabled === after.disabled ? 'staff_changed' : after.disabled ? 'staff_disabled' : 'staff_enabled'
    await recordAuditEntry(
      db,
      { by, action, subject: 'staff', subjectId: staffId, label: row.email, ...change },
      app.now(),
    )
    return succeed(toPersonView({ ...row, ...values }, by))
  })
  if (changed.ok) app.notifier.notify()
  return changed
}

/** For somebody who has lost telephone and backup codes: their password alone signs them in again. */
export async function resetTwoFactor(app: App, by: Staff, staffId: string): Promise<Outcome<PersonView>> {
  if (staffId === by.id) return fail('forbidden', { message: OWN_ACCOUNT })
  return app.db.write(async (db) => {
    const row = await selectAccounts(db).where('staff.id', '=', staffId).executeTakeFirst()
    if (!row || !(await removeTwoFactor(db, staffId))) return fail('not_found')
    await recordAuditEntry(
      db,
      { by, action: 'two_factor_reset', subject: 'staff', subjectId: staffId, label: row.email },
      app.now(),
    )
    await queueEmail(db, twoFactorChangedEmail(row, 'reset'), app.now())
    return succeed(toPersonView({ ...row, confirmed_at: null }, by))
  })
}

/**
 * Every change of accounts waits for the one before it, here: of two owners who take each other's rights at the same
 * moment the second has none any more. So there is always an owner, since nobody changes themselves.
 */
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
