import type { AccountView } from '#contract/admin/account.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { PASSWORD_MESSAGES } from '#contract/validation-messages.ts'
import { diffFields } from '#domain/audit.ts'
import { findPasswordProblem } from '#domain/password.ts'
import type { App } from '../app.ts'
import { getBrand } from '../catalogue.ts'
import { instant } from '../db/instant.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { passwordChangedEmail } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, insertSession, type RequestOrigin, type Staff } from './sessions.ts'
import { checkPassword } from './sign-in.ts'
import { recordStaffAuditEntry } from './staff-audit.ts'

type Empty = Record<string, never>

export async function readAccount(app: App, staff: Staff): Promise<Outcome<AccountView>> {
  const { email, name, role, workplaces } = staff
  const [factor, codes, sessions] = await Promise.all([
    app.db.read.selectFrom('two_factors').selectAll().where('staff_id', '=', staff.id).executeTakeFirst(),
    app.db.read.selectFrom('backup_codes').select('code_hash').where('staff_id', '=', staff.id).execute(),
    app.db.read
      .selectFrom('sessions')
      .select(['id as sessionId', 'device', 'created_at as signedInAt', 'seen_at as usedAt'])
      .where('staff_id', '=', staff.id)
      .where('expires_at', '>', instant(app.now()))
      .orderBy('seen_at', 'desc')
      .orderBy('created_at', 'desc')
      .execute(),
  ])
  return succeed({
    ...{ email, name, role, workplaces: workplaces && [...workplaces] },
    twoFactor: factor?.confirmed_at ? { since: factor.confirmed_at, backupCodesLeft: codes.length } : null,
    sessions: sessions.map((session) => ({ ...session, current: session.sessionId === staff.sessionId })),
  })
}

export async function changeName(app: App, staff: Staff, name: string): Promise<Outcome<{ name: string }>> {
  return app.db.write(async (db) => {
    await db.updateTable('staff').set({ name }).where('id', '=', staff.id).execute()
    const change = diffFields({ name: staff.name }, { name })
    if ('name' in change.after)
      await recordStaffAuditEntry(app, db, staff, staff, { action: 'staff_changed', ...change })
    return succeed({ name })
  })
}

/** Ends every session of the account and returns the token of a new one for this browser. */
export async function changePassword(
  app: App,
  staff: Staff,
  input: { current: string; password: string },
  origin: RequestOrigin,
): Promise<Outcome<string>> {
  const message = getPasswordMessage(input.password, staff)
  if (message) return fail('invalid', { fields: { password: message } })
  const checked = await checkPassword(app, staff, input.current, origin, 'current')
  if (!checked.ok) return checked
  if (input.password === input.current)
    return fail('invalid', { fields: { password: 'This is your current password. Choose a different one.' } })
  const password_hash = await hashPassword(input.password)
  return writeAndNotify(app, async (db) => {
    await db.updateTable('staff').set({ password_hash }).where('id', '=', staff.id).execute()
    await db.deleteFrom('invitations').where('staff_id', '=', staff.id).execute()
    await endSessions(db, { staffId: staff.id }, 'password', app.now())
    const token = await insertSession(db, staff.id, origin.userAgent, app.now())
    await recordStaffAuditEntry(app, db, staff, staff, { action: 'password_changed' })
    await queueEmail(db, passwordChangedEmail(staff), app.now())
    return succeed(token)
  })
}

/** Returns why a password is not accepted, or undefined if it is. */
export function getPasswordMessage(password: string, owner: { email: string; name: string }): string | undefined {
  const problem = findPasswordProblem(password, [owner.email, owner.name, getBrand().name])
  return problem && PASSWORD_MESSAGES[problem]
}

export async function endOwnSession(app: App, staff: Staff, sessionId: string): Promise<Outcome<Empty>> {
  return writeAndNotify(app, async (db) => {
    const ended = await endSessions(db, { staffId: staff.id, only: [sessionId] }, 'signed_out', app.now())
    return ended > 0 ? succeed({}) : fail('not_found')
  })
}

export async function endOwnSessions(app: App, staff: Staff): Promise<Outcome<Empty>> {
  return writeAndNotify(app, async (db) => {
    await endSessions(db, { staffId: staff.id }, 'signed_out', app.now())
    await recordStaffAuditEntry(app, db, staff, staff, { action: 'signed_out_everywhere' })
    return succeed({})
  })
}
