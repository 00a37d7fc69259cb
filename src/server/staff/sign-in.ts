import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffSession } from '#contract/admin/session.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { instant } from '../db/schema.ts'
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
import { admitAttempt, forgiveAttempt } from './sign-in-throttle.ts'
import { checkSecondFactor } from './two-factor.ts'

/**
 * Signs in: an unknown address, a wrong password and a disabled account are the same answer after the same time. Only
 * then is a second factor asked for, where the account has one. Gives the session's token, new for every sign-in.
 */
export async function signIn(
  app: App,
  given: { email: string; password: string; code?: string | undefined },
  from: RequestOrigin,
): Promise<Outcome<{ token: string; session: StaffSession }>> {
  const email = given.email.trim().toLowerCase()
  if (email === '' || given.password === '')
    return fail('invalid', {
      fields: {
        ...(email === '' && { email: 'Enter an email address' }),
        ...(given.password === '' && { password: 'Enter a password' }),
      },
    })
  const who = { email, address: from.address, device: from.device }
  const checked = await withinCheckLimits(app, who, async (priority) => {
    const admitted = await admitAttempt(app, who)
    if (!admitted.ok) return admitted
    const account = await app.db.read.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
    const right = account
      ? await matchesPassword(given.password, account.password_hash, priority)
      : await matchesDummy(given.password, priority)
    return succeed({ account, right })
  })
  if (!checked.ok) return checked
  const { account, right } = checked.value
  if (!account || !right || account.disabled_at !== null) {
    app.log.info('sign_in_refused', { staffId: account?.id ?? null })
    return fail('invalid_credentials')
  }
  const passed = await checkSecondFactor(app, account, given.code)
  if (!passed.ok) {
    app.log.info('second_factor_refused', { staffId: account.id, code: passed.failure.code })
    return passed
  }
  await forgiveAttempt(app, who)
  if (isOutdated(account.password_hash)) await setPassword(app, account.id, given.password)
  const token = await startSession(app, account.id, from.userAgent)
  const staff = await findStaffByTokenHash(app, hashToken(token))
  if (!staff) throw new Error('a session that has just begun is not there')
  app.log.info('sign_in', { staffId: account.id })
  return succeed({ token, session: toStaffSession(app, staff) })
}

/** Whether the password is the account's own; tries count as those at sign-in do. `field` names it to its form. */
export async function checkPassword(
  app: App,
  staff: Pick<Staff, 'id' | 'email'>,
  password: string,
  from: RequestOrigin,
  field = 'password',
): Promise<Outcome<undefined>> {
  const who = { email: staff.email, address: from.address, device: from.device }
  const right = await withinCheckLimits(app, who, async (priority) => {
    const admitted = await admitAttempt(app, who)
    if (!admitted.ok) return admitted
    const { password_hash } = await app.db.read
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', staff.id)
      .executeTakeFirstOrThrow()
    return succeed(await matchesPassword(password, password_hash, priority))
  })
  if (!right.ok) return right
  if (!right.value) return fail('invalid', { fields: { [field]: 'This is not your password' } })
  await forgiveAttempt(app, who)
  return succeed(undefined)
}

/** The password again: what is `fresh` is answered for a while. */
export async function provePassword(
  app: App,
  staff: Staff,
  password: string,
  from: RequestOrigin,
): Promise<Outcome<Record<string, never>>> {
  const right = await checkPassword(app, staff, password, from)
  if (!right.ok) return right
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
        seen_at: null,
        disabled_at: null,
        version: 1,
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
