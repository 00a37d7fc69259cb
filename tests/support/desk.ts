import { readSession, signIn } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import type { LocationId } from '#domain/location.ts'
import type { Role } from '#domain/staff.ts'
import { instant } from '#server/db/schema.ts'
import { invite } from '#server/staff/invitations.ts'
import { hashPassword } from '#server/staff/passwords.ts'
import { findStaffByTokenHash, hashToken, type Staff, startSession } from '#server/staff/sessions.ts'
import { confirmTwoFactor, startTwoFactor } from '#server/staff/two-factor.ts'
import type { TestApp } from './app.ts'
import { codeAt } from './authenticator.ts'
import { granted } from './orders.ts'
import { type Answer, newAddress, type Sent, send } from './requests.ts'
import { STAFF } from './staff.ts'

/** A browser at the door: it keeps its cookies and its network address. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly address: string

  constructor(address = newAddress()) {
    this.address = address
  }

  async send(contract: Parameters<typeof send>[0], sent: Sent = {}): Promise<Answer<unknown>> {
    const answer = await send(contract, { ...this.sent, ...sent, headers: { ...this.sent.headers, ...sent.headers } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  signIn(password: string = STAFF.password, email: string = STAFF.email, code?: string): Promise<Answer<unknown>> {
    return this.send(signIn, { body: { email, password, ...(code !== undefined && { code }) } })
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.send(readSession)).status === 200
  }

  /** What every request of this browser carries. */
  get sent(): { address: string; headers: Record<string, string> } {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { address: this.address, headers: cookie ? { cookie } : {} }
  }
}

let hash: Promise<string> | undefined

/** The account of `STAFF`. Its password is hashed once for all tests of a file: that takes its time on purpose. */
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
  }
  await app.db.write(async (db) => {
    await db
      .insertInto('staff')
      .values({ ...row, created_at: instant(app.now()) })
      .execute()
    return succeed(undefined)
  })
  return id
}

/** Somebody signed in, for calls of the services themselves: whoever has an account, or a new one. */
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
    provedAt: now,
    endsAt: now,
    ...over,
  }
}

/** The owner, or somebody with fewer rights, in a browser where the door has been passed. */
export async function owner(app: TestApp, role?: Role): Promise<Visitor> {
  const visitor = new Visitor()
  visitor.cookies.set('sid', await startSession(app, await account(app, role)))
  return visitor
}

export async function disable(app: TestApp, email: string = STAFF.email): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .updateTable('staff')
      .set({ disabled_at: instant(app.now()) })
      .where('email', '=', email)
      .execute()
    return succeed(undefined)
  })
}

/** Whoever signed in works for these locations alone, from their next call on. */
export async function worksOnlyAt(app: TestApp, locations: readonly LocationId[]): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .updateTable('staff')
      .set({ workplaces: JSON.stringify(locations) })
      .execute()
    return succeed(undefined)
  })
}

/** Somebody else who works here, with the same password. */
export const colleague = (app: TestApp, role: Role = 'desk', email = 'desk@chautari.example'): Promise<string> =>
  account(app, role, email)

/** Somebody signed in, as the services know them. */
export async function staffOfDesk(app: TestApp, email: string = STAFF.email): Promise<Staff> {
  const { id } = await app.db.read.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const staff = await findStaffByTokenHash(app, hashToken(await startSession(app, id)))
  if (!staff) throw new Error(`${email} cannot sign in`)
  return staff
}

/** Somebody invited by the owner; the secret is taken out of the link as its reader's browser does it. */
export async function invited(app: TestApp, email = 'desk@chautari.example') {
  const by = await staffOfDesk(app)
  const made = granted(await invite(app, by, { email, role: 'desk', workplaces: ['kausimaa'] }))
  return { ...made, token: new URL(made.link).hash.slice(1) }
}

/** Sets a second factor up for an account; gives the key of its app and the backup codes. */
export async function withTwoFactor(app: TestApp, staffId: string): Promise<{ key: string; backupCodes: string[] }> {
  const staff = await findStaffByTokenHash(app, hashToken(await startSession(app, staffId)))
  if (!staff) throw new Error(`${staffId} cannot sign in`)
  const { key } = granted(await startTwoFactor(app, staff))
  // Of the step before, so that the present one is still good.
  const before = await app.db.read.selectFrom('sessions').selectAll().execute()
  const { backupCodes } = granted(await confirmTwoFactor(app, staff, { code: codeAt(key, app.now() - 30_000), key }))
  await app.db.write(async (db) => {
    // Confirming ends the account's other sessions, which the test may be in the middle of.
    await db.deleteFrom('sessions').execute()
    await db.deleteFrom('session_ends').execute()
    await db.insertInto('sessions').values(before).execute()
    return succeed(undefined)
  })
  return { key, backupCodes }
}
