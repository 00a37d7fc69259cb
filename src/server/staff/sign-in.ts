import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffSession } from '#contract/admin/session.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/entries.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { StaffAccount } from '../db/schema.ts'
import { toPosition } from '../events/staff-events.ts'
import { withinCheckLimits } from './password-checks.ts'
import { hashPassword, isOutdated, matchesDummy, matchesPassword } from './passwords.ts'
import {
  endSession,
  findStaffByTokenHash,
  hashToken,
  type RequestOrigin,
  recordPasswordCheck,
  type Staff,
  startSession,
} from './sessions.ts'
import { clearAttempt } from './sign-in-throttle.ts'
import { checkSecondFactor } from './two-factor.ts'

/** An unknown address, a wrong password and a disabled account get the same response after the same time. */
export async function signIn(
  app: App,
  input: { email: string; password: string; code?: string | undefined },
  origin: RequestOrigin,
): Promise<Outcome<{ token: string; session: StaffSession }>> {
  const { password } = input
  const email = input.email.trim().toLowerCase()
  if (email === '' || password === '')
    return fail('invalid', {
      fields: {
        ...(email === '' && { email: 'Enter an email address' }),
        ...(password === '' && { password: 'Enter a password' }),
      },
    })
  const attempt = { email, address: origin.address, device: origin.device }
  const checked = await withinCheckLimits(app, attempt, async (priority) => {
    const account = await app.db.read.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
    const matches = account
      ? await matchesPassword(password, account.password_hash, priority)
      : await matchesDummy(password, priority)
    return { account, matches }
  })
  if (!checked.ok) return checked
  const { account, matches } = checked.value
  if (!account || !matches || account.disabled_at !== null) {
    app.log.info('sign_in_rejected', { staffId: account?.id ?? null })
    return fail('invalid_credentials')
  }
  const secondFactor = await checkSecondFactor(app, account, input.code)
  if (!secondFactor.ok) {
    app.log.info('second_factor_rejected', { staffId: account.id, code: secondFactor.failure.code })
    return secondFactor
  }
  await clearAttempt(app, attempt)
  if (isOutdated(account.password_hash)) {
    const password_hash = await hashPassword(password)
    await runTransaction(app.db, (db) =>
      db.updateTable('staff').set({ password_hash }).where('id', '=', account.id).execute(),
    )
  }
  const token = await startSession(app, account.id, origin.userAgent)
  const staff = await findStaffByTokenHash(app, hashToken(token))
  if (!staff) throw new Error('a session that has just started was not found')
  app.log.info('sign_in', { staffId: account.id })
  return succeed({ token, session: toStaffSession(app, staff) })
}

/** Checks the account's password, counted as sign-in attempts are. `field` names it in the failure. */
export async function checkPassword(
  app: App,
  { id, email }: Actor,
  password: string,
  { address, device }: RequestOrigin,
  field = 'password',
): Promise<Outcome<undefined>> {
  const attempt = { email, address, device }
  const checked = await withinCheckLimits(app, attempt, async (priority) => {
    const { password_hash } = await app.db.read
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return matchesPassword(password, password_hash, priority)
  })
  if (!checked.ok) return checked
  if (!checked.value) return fail('invalid', { fields: { [field]: 'This password is not correct' } })
  await clearAttempt(app, attempt)
  return succeed(undefined)
}

export async function confirmPassword(
  app: App,
  staff: Staff,
  password: string,
  origin: RequestOrigin,
): Promise<Outcome<Record<string, never>>> {
  const checked = await checkPassword(app, staff, password, origin)
  if (!checked.ok) return checked
  await recordPasswordCheck(app, staff)
  return succeed({})
}

export async function signOut(app: App, staff: Staff): Promise<Outcome<Record<string, never>>> {
  await endSession(app, staff)
  app.log.info('sign_out', { staffId: staff.id })
  return succeed({})
}

export const toStaffSession = (app: App, staff: Staff): StaffSession => ({
  email: staff.email,
  name: staff.name,
  role: staff.role,
  workplaces: staff.workplaces && [...staff.workplaces],
  loggedInAt: staff.signedInAt,
  endsInSeconds: Math.max(0, Math.floor((Date.parse(staff.endsAt) - app.now()) / 1_000)),
  eventsFrom: toPosition(app.now()),
})

/** Creates the owner's account at the first start. Returns a message with the password if that is random. */
export async function ensureFirstOwner(app: App): Promise<string | undefined> {
  if (await app.db.read.selectFrom('staff').select('id').limit(1).executeTakeFirst()) return undefined
  const { staffEmail, staffPassword } = app.env
  const password = staffPassword ?? randomBytes(15).toString('base64url')
  const email = staffEmail.trim().toLowerCase()
  const account = { id: randomUUID(), email, name: '', password_hash: await hashPassword(password) }
  const isCreated = await runTransaction(app.db, (db) =>
    insertAccount(app, db, { ...account, role: 'owner', workplaces: null }),
  )
  if (!isCreated || staffPassword !== undefined) return undefined
  return `Staff sign in as ${email} with the password ${password} (shown only this once).`
}

type NewAccount = Pick<StaffAccount, 'id' | 'email' | 'name' | 'password_hash' | 'role' | 'workplaces'>

/** Returns false if an account has this address already. */
export async function insertAccount(
  app: App,
  db: Queries,
  { id, email, name, password_hash, role, workplaces }: NewAccount,
): Promise<boolean> {
  const created_at = instant(app.now())
  const inserted = await db
    .insertInto('staff')
    .values({ id, email, name, password_hash, role, workplaces, created_at, version: 1 })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
