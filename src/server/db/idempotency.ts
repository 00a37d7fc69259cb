import { createHash } from 'node:crypto'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { Queries } from './database.ts'

/** A request under the key by which its sender knows it again; `bodyHash` tells a different one under the same key apart. */
export interface IdempotentRequest {
  key: string
  bodyHash: string
}

export const toIdempotentRequest = (key: string, asked: unknown): IdempotentRequest => ({
  key,
  bodyHash: createHash('sha256').update(JSON.stringify(asked)).digest('base64url'),
})

/**
 * Notes the key of an act that is about to be done, in its own writing: what is refused notes none. Undefined where the
 * key is new; else how the same press, which came again, is answered. Of two at once the second waits here for the first.
 */
export async function claimIdempotencyKey(
  db: Queries,
  { key, bodyHash }: IdempotentRequest,
): Promise<Outcome<undefined> | undefined> {
  const noted = await db
    .insertInto('act_keys')
    .values({ key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (noted) return undefined
  const known = await db.selectFrom('act_keys').select('body_hash').where('key', '=', key).executeTakeFirstOrThrow()
  return known.body_hash === bodyHash ? succeed(undefined) : fail('idempotency_mismatch')
}
