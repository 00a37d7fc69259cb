import { createHash } from 'node:crypto'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { consumeToken, LIMITS } from './in-process.ts'

/** Counts the calls of all processes together and stores only a hash of the key. */
export const throttleShared = (app: App, name: keyof typeof LIMITS, key: string): Promise<Outcome<undefined>> =>
  app.db.write((db) => consumeShared(db, name, key, app.now()))

/** Counts a call in the transaction that it allows. */
export async function consumeShared(
  db: Queries,
  name: keyof typeof LIMITS,
  key: string,
  now: number,
): Promise<Outcome<undefined>> {
  const limit = LIMITS[name]
  const id = hashKey(name, key)
  const row = await db
    .insertInto('rate_limit_buckets')
    .values({ key: id, tokens: limit.burst, at: instant(now) })
    // Locks the row, so that concurrent calls are counted.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: id }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const consumed = consumeToken(limit, { tokens: row.tokens, at: Date.parse(row.at) }, now)
  if (!consumed.ok) return consumed
  const { tokens, at } = consumed.value
  await db
    .updateTable('rate_limit_buckets')
    .set({ tokens, at: instant(at) })
    .where('key', '=', id)
    .execute()
  return succeed(undefined)
}

/** No longer counts a call that was undone; a full bucket stays full. */
export async function restoreShared(db: Queries, name: keyof typeof LIMITS, key: string): Promise<void> {
  await db
    .updateTable('rate_limit_buckets')
    .set((row) => ({ tokens: row('tokens', '+', 1) }))
    .where('key', '=', hashKey(name, key))
    .execute()
}

const hashKey = (name: keyof typeof LIMITS, key: string): string =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url')
