import { createHash } from 'node:crypto'
import { succeed } from '#contract/failure.ts'
import type { Role, Workplaces } from '#domain/staff.ts'
import type { App } from './app.ts'
import { type Instant, instant } from './db/schema.ts'
import type { ApiRequest } from './http/request.ts'
import { newSecret } from './secrets.ts'
import { SIGN_IN_LIMITS } from './throttle.ts'

/** Somebody signed in. */
export interface Staff {
  id: string
  email: string
  name: string
  role: Role
  workplaces: Workplaces
  tokenHash: string
  signedInAt: Instant
  endsAt: Instant
}

/** Starting values, in one place. A front desk works all day at one screen, so the idle span is longer than a bank's. */
export const SESSION_LIMITS = {
  idle: 2 * 3_600_000,
  longest: 12 * 3_600_000,
  /** The one used longest ago ends when one more begins. */
  perStaff: 10,
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

function cookie(app: App, name: 'sid' | 'device', value: string, maxAge: number): string {
  const secure = isSecure(app) ? '; Secure' : ''
  return `${nameOf(app, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

/** Only the hash is stored: a copy of the database opens no session. Tokens of 256 bits need no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Begins a session under a new token. */
export async function beginSession(app: App, staffId: string): Promise<string> {
  const token = newSecret()
  const now = app.now()
  await app.db.write(async (db) => {
    const kept = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('staff_id', '=', staffId)
      .orderBy('seen_at', 'desc')
      .limit(SESSION_LIMITS.perStaff - 1)
      .execute()
    let surplus = db.deleteFrom('sessions').where('staff_id', '=', staffId)
    if (kept.length > 0)
      surplus = surplus.where(
        'token_hash',
        'not in',
        kept.map((row) => row.token_hash),
      )
    await surplus.execute()
    await db
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        staff_id: staffId,
        created_at: instant(now),
        seen_at: instant(now),
        expires_at: endOf(now, now),
      })
      .execute()
    return succeed(undefined)
  })
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
      'sessions.created_at',
      'sessions.expires_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', instant(app.now()))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      workplaces: row.workplaces && JSON.parse(row.workplaces),
      tokenHash,
      signedInAt: row.created_at,
      endsAt: row.expires_at,
    }
  )
}

/** Notes that the session was used; gives it as it then is. */
export async function keepAlive(app: App, staff: Staff): Promise<Staff> {
  const now = app.now()
  const endsAt = endOf(now, Date.parse(staff.signedInAt))
  if (Date.parse(endsAt) - Date.parse(staff.endsAt) < SESSION_LIMITS.noteEvery) return staff
  await app.db.write(async (db) => {
    await db
      .updateTable('sessions')
      .set({ seen_at: instant(now), expires_at: endsAt })
      .where('token_hash', '=', staff.tokenHash)
      .execute()
    return succeed(undefined)
  })
  return { ...staff, endsAt }
}

export async function endSession(app: App, tokenHash: string): Promise<void> {
  await app.db.write(async (db) => {
    await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
    return succeed(undefined)
  })
  for (const ended of listeners.get(tokenHash) ?? []) ended()
}

export async function forgetOldSessions(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db.deleteFrom('sessions').where('expires_at', '<=', instant(app.now())).execute()
    return succeed(undefined)
  })
}

/** What is open on behalf of a session and must end with it, in this process. */
const listeners = new Map<string, Set<() => void>>()

/** Gives the way to stop listening. */
export function onSessionEnd(tokenHash: string, ended: () => void): () => void {
  const here = listeners.get(tokenHash) ?? new Set()
  listeners.set(tokenHash, here.add(ended))
  return () => {
    here.delete(ended)
    if (here.size === 0) listeners.delete(tokenHash)
  }
}

const endOf = (usedAt: number, begunAt: number): Instant =>
  instant(Math.min(usedAt + SESSION_LIMITS.idle, begunAt + SESSION_LIMITS.longest))

function readCookie(request: ApiRequest, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}
