import { readSession, signIn } from '#contract/admin/session.ts'
import type { LocationId } from '#domain/location.ts'
import type { Role } from '#domain/staff.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/instant.ts'
import { invite } from '#server/staff/invitations.ts'
import { hashPassword } from '#server/staff/passwords.ts'
import { findStaffByTokenHash, hashToken, type Staff, startSession } from '#server/staff/sessions.ts'
import { confirmTwoFactor, startTwoFactor } from '#server/staff/two-factor.ts'
import { execute, type TestApp } from './app.ts'
import { codeAt } from './authenticator.ts'
import { granted } from './orders.ts'
import { newAddress, type Sent, send, type TestResponse } from './requests.ts'
import { STAFF } from './staff.ts'

/** A browser with cookies and a network address. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly address: string

  constructor(address = newAddress()) {
    this.address = address
  }

  async send(contract: Parameters<typeof send>[0], sent: Sent = {}): Promise<TestResponse> {
    const response = await send(contract, { ...this.sent, ...sent, headers: { ...this.sent.headers, ...sent.headers } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  signIn(password: string = STAFF.password, email: string = STAFF.email, code?: string): Promise<TestResponse> {
    return this.send(signIn, { body: { email, password, ...(code !== undefined && { code }) } })
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.send(readSession)).status === 200
  }

  get sent(): { address: string; headers: Record<string, string> } {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { address: this.address, headers: cookie ? { cookie } : {} }
  }
}

let hash: Promise<string> | undefined

/** Creates the account of `STAFF`; hashes its password once per file, because hashing is slow. */
export async function account(app: TestApp, role: Role = 'owner', email: string = STAFF.email): Promise<string> {
  hash ??= hashPassword(STAFF.password)
  const id = crypto.randomUUID()
  const row = {
    id,
    email,
    name: '',
    password_hash: await hash,
    role,
    workplaces: null,
    disabled_at: null,
    seen_at: null,
    version: 1,
    created_at: instant(app.now()),
  }
  await execute(app, (db) => db.insertInto('staff').values(row))
  return id
}

/** Returns a signed-in staff member for service calls, with an existing account if there is one. */
export async function someStaff(app: TestApp, over: Partial<Staff> = {}): Promise<Staff> {
  const known = await app.db.read.selectFrom('staff').select('id').executeTakeFirst()
  const now = instant(app.now())
  return {
    id: known?.id ?? (await account(app)),
    email: STAFF.email,
    name: '',
    role: 'owner',
    workplaces: null,
    tokenHash: 'x',
    sessionId: 'x',
    signedInAt: now,
    passwordEnteredAt: now,
    endsAt: now,
    ...over,
  }
}

/** Creates the account of `STAFF` and returns a signed-in browser. */
export async function owner(app: TestApp, role?: Role): Promise<TestBrowser> {
  await account(app, role)
  return signedInBrowser(app)
}

/** Returns another signed-in browser of an existing account. */
export async function signedInBrowser(app: TestApp, email: string = STAFF.email): Promise<TestBrowser> {
  const browser = new TestBrowser()
  browser.cookies.set('sid', await startSession(app, await idOf(app, email)))
  return browser
}

const idOf = async (app: TestApp, email: string): Promise<string> =>
  (await app.db.read.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Changes the role of every account. */
export const setRole = (app: TestApp, role: Role): Promise<void> =>
  execute(app, (db) => db.updateTable('staff').set({ role }))

export async function disable(app: TestApp, email: string = STAFF.email): Promise<void> {
  const disabled_at = instant(app.now())
  await execute(app, (db) => db.updateTable('staff').set({ disabled_at }).where('email', '=', email))
}

/** Limits every account to these locations. */
export async function worksOnlyAt(app: TestApp, locations: readonly LocationId[]): Promise<void> {
  const workplaces = JSON.stringify(locations)
  await execute(app, (db) => db.updateTable('staff').set({ workplaces }))
}

export const colleague = (app: TestApp, role: Role = 'desk', email = 'desk@chautari.example'): Promise<string> =>
  account(app, role, email)

export async function signedInStaff(app: TestApp, email: string = STAFF.email): Promise<Staff> {
  const staff = await findStaffByTokenHash(app, hashToken(await startSession(app, await idOf(app, email))))
  if (!staff) throw new Error(`${email} cannot sign in`)
  return staff
}

/** Invites a colleague and returns the token of the link. */
export async function invited(app: TestApp, email = 'desk@chautari.example') {
  const by = await signedInStaff(app)
  const made = granted(await invite(app, by, { email, role: 'desk', workplaces: ['kausimaa'] }))
  return { ...made, token: new URL(made.link).hash.slice(1) }
}

/** Sets up two-factor sign-in; returns the key and the backup codes. */
export async function withTwoFactor(app: TestApp, staffId: string): Promise<{ key: string; backupCodes: string[] }> {
  const staff = await findStaffByTokenHash(app, hashToken(await startSession(app, staffId)))
  if (!staff) throw new Error(`${staffId} cannot sign in`)
  const { key } = granted(await startTwoFactor(app, staff))
  // Uses the previous code, so that the current one stays valid.
  const before = await app.db.read.selectFrom('sessions').selectAll().execute()
  const { backupCodes } = granted(await confirmTwoFactor(app, staff, { code: codeAt(key, app.now() - 30_000), key }))
  await runTransaction(app.db, async (db) => {
    // Confirming ends other sessions, which the test may still use.
    await db.deleteFrom('sessions').execute()
    await db.deleteFrom('session_ends').execute()
    await db.insertInto('sessions').values(before).execute()
  })
  return { key, backupCodes }
}
