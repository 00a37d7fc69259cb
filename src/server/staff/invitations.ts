import type { acceptInvitation as Join, readInvitation } from '#contract/admin/invitations.ts'
import type { InvitationLink, InvitationView, invite as Invite } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isEmail } from '#domain/contact.ts'
import { formatStaffName, workplacesFor } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { getBrand } from '../catalogue.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Invitation } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { createSecret } from '../secrets.ts'
import { getPasswordMessage } from './account.ts'
import { invitationEmail, passwordChangedEmail, passwordLinkEmail } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, hashToken, type Staff } from './sessions.ts'
import { insertAccount } from './sign-in.ts'
import { recordStaffAuditEntry } from './staff-audit.ts'
import { removeTwoFactor } from './two-factor.ts'

export const INVITATION_HOURS = 72

const LINK_EXPIRED =
  'This link was used or withdrawn, or it is older than three days. If you already chose a password, sign in with it. Otherwise ask for a new link.'

/** Emails an invitation and returns its link once. */
export async function invite(app: App, by: Staff, input: Input<typeof Invite>): Promise<Outcome<InvitationLink>> {
  const email = input.email.trim().toLowerCase()
  if (!isEmail(email)) return fail('invalid', { fields: { email: 'Enter an email address like name@example.com' } })
  const workplaces = workplacesFor(input.role, input.workplaces)
  const { row, link } = createLink(app, {
    email,
    role: input.role,
    workplaces: workplaces && JSON.stringify(workplaces),
    staff_id: null,
  })
  return app.db.write(async (db) => {
    const known = await db.selectFrom('staff').select('disabled_at').where('email', '=', email).executeTakeFirst()
    if (known)
      return fail('invalid', {
        fields: {
          email: known.disabled_at
            ? 'A disabled account has this address. Enable it instead.'
            : 'An account with this address already exists.',
        },
      })
    await replaceInvitation(db, row)
    await recordStaffAuditEntry(app, db, by, row, { action: 'staff_invited', after: { role: row.role, workplaces } })
    const message = invitationEmail(email, getInviterName(by), row.role, link, Date.parse(row.expires_at))
    await queueEmail(db, message, app.now())
    return succeed({ invitation: toInvitationView(row, app.now()), link })
  })
}

/** Emails a link for a new password; the old one works until then. `by` is null for a command. */
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
    await recordStaffAuditEntry(app, db, by, account, { action: 'password_linked' })
    await queueEmail(db, passwordLinkEmail(email, getInviterName(by), link, Date.parse(row.expires_at)), app.now())
    return succeed({ invitation: toInvitationView(row, app.now()), link })
  })
}

/** Removes an owner's second factor and returns a password link; undefined if no owner has this address. */
export async function resetOwnerPassword(app: App, address: string): Promise<string | undefined> {
  const account = await app.db.read
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('email', '=', address.trim().toLowerCase())
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!account) return undefined
  await runTransaction(app.db, (db) => removeTwoFactor(app, db, null, account, 'reset'))
  const created = await createPasswordLink(app, null, account.id)
  return created.ok ? created.value.link : undefined
}

export async function withdrawInvitation(app: App, by: Staff, id: string): Promise<Outcome<Record<string, never>>> {
  return app.db.write(async (db) => {
    const [row] = await db.deleteFrom('invitations').where('id', '=', id).returning(['email', 'staff_id']).execute()
    if (!row) return fail('not_found')
    const account = { id: row.staff_id ?? id, email: row.email }
    await recordStaffAuditEntry(app, db, by, account, { action: 'invitation_withdrawn' })
    return succeed({})
  })
}

/** Returns whom a link is for. An unknown and an expired token get the same response. */
export async function viewInvitation(app: App, token: string): Result<typeof readInvitation> {
  const row = await findOpenInvitation(app.db.read, app, token)
  if (!row) return fail('not_found', { message: LINK_EXPIRED })
  return succeed({ email: row.email, name: row.name ?? '', role: row.role, forAccount: row.staff_id !== null })
}

/** Uses a link once: creates the account, or changes its password and ends its sessions. */
export async function join(app: App, input: Input<typeof Join>): Promise<Outcome<{ email: string }>> {
  const found = await findOpenInvitation(app.db.read, app, input.token)
  if (!found) return fail('not_found', { message: LINK_EXPIRED })
  const message = getPasswordMessage(input.password, { email: found.email, name: input.name })
  if (message) return fail('invalid', { fields: { password: message } })
  const password_hash = await hashPassword(input.password)
  return writeAndNotify(app, async (db) => {
    const row = await findOpenInvitation(db, app, input.token)
    const deleted = row && (await db.deleteFrom('invitations').where('id', '=', row.id).returning('id').execute())
    if (!row || deleted?.length !== 1) return fail('not_found', { message: LINK_EXPIRED })
    const id = row.staff_id ?? crypto.randomUUID()
    const { name } = input
    if (row.staff_id) {
      await db.updateTable('staff').set({ name, password_hash }).where('id', '=', id).execute()
      await endSessions(db, { staffId: id }, 'password', app.now())
      await queueEmail(db, passwordChangedEmail(row), app.now())
    } else if (!(await insertAccount(app, db, { ...row, id, name, password_hash })))
      return fail('not_found', { message: LINK_EXPIRED })
    const account = { id, email: row.email }
    const joined = { name, role: row.role, workplaces: JSON.parse(row.workplaces ?? 'null') }
    await recordStaffAuditEntry(
      app,
      db,
      account,
      account,
      row.staff_id ? { action: 'password_changed' } : { action: 'staff_joined', after: joined },
    )
    return succeed({ email: row.email })
  })
}

export const toInvitationView = (row: Invitation, now: number): InvitationView => ({
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

/** The token follows the `#`, which browsers do not send. */
function createLink(
  app: App,
  recipient: Pick<Invitation, 'email' | 'role' | 'workplaces' | 'staff_id'>,
): { row: Invitation; link: string } {
  const token = createSecret()
  const row = {
    id: crypto.randomUUID(),
    token_hash: hashToken(token),
    ...recipient,
    created_at: instant(app.now()),
    expires_at: instant(app.now() + INVITATION_HOURS * 3_600_000),
  }
  return { row, link: `${app.env.siteUrl}/admin/join#${token}` }
}

/** An address has one link: the latest. */
async function replaceInvitation(db: Queries, row: Invitation): Promise<void> {
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
