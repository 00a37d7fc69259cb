import type { ChainCheck } from '#contract/admin/audit.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { findBrokenLink } from './entries.ts'

const CHECK_KEY = 'audit_check'

/** Checks the audit log and stores the result. */
export async function checkAudit(app: App): Promise<ChainCheck> {
  const { checked, brokenAt } = await findBrokenLink(app.db.read)
  const check: ChainCheck = { checked, brokenAt: brokenAt ?? null, at: instant(app.now()) }
  if (brokenAt !== undefined)
    app.log.bug(new Error(`audit entry ${brokenAt} breaks the hash chain: the database was edited`), { job: CHECK_KEY })
  const value = JSON.stringify(check)
  await runTransaction(app.db, (db) =>
    db
      .insertInto('settings')
      .values({ key: CHECK_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  )
  return check
}

export async function readLastCheck(db: Queries): Promise<ChainCheck | null> {
  const stored = await db.selectFrom('settings').select('value').where('key', '=', CHECK_KEY).executeTakeFirst()
  return stored ? JSON.parse(stored.value) : null
}
