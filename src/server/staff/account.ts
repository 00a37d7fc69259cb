import type { AccountView } from '#contract/admin/account.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { PASSWORD_MESSAGES } from '#contract/validation-messages.ts'
import { diffFields } from '#domain/audit.ts'
import { findPasswordProblem } from '#domain/password.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import { instant } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { passwordChangedEmail } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './session-ends.ts'
import { insertSession, type RequestOrigin, type Staff } from './sessions.ts'
import { checkPassword } from './sign-in.ts'

type Empty = Record<string, never>

/** What somebody sees of their own account. */
export async function readAccount(app: App, staff: Staff): Promise<Outcome<AccountView>> {
  const { email, name, role, workplaces } = staff
  const [factor, codes, sessions] = await Promise.all([
    app.db.read.selectFrom('two_factors').selectAll().where('staff_id', '=', staff.id).executeTakeFirst(),
    app.db.read.selectFrom('backup_codes').select('code_hash').where('staff_id', '=', staff.id).execute(),
    app.db.read
      .selectFrom('sessions')
      .selectAll()
      .where('staff_id', '=', staff.id)
      .where('expires_at', '>', instant(app.now()))
      .orderBy('seen_at', 'desc')
      .orderBy('created_at', 'desc')
      .execute(),
  ])
  return succeed({
    ...{ email, name, role, workplaces: workplaces && [...workplaces] },
    twoFactor: factor?.confirmed_at ? { since: factor.confirmed_at, backupCodesLeft: codes.length } : null,
    sessions: sessions.map((row) => ({
      sessionId: row.id,
      device: row.device,
      signedInAt: row.created_at,
      usedAt: row.seen_at,
      current: row.id === staff.sessionId,
    })),
  })
}

export async function changeName(app: App, staff: Staff, name: string): Promise<Outcome<{ name: string }>> {
  return app.db.write(async (db) => {
    await db.updateTable('staff').set({ name }).where('id', '=', staff.id).execute()
    const change = diffFields({ name: staff.name }, { name })
    if ('name' in change.after)
      await recordAuditEntry(
        db,
        { by: staff, action: 'staff_changed', subject: 'staff', subjectId: staff.id, label: staff.email, ...change },
        app.now(),
      )
    return succeed({ name })
  })
}

/** Ends every session of the account. Gives the token of a new one, for the browser at which it was done. */
export async function changePassword(
  app: App,
  staff: Staff,
  given: { current: string; password: string },
  from: RequestOrigin,
): Promise<Outcome<string>> {
  const sentence = getPasswordMessage(given.password, staff)
  if (sentence) return fail('invalid', { fields: { password: sentence } })
  const right = await checkPassword(app, staff, given.current, from, 'current')
  if (!right.ok) return right
  if (given.password === given.current)
    return fail('invalid', { fields: { password: 'This is the password you have: choose another' } })
  const password_hash = await hashPassword(given.password)
  const changed = await app.db.write(async (db) => {
    await db.updateTable('staff').set({ password_hash }).where('id', '=', staff.id).execute()
    await db.deleteFrom('invitations').where('staff_id', '=', staff.id).execute()
    await endSessions(db, { staffId: staff.id }, 'password', app.now())
    const token = await insertSession(db, staff.id, from.userAgent, app.now())
    await recordAuditEntry(
      db,
      { by: staff, action: 'password_changed', subject: 'staff', subjectId: staff.id, label: staff.email },
      app.now(),
    )
    await queueEmail(db, passwordChangedEmail(staff), app.now())
    return succeed(token)
  })
  if (changed.ok) app.notifier.notify()
  return changed
}

/** What to say of a new password for somebody; undefined where it will do. */
export function getPasswordMessage(password: string, who: { email: string; name: string }): string | undefined {
  const problem = findPasswordProblem(password, [who.email, who.name, getBrand().name])
  return problem && PASSWORD_MESSAGES[problem]
}

/** Signs out one browser of one's own. */
export async function endOwnSession(app: App, staff: Staff, sessionId: string): Promise<Outcome<Empty>> {
  const outcome = await app.db.write(async (db) => {
    const found = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('id', '=', sessionId)
      .where('staff_id', '=', staff.id)
      .executeTakeFirst()
    if (!found) return fail('not_found')
    await endSessions(db, { staffId: staff.id, only: [found.token_hash] }, 'signed_out', app.now())
    return succeed({})
  })
  if (outcome.ok) app.notifier.notify()
  return outcome
}

/** Signs out everywhere, here too. */
export async function endOwnSessions(app: App, staff: Staff): Promise<Outcome<Empty>> {
  const outcome = await app.db.write(async (db) => {
    await endSessions(db, { staffId: staff.id }, 'signed_out', app.now())
    await recordAuditEntry(
      db,
      { by: staff, action: 'signed_out_everywhere', subject: 'staff', subjectId: staff.id, label: staff.email },
      app.now(),
    )
    return succeed({})
  })
  if (outcome.ok) app.notifier.notify()
  return outcome
}
