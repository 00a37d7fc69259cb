import { createHash } from 'node:crypto'
import { succeed } from '#contract/failure.ts'
import { deviceName } from '#domain/device.ts'
import type { Role, SessionEndReason, Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/schema.ts'
import type { ApiRequest } from '../http/request.ts'
import { createSecret } from '../secrets.ts'
import { endSessions, findSessionEnd } from './session-ends.ts'
import { SIGN_IN_LIMITS } from './sign-in-throttle.ts'

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
const getCookieName = (app: App, cookie: 'sid' | 'device'): string => (isSecure(app) ? `__Host-${cookie}` : cookie)

export const buildSessionCookie = (app: App, token: string): string =>
  buildCookie(app, 'sid', token, SESSION_LIMITS.longest / 1_000)
export const clearSessionCookie = (app: App): string => buildCookie(app, 'sid', '', 0)

/** Names a device, so that its sign-ins are throttled apart from what others on its network do. Opens nothing. */
export const buildDeviceCookie = (app: App, device: string): string =>
  buildCookie(app, 'device', device, SIGN_IN_LIMITS.known / 1_000)
export const readDevice = (app: App, request: ApiRequest): string =>
  readCookie(request, getCookieName(app, 'device')) ?? ''

/** Where a call comes from: its network address, what its device cookie says, and what its browser calls itself. */
export interface RequestOrigin {
  address: string
  device: string
  userAgent: string
}

export const getRequestOrigin = (
  app: App,
  { request, address }: { request: ApiRequest; address: string },
): RequestOrigin => ({
  address,
  device: readDevice(app, request),
  userAgent: request.headers.get('user-agent') ?? '',
})

function buildCookie(app: App, name: 'sid' | 'device', value: string, maxAge: number): string {
  const secure = isSecure(app) ? '; Secure' : ''
  return `${getCookieName(app, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

/** Only the hash is stored: a copy of the database opens no session. Tokens of 256 bits need no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Begins a session under a new token. */
export async function startSession(app: App, staffId: string, userAgent = ''): Promise<string> {
  const begun = await app.db.write(async (db) => succeed(await insertSession(db, staffId, userAgent, app.now())))
  if (!begun.ok) throw new Error('nothing refuses a session')
  app.notifier.notify()
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
  if (ended.length > 0) await endSessions(db, { staffId, only: ended }, 'too_many', now)
  const token = createSecret()
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
      expires_at: getSessionExpiry(now, now),
    })
    .execute()
  await db.updateTable('staff').set({ seen_at: at }).where('id', '=', staffId).execute()
  return token
}

/** Who sends this request, by the session cookie; undefined without a live session. */
export async function findStaff(app: App, request: ApiRequest): Promise<Staff | undefined> {
  const token = readCookie(request, getCookieName(app, 'sid'))
  return token ? findStaffByTokenHash(app, hashToken(token)) : undefined
}

export async function findStaffByTokenHash(app: App, tokenHash: string): Promise<Staff | undefined> {
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
export const hasRecentPassword = (app: App, staff: Pick<Staff, 'provedAt'>): boolean =>
  app.now() - Date.parse(staff.provedAt) < SESSION_LIMITS.fresh

/** Cash is taken at the desk at any time; money in the account needs a recent password, as other decisions about money do. */
export const canRecordPayment = (app: App, staff: Pick<Staff, 'provedAt'>, { method }: { method: string }): boolean =>
  method === 'cash' || hasRecentPassword(app, staff)

/** Notes that the session was used; gives it as it then is. */
export async function extendSession(app: App, staff: Staff): Promise<Staff> {
  const now = app.now()
  const endsAt = getSessionExpiry(now, Date.parse(staff.signedInAt))
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
export async function recordPasswordCheck(app: App, staff: Staff): Promise<void> {
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
    await endSessions(db, { staffId: id, only: [tokenHash] }, 'signed_out', app.now())
    return succeed(undefined)
  })
  app.notifier.notify()
}

/** Why the session that a request names is over; undefined where it names none that we know of. */
export async function findRequestSessionEnd(app: App, request: ApiRequest): Promise<SessionEndReason | undefined> {
  const token = readCookie(request, getCookieName(app, 'sid'))
  return token ? findSessionEnd(app.db.read, hashToken(token)) : undefined
}

const getSessionExpiry = (usedAt: number, begunAt: number): Instant =>
  instant(Math.min(usedAt + SESSION_LIMITS.idle, begunAt + SESSION_LIMITS.longest))

function readCookie(request: ApiRequest, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}
