import { createHash } from 'node:crypto'
import { succeed } from '#contract/failure.ts'
import { deviceName } from '#domain/device.ts'
import type { Role, SessionEnd, Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/schema.ts'
import type { ApiRequest } from '../http/request.ts'
import { newSecret } from '../secrets.ts'
import { endOf, removeSessions } from './session-ends.ts'
import { SIGN_IN_LIMITS } from './throttle.ts'

/** Somebody signed in. */
export interface Staff {
  id: string
  email: string
  name: string
  role: Role
  workplaces: Workplaces
  tokenHash: string
  sessionId: string
  signedInAt: Instant
  /** When the password was last given. */
  provedAt: Instant
  endsAt: Instant
}

/**
 * Starting values, in one place. A front desk has its screen open all day and may look at it for an hour without a
 * touch, so the idle span is longer than a bank's; what would hurt asks for the password again (`fresh`).
 */
export const SESSION_LIMITS = {
  idle: 2 * 3_600_000,
  longest: 12 * 3_600_000,
  /** So long a password counts as just given. */
  fresh: 15 * 60_000,
  /** The one used longest ago ends when one more begins. */
  perStaff: 5,
  /** Use is noted at most this often, so that reading stays reading. */
  noteEvery: 60_000,
} as const

/** The `__Host-` prefix needs https; a local start on http goes without. */
const isSecure = (app: App): boolean => app.env.siteUrl.startsWith('https:')
const nameOf = (app: App, cookie: 'sid' | 'device'): string => (isSecure(app) ? `__Host-${cookie}` : cookie)

export const sessionCookie = (app: App, token: string): string =>
  cookie(app, 'sid', token, SESSION_LIMITS.longest / 1_000)
export const noSessionCookie = (app: App): string => cookie(app, 'sid', '', 0)

/** Names a device, so that its sign-ins are throttled apart from what others on its network do. Opens nothing. */
export const deviceCookie = (app: App, device: string): string =>
  cookie(app, 'device', device, SIGN_IN_LIMITS.known / 1_000)
export const deviceOf = (app: App, request: ApiRequest): string => readCookie(request, nameOf(app, 'device')) ?? ''

/** Where a call comes from: its network address, what its device cookie says, and what its browser calls itself. */
export interface Origin {
  address: string
  device: string
  userAgent: string
}

export const originOf = (app: App, { request, address }: { request: ApiRequest; address: string }): Origin => ({
  address,
  device: deviceOf(app, request),
  userAgent: request.headers.get('user-agent') ?? '',
})

function cookie(app: App, name: 'sid' | 'device', value: string, maxAge: number): string {
  const secure = isSecure(app) ? '; Secure' : ''
  return `${nameOf(app, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

/** Only the hash is stored: a copy of the database opens no session. Tokens of 256 bits need no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Begins a session under a new token. */
export async function beginSession(app: App, staffId: string, userAgent = ''): Promise<string> {
  const begun = await app.db.write(async (db) => succeed(await insertSession(db, staffId, userAgent, app.now())))
  if (!begun.ok) throw new Error('nothing refuses a session')
  app.bell.ring()
  return begun.value
}

/** As part of a larger writing: gives the token. The session used longest ago may have to end for it. */
export async function insertSession(db: Queries, staffId: string, userAgent: string, now: number): Promise<string> {
  const others = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', instant(now))
    .orderBy('seen_at', 'desc')
    .execute()
  const ended = others.slice(SESSION_LIMITS.perStaff - 1).map((row) => row.token_hash)
  if (ended.length > 0) await removeSessions(db, { staffId, only: ended }, 'too_many', now)
  const token = newSecret()
  const at = instant(now)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: crypto.randomUUID(),
      staff_id: staffId,
      device: deviceName(userAgent),
      created_at: at,
      seen_at: at,
      proved_at: at,
      expires_at: endAfter(now, now),
    })
    .execute()
  await db.updateTable('staff').set({ seen_at: at }).where('id', '=', staffId).execute()
  return token
}

/** Who sends this request, by the session cookie; undefined without a live session. */
export async function staffOf(app: App, request: ApiRequest): Promise<Staff | undefined> {
  const token = readCookie(request, nameOf(app, 'sid'))
  return token ? staffByHash(app, hashToken(token)) : undefined
}

export async function staffByHash(app: App, tokenHash: string): Promise<Staff | undefined> {
  const row = await app.db.read
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .select([
      'staff.id',
      'staff.email',
      'staff.name',
      'staff.role',
      'staff.workplaces',
      'sessions.id as session_id',
      'sessions.created_at',
      'sessions.proved_at',
      'sessions.expires_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', instant(app.now()))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, email, name, role } = row
  return {
    ...{ id, email, name, role, tokenHash },
    workplaces: row.workplaces && JSON.parse(row.workplaces),
    sessionId: row.session_id,
    signedInAt: row.created_at,
    provedAt: row.proved_at,
    endsAt: row.expires_at,
  }
}

/** Whether the password was given lately enough for what would hurt. */
export const isFresh = (app: App, staff: Pick<Staff, 'provedAt'>): boolean =>
  app.now() - Date.parse(staff.provedAt) < SESSION_LIMITS.fresh

/** Cash is taken at the desk at any time; money in the account needs a recent password, as other decisions about money do. */
export const mayRecord = (app: App, staff: Pick<Staff, 'provedAt'>, { method }: { method: string }): boolean =>
  method === 'cash' || isFresh(app, staff)

/** Notes that the session was used; gives it as it then is. */
export async function keepAlive(app: App, staff: Staff): Promise<Staff> {
  const now = app.now()
  const endsAt = endAfter(now, Date.parse(staff.signedInAt))
  if (Date.parse(endsAt) - Date.parse(staff.endsAt) < SESSION_LIMITS.noteEvery) return staff
  await app.db.write(async (db) => {
    await db
      .updateTable('sessions')
      .set({ seen_at: instant(now), expires_at: endsAt })
      .where('token_hash', '=', staff.tokenHash)
      .execute()
    await db
      .updateTable('staff')
      .set({ seen_at: instant(now) })
      .where('id', '=', staff.id)
      .execute()
    return succeed(undefined)
  })
  return { ...staff, endsAt }
}

/** Notes that the password of this session was given just now. */
export async function noteProof(app: App, staff: Staff): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .updateTable('sessions')
      .set({ proved_at: instant(app.now()) })
      .where('token_hash', '=', staff.tokenHash)
      .execute()
    return succeed(undefined)
  })
}

export async function endSession(app: App, { id, tokenHash }: Pick<Staff, 'id' | 'tokenHash'>): Promise<void> {
  await app.db.write(async (db) => {
    await removeSessions(db, { staffId: id, only: [tokenHash] }, 'signed_out', app.now())
    return succeed(undefined)
  })
  app.bell.ring()
}

/** Why the session that a request names is over; undefined where it names none that we know of. */
export async function endOfSession(app: App, request: ApiRequest): Promise<SessionEnd | undefined> {
  const token = readCookie(request, nameOf(app, 'sid'))
  return token ? endOf(app.db.read, hashToken(token)) : undefined
}

const endAfter = (usedAt: number, begunAt: number): Instant =>
  instant(Math.min(usedAt + SESSION_LIMITS.idle, begunAt + SESSION_LIMITS.longest))

function readCookie(request: ApiRequest, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}
