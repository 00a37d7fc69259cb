import type { acceptInvitation as Join, readInvitation } from '#contract/admin/invitations.ts'
import type { InvitationLink, InvitationView, invite as Invite } from '#contract/admin/people.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isEmail } from '#domain/contact.ts'
import { formatStaffName, workplacesFor } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { type InvitationTable, instant } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { createSecret } from '../secrets.ts'
import { getPasswordMessage } from './account.ts'
import { invitationEmail, passwordChangedEmail, passwordLinkEmail, twoFactorChangedEmail } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './session-ends.ts'
import { hashToken, type Staff } from './sessions.ts'
import { removeTwoFactor } from './two-factor.ts'

/** So long a link works. */
export const INVITATION_HOURS = 72
const STORED_MS = 30 * 24 * 3_600_000

const LINK_EXPIRED =
  'This link has been used, withdrawn, or is older than three days. If you have chosen a password by it, sign in with that; else ask for a new link.'

/** Invites somebody to an account of their own. The link is mailed to them, and given back this once. */
export async function invite(app: App, by: Staff, wanted: Input<typeof Invite>): Promise<Outcome<InvitationLink>> {
  const email = wanted.email.trim().toLowerCase()
  if (!isEmail(email)) return fail('invalid', { fields: { email: 'Enter an email address like name@example.com' } })
  const workplaces = workplacesFor(wanted.role, wanted.workplaces)
  const { row, link } = createLink(app, {
    email,
    role: wanted.role,
    workplaces: workplaces && JSON.stringify(workplaces),
    staff_id: null,
  })
  return app.db.write(async (db) => {
    const known = await db.selectFrom('staff').select('disabled_at').where('email', '=', email).executeTakeFirst()
    if (known)
      return fail('invalid', {
        fields: {
          email: known.disabled_at
            ? 'There is a disabled account with this address: enable it instead'
            : 'There is an account with this address already',
        },
      })
    await replaceInvitation(db, row)
    const after = { role: row.role, workplaces }
    await recordAuditEntry(
      db,
      { by, action: 'staff_invited', subject: 'staff', subjectId: row.id, label: email, after },
      app.now(),
    )
    await queueEmail(
      db,
      invitationEmail(email, getInviterName(by), row.role, link, Date.parse(row.expires_at)),
      app.now(),
    )
    return succeed({ invitation: toInvitationView(row, app.now()), link })
  })
}

/**
 * A link for somebody who has forgotten their password. Until it is taken up the old one stays. `by` is null where it is
 * made at the machine itself.
 */
export async function createPasswordLink(
  app: App,
  by: Staff | null,
  staffId: string,
): Promise<Outcome<InvitationLink>> {
  return app.db.write(async (db) => {
    const account = await db
      .selectFrom('staff')
      .selectAll()
      .where('id', '=', staffId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!account) return fail('not_found')
    const { email, role, workplaces } = account
    const { row, link } = createLink(app, { email, role, workplaces, staff_id: staffId })
    await replaceInvitation(db, row)
    await recordAuditEntry(
      db,
      { by, action: 'password_linked', subject: 'staff', subjectId: staffId, label: email },
      app.now(),
    )
    await queueEmail(db, passwordLinkEmail(email, getInviterName(by), link, Date.parse(row.expires_at)), app.now())
    return succeed({ invitation: toInvitationView(row, app.now()), link })
  })
}

/**
 * For an owner whom nobody can let in again: whoever may open the database makes a link for a new password, and the
 * second factor is taken off. Gives the link; undefined where no owner has this address.
 */
export async function resetOwnerPassword(app: App, address: string): Promise<string | undefined> {
  const account = await app.db.read
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('email', '=', address.trim().toLowerCase())
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!account) return undefined
  await app.db.write(async (db) => {
    if (!(await removeTwoFactor(db, account.id))) return succeed(undefined)
    const { id: subjectId, email: label } = account
    await recordAuditEntry(db, { by: null, action: 'two_factor_reset', subject: 'staff', subjectId, label }, app.now())
    await queueEmail(db, twoFactorChangedEmail(account, 'reset'), app.now())
    return succeed(undefined)
  })
  const made = await createPasswordLink(app, null, account.id)
  return made.ok ? made.value.link : undefined
}

export async function withdrawInvitation(app: App, by: Staff, id: string): Promise<Outcome<Record<string, never>>> {
  return app.db.write(async (db) => {
    const [row] = await db.deleteFrom('invitations').where('id', '=', id).returning(['email', 'staff_id']).execute()
    if (!row) return fail('not_found')
    const subjectId = row.staff_id ?? id
    await recordAuditEntry(
      db,
      { by, action: 'invitation_withdrawn', subject: 'staff', subjectId, label: row.email },
      app.now(),
    )
    return succeed({})
  })
}

