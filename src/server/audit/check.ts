import type { ChainCheck } from '#contract/admin/audit.ts'
import { succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/schema.ts'
import { findBrokenLink } from './entries.ts'

const CHECK_KEY = 'audit_check'

/** Looks through the whole audit and keeps what was found: every day by itself, and when somebody asks. */
export async function checkAudit(app: App): Promise<ChainCheck> {
  const { checked, brokenAt } = await findBrokenLink(app.db.read)
  const check: ChainCheck = { checked, brokenAt: brokenAt ?? null, at: instant(app.now()) }
  if (brokenAt !== undefined)
    app.log.bug(new Error(`entry ${brokenAt} of the audit does not follow`), { job: CHECK_KEY })
  const value = JSON.stringify(check)
  await app.db.write(async (db) => {
    await db
      .insertInto('settings')
      .values({ key: CHECK_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return succeed(undefined)
  })
  return check
}

export async function readLastCheck(db: Queries): Promise<ChainCheck | null> {
  const kept = await db.selectFrom('settings').select('value').where('key', '=', CHECK_KEY).executeTakeFirst()
  return kept ? JSON.parse(kept.value) : null
}
