import { createHash } from 'node:crypto'
import { deviceName } from '#domain/device.ts'
import { isDeskMethod } from '#domain/payment.ts'
import type { Role, SessionEndReason, Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { ApiRequest } from '../http/request.ts'
import { createSecret } from '../secrets.ts'
import { SIGN_IN_LIMITS } from './sign-in-throttle.ts'

export interface Staff {
  id: string
  email: string
  name: string
  role: Role
  workplaces: Workplaces
  tokenHash: string
  sessionId: string
  signedInAt: Instant
  passwordEnteredAt: Instant
  endsAt: Instant
}

/** In milliseconds. `idle` is long for the screen of a front desk; risky actions need a `fresh` password. */
const SESSION_LIMITS = {
  idle: 2 * 3_600_000,
  maxLifetime: 12 * 3_600_000,
  /** How long a password counts as recent. */
  fresh: 15 * 60_000,
  /** The session unused for longest ends when there is one more. */
  perStaff: 5,
  /** Use is recorded at most this often, so that most requests write nothing. */
  updateInterval: 60_000,
} as const

/** The `__Host-` prefix needs https; a local start on http goes without. */
const isSecure = (app: App): boolean => app.env.siteUrl.startsWith('https:')
const getCookieName = (app: App, cookie: 'sid' | 'device'): string => (isSecure(app) ? `__Host-${cookie}` : cookie)

export const buildSessionCookie = (app: App, token: string): string =>
  buildCookie(app, 'sid', token, SESSION_LIMITS.maxLifetime / 1_000)
export const clearSessionCookie = (app: App): string => buildCookie(app, 'sid', '', 0)

/** Identifies a device for the sign-in throttle; it grants nothing. */
export const buildDeviceCookie = (app: App, device: string): string =>
  buildCookie(app, 'device', device, SIGN_IN_LIMITS.knownDeviceAge / 1_000)

export type RequestOrigin = ReturnType<typeof getRequestOrigin>

export const getRequestOrigin = (app: App, { request, address }: { request: ApiRequest; address: string }) => ({
  address,
  device: readCookie(request, getCookieName(app, 'device')) ?? '',
  userAgent: request.headers.get('user-agent') ?? '',
})

function buildCookie(app: App, name: 'sid' | 'device', value: string, maxAge: number): string {
  const secure = isSecure(app) ? '; Secure' : ''
  return `${getCookieName(app, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

/** Only the hash is stored. Tokens of 256 bits need no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export async function startSession(app: App, staffId: string, userAgent = ''): Promise<string> {
  const token = await runTransaction(app.db, (db) => insertSession(db, staffId, userAgent, app.now()))
  app.notifier.notify()
  return token
}

/** Returns the token of a new session. The session unused for longest may end for it. */
export async function insertSession(db: Queries, staffId: string, userAgent: string, now: number): Promise<string> {
  const others = await db
    .selectFrom('sessions')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', instant(now))
    .orderBy('seen_at', 'desc')
    .execute()
  const excess = others.slice(SESSION_LIMITS.perStaff - 1).map(({ id }) => id)
  if (excess.length > 0) await endSessions(db, { staffId, only: excess }, 'too_many', now)
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
      password_entered_at: at,
      expires_at: getSessionExpiry(now, now),
    })
    .execute()
  await db.updateTable('staff').set({ seen_at: at }).where('id', '=', staffId).execute()
  return token
}

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
      'sessions.id as sessionId',
      'sessions.created_at as signedInAt',
      'sessions.password_entered_at as passwordEnteredAt',
      'sessions.expires_at as endsAt',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', instant(app.now()))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, tokenHash, workplaces: row.workplaces && JSON.parse(row.workplaces) }
}

export const hasRecentPassword = (app: App, staff: Pick<Staff, 'passwordEnteredAt'>): boolean =>
  app.now() - Date.parse(staff.passwordEnteredAt) < SESSION_LIMITS.fresh

/** The desk takes money at any time; other payments need a recent password. */
export const hasRecentPasswordFor = (app: App, staff: Pick<Staff, 'passwordEnteredAt'>, method: string): boolean =>
  isDeskMethod(method) || hasRecentPassword(app, staff)

/** Records that the session was used and returns it with its new end. */
export async function extendSession(app: App, staff: Staff): Promise<Staff> {
  const now = app.now()
  const endsAt = getSessionExpiry(now, Date.parse(staff.signedInAt))
  if (Date.parse(endsAt) - Date.parse(staff.endsAt) < SESSION_LIMITS.updateInterval) return staff
  await runTransaction(app.db, async (db) => {
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
  })
  return { ...staff, endsAt }
}

export const recordPasswordCheck = (app: App, staff: Staff): Promise<unknown> =>
  runTransaction(app.db, (db) =>
    db
      .updateTable('sessions')
      .set({ password_entered_at: instant(app.now()) })
      .where('token_hash', '=', staff.tokenHash)
      .execute(),
  )

export async function endSession(app: App, { id, sessionId }: Staff): Promise<void> {
  await runTransaction(app.db, (db) => endSessions(db, { staffId: id, only: [sessionId] }, 'signed_out', app.now()))
  app.notifier.notify()
}

/**
 * Ends all sessions of an account, all but one, or those with the given ids, in the caller's transaction. Stores the
 * reason, which their browsers are shown, and returns their number.
 */
export async function endSessions(
  db: Queries,
  { staffId, except, only }: { staffId: string; except?: string; only?: readonly string[] },
  reason: SessionEndReason,
  now: number,
): Promise<number> {
  const removed = await db
    .deleteFrom('sessions')
    .where('staff_id', '=', staffId)
    .$if(except !== undefined, (sessions) => sessions.where('id', '<>', except ?? ''))
    .$if(only !== undefined, (sessions) => sessions.where('id', 'in', only ?? []))
    .returning('token_hash')
    .execute()
  if (removed.length === 0) return 0
  await db
    .insertInto('session_ends')
    .values(removed.map(({ token_hash }) => ({ token_hash, reason, created_at: instant(now) })))
    .execute()
  await recordEvent(db, 'staff_update', staffId, now)
  return removed.length
}

/** Returns why the request's session ended, or undefined for an unknown token. */
export async function findRequestSessionEnd(app: App, request: ApiRequest): Promise<SessionEndReason | undefined> {
  const token = readCookie(request, getCookieName(app, 'sid'))
  if (!token) return undefined
  const hash = hashToken(token)
  const ends = app.db.read.selectFrom('session_ends').select('reason').where('token_hash', '=', hash)
  const end = await ends.executeTakeFirst()
  if (end) return end.reason
  const sessions = app.db.read.selectFrom('sessions').select('id').where('token_hash', '=', hash)
  return (await sessions.executeTakeFirst()) && 'expired'
}

const getSessionExpiry = (usedAt: number, startedAt: number): Instant =>
  instant(Math.min(usedAt + SESSION_LIMITS.idle, startedAt + SESSION_LIMITS.maxLifetime))

function readCookie(request: ApiRequest, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}
