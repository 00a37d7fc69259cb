import { succeed } from '#contract/failure.ts'
import type { SessionEndReason } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'

/** Which of somebody's sessions: all, all but one, or those named by their tokens' hashes. */
interface SessionSelection {
  staffId: string
  except?: string
  /** One at least. */
  only?: readonly string[]
}

/**
 * Ends sessions as part of a larger writing, and notes why: whoever comes with one of them is told, and what is open on
 * their behalf, in whatever process, hears of it as of any other news.
 */
export async function endSessions(
  db: Queries,
  { staffId, except, only }: SessionSelection,
  by: SessionEndReason,
  now: number,
): Promise<void> {
  const removed = await db
    .deleteFrom('sessions')
    .where('staff_id', '=', staffId)
    .$if(except !== undefined, (sessions) => sessions.where('token_hash', '<>', except ?? ''))
    .$if(only !== undefined, (sessions) => sessions.where('token_hash', 'in', only ?? []))
    .returning('token_hash')
    .execute()
  if (removed.length === 0) return
  await db
    .insertInto('session_ends')
    .values(removed.map(({ token_hash }) => ({ token_hash, ended_by: by, created_at: instant(now) })))
    .execute()
  await recordEvent(db, 'staff_update', staffId, now)
}

/** Why a session is over, by its token's hash; undefined for one that we know nothing of. */
export async function findSessionEnd(db: Queries, tokenHash: string): Promise<SessionEndReason | undefined> {
  const end = await db
    .selectFrom('session_ends')
    .select('ended_by')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (end) return end.ended_by
  const late = await db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash).executeTakeFirst()
  return late && 'expired'
}

/** So long somebody who comes back is told why they are no longer signed in. */
const STORED_MS = 7 * 24 * 3_600_000

export async function deleteOldSessions(app: App): Promise<void> {
  const before = instant(app.now() - STORED_MS)
  await app.db.write(async (db) => {
    await db.deleteFrom('sessions').where('expires_at', '<=', before).execute()
    await db.deleteFrom('session_ends').where('created_at', '<=', before).execute()
    return succeed(undefined)
  })
}
