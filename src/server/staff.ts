import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffSession } from '#contract/admin/session.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from './app.ts'
import { instant } from './db/schema.ts'
import { positionAt } from './events.ts'
import { hashPassword, isOutdated, matchesNobody, matchesPassword } from './passwords.ts'
import { beginSession, endSession, hashToken, type Staff, staffByHash } from './sessions.ts'
import { admitTry, forgiveTry } from './throttle.ts'

/**
 * Signs in: an unknown address, a wrong password and a disabled account are the same answer after the same time.
 * Gives the session's token, new for every sign-in.
 */
export async function signIn(
  app: App,
  given: { email: string; password: string },
  from: { address: string; device: string },
): Promise<Outcome<{ token: string; session: StaffSession }>> {
  const email = given.email.trim().toLowerCase()
  if (email === '' || given.password === '')
    return fail('invalid', {
      fields: {
        ...(email === '' && { email: 'Enter an email address' }),
        ...(given.password === '' && { password: 'Enter a password' }),
      },
    })
  const who = { email, ...from }
  const admitted = await admitTry(app, who)
  if (!admitted.ok) return admitted
  const account = await app.db.read.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
  const right = account
    ? await matchesPassword(given.password, account.password_hash)
    : await matchesNobody(given.password)
  if (!account || !right || account.disabled_at !== null) {
    app.log.info('sign_in_refused', { staffId: account?.id ?? null })
    return fail('invalid_credentials')
  }
  await forgiveTry(app, who)
  if (isOutdated(account.password_hash)) await setPassword(app, account.id, given.password)
  const token = await beginSession(app, account.id)
  const staff = await staffByHash(app, hashToken(token))
  if (!staff) throw new Error('a session that has just begun is not there')
  app.log.info('sign_in', { staffId: account.id })
  return succeed({ token, session: sessionOf(app, staff) })
}

export async function signOut(app: App, staff: Staff): Promise<Outcome<Record<string, never>>> {
  await endSession(app, staff.tokenHash)
  app.log.info('sign_out', { staffId: staff.id })
  return succeed({})
}

export const sessionOf = (app: App, staff: Staff): StaffSession => ({
  email: staff.email,
  name: staff.name,
  role: staff.role,
  workplaces: staff.workplaces && [...staff.workplaces],
  loggedInAt: staff.signedInAt,
  endsInSeconds: Math.max(0, Math.floor((Date.parse(staff.endsAt) - app.now()) / 1_000)),
  eventsFrom: positionAt(app.now()),
})

/**
 * The first start makes the owner's account, from `STAFF_EMAIL` and `STAFF_PASSWORD`, or with a random password that is
 * shown once: the sentence for the terminal is given back. Later starts find an account and change nothing.
 */
export async function ensureFirstOwner(app: App): Promise<string | undefined> {
  const anybody = await app.db.read.selectFrom('staff').select('id').limit(1).executeTakeFirst()
  if (anybody) return undefined
  const { staffEmail, staffPassword } = app.env
  const password = staffPassword ?? randomBytes(15).toString('base64url')
  const email = staffEmail.trim().toLowerCase()
  const password_hash = await hashPassword(password)
  const created = await app.db.write(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('staff')
      .values({
        id: randomUUID(),
        email,
        name: '',
        password_hash,
        role: 'owner',
        workplaces: null,
        created_at: instant(app.now()),
        disabled_at: null,
      })
      // Of two processes that start together one makes it.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    return succeed(Number(numInsertedOrUpdatedRows) === 1)
  })
  if (!created.ok || !created.value || staffPassword !== undefined) return undefined
  return `Staff sign in as ${email} with the password ${password} (shown only this once).`
}

async function setPassword(app: App, staffId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await app.db.write(async (db) => {
    await db.updateTable('staff').set({ password_hash }).where('id', '=', staffId).execute()
    return succeed(undefined)
  })
}
