import { createHash } from 'node:crypto'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { instant } from '../db/schema.ts'
import { consumeToken, LIMITS } from './in-process.ts'

const HOUR = 3_600_000

/**
 * As `throttle`, counted by all processes together: for what costs money with every call, or fills somebody's inbox. The
 * key is not kept in clear.
 */
export async function throttleShared(app: App, name: keyof typeof LIMITS, key: string): Promise<Outcome<undefined>> {
  const now = app.now()
  const limit = LIMITS[name]
  const id = createHash('sha256').update(`${name}\n${key}`).digest('base64url')
  return app.db.write(async (db) => {
    const row = await db
      .insertInto('call_buckets')
      .values({ key: id, tokens: limit.burst, at: instant(now) })
      // The row is held until the transaction ends: calls at the same moment cannot slip through together.
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: id }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const taken = consumeToken(limit, { tokens: row.tokens, at: Date.parse(row.at) }, now)
    if (!taken.ok) return taken
    const { tokens, at } = taken.value
    await db
      .updateTable('call_buckets')
      .set({ tokens, at: instant(at) })
      .where('key', '=', id)
      .execute()
    return succeed(undefined)
  })
}

/** Full again after this long, whatever the limit: then a bucket is as good as none. */
const MAX_REFILL_MS = Math.max(...Object.values(LIMITS).map(({ burst, perHour }) => (burst / perHour) * HOUR))

export async function deleteFullBuckets(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .deleteFrom('call_buckets')
      .where('at', '<', instant(app.now() - MAX_REFILL_MS))
      .execute()
    return succeed(undefined)
  })
}
