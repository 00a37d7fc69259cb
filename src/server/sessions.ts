import { createHash } from 'node:crypto'
import type { App } from './app.ts'
import { instant, type Tables } from './db/schema.ts'

/** Somebody signed in. */
export interface Staff {
  id: string
  email: string
  role: Tables['staff']['role']
  tokenHash: string
  signedInAt: string
}

/** The `__Host-` prefix needs https; a local start on http goes without. */
export const sessionCookie = (siteUrl: string): string => (siteUrl.startsWith('https:') ? '__Host-sid' : 'sid')

/** Only the hash is stored: a copy of the database opens no session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Who sends this request, by the session cookie; undefined without a live session. */
export async function staffOf(app: App, request: Request): Promise<Staff | undefined> {
  const token = readCookie(request, sessionCookie(app.env.siteUrl))
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const row = await app.db.read
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .select(['staff.id', 'staff.email', 'staff.role', 'sessions.created_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', instant(app.now()))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, email: row.email, role: row.role, tokenHash, signedInAt: row.created_at }
}

function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}