/** Whoever did not come is forgotten in a month: until then the owner sees that they did not. */
export async function deleteOldInvitations(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .deleteFrom('invitations')
      .where('expires_at', '<', instant(app.now() - STORED_MS))
      .execute()
    return succeed(undefined)
  })
}

/** Whom a link is for. Says the same of one that never was and one that is over. */
export async function viewInvitation(app: App, token: string): Promise<Outcome<Output<typeof readInvitation>>> {
  const row = await findOpenInvitation(app.db.read, app, token)
  if (!row) return fail('not_found', { message: LINK_EXPIRED })
  return succeed({ email: row.email, name: row.name ?? '', role: row.role, forAccount: row.staff_id !== null })
}

/** Takes a link up, once: makes the account, or gives it its new password and ends its sessions. */
export async function join(app: App, given: Input<typeof Join>): Promise<Outcome<{ email: string }>> {
  const found = await findOpenInvitation(app.db.read, app, given.token)
  if (!found) return fail('not_found', { message: LINK_EXPIRED })
  const sentence = getPasswordMessage(given.password, { email: found.email, name: given.name })
  if (sentence) return fail('invalid', { fields: { password: sentence } })
  const password_hash = await hashPassword(given.password)
  const joined = await app.db.write(async (db) => {
    const row = await findOpenInvitation(db, app, given.token)
    const taken = row && (await db.deleteFrom('invitations').where('id', '=', row.id).returning('id').execute())
    if (!row || taken?.length !== 1) return fail('not_found', { message: LINK_EXPIRED })
    const id = row.staff_id ?? crypto.randomUUID()
    const { name } = given
    if (row.staff_id) {
      await db.updateTable('staff').set({ name, password_hash }).where('id', '=', id).execute()
      await endSessions(db, { staffId: id }, 'password', app.now())
      await queueEmail(db, passwordChangedEmail(row), app.now())
    } else if (!(await createAccount(db, { ...row, id, name, password_hash }, app.now())))
      return fail('not_found', { message: LINK_EXPIRED })
    const by = { id, email: row.email }
    const action = row.staff_id ? 'password_changed' : 'staff_joined'
    const after = row.staff_id ? undefined : { name, role: row.role, workplaces: JSON.parse(row.workplaces ?? 'null') }
    await recordAuditEntry(
      db,
      { by, action, subject: 'staff', subjectId: id, label: row.email, ...(after && { after }) },
      app.now(),
    )
    return succeed({ email: row.email })
  })
  if (joined.ok) app.notifier.notify()
  return joined
}

export const toInvitationView = (row: InvitationTable, now: number): InvitationView => ({
  invitationId: row.id,
  email: row.email,
  role: row.role,
  workplaces: row.workplaces && JSON.parse(row.workplaces),
  forAccount: row.staff_id !== null,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  expired: Date.parse(row.expires_at) <= now,
})

const getInviterName = (by: Staff | null): string => (by ? formatStaffName(by.name, by.email) : getBrand().name)

/** The secret stands behind the `#`: browsers send that part to nobody. */
function createLink(
  app: App,
  whose: Pick<InvitationTable, 'email' | 'role' | 'workplaces' | 'staff_id'>,
): { row: InvitationTable; link: string } {
  const token = createSecret()
  const row = {
    id: crypto.randomUUID(),
    token_hash: hashToken(token),
    ...whose,
    created_at: instant(app.now()),
    expires_at: instant(app.now() + INVITATION_HOURS * 3_600_000),
  }
  return { row, link: `${app.env.siteUrl}/admin/join#${token}` }
}

/** One link for an address: the latest. */
async function replaceInvitation(db: Queries, row: InvitationTable): Promise<void> {
  const { email: _, ...values } = row
  await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .execute()
}

const findOpenInvitation = (db: Queries, app: App, token: string) =>
  db
    .selectFrom('invitations')
    .leftJoin('staff', 'staff.id', 'invitations.staff_id')
    .selectAll('invitations')
    .select('staff.name')
    .where('invitations.token_hash', '=', hashToken(token))
    .where('invitations.expires_at', '>', instant(app.now()))
    .executeTakeFirst()

/** False where there is an account with the address meanwhile. */
async function createAccount(
  db: Queries,
  { id, email, name, password_hash, role, workplaces }: InvitationTable & { name: string; password_hash: string },
  now: number,
): Promise<boolean> {
  const created_at = instant(now)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff')
    .values({
      ...{ id, email, name, password_hash, role, workplaces, created_at },
      seen_at: null,
      disabled_at: null,
      version: 1,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}
