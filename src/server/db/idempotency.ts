import { createHash } from 'node:crypto'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { Queries } from './database.ts'

export interface IdempotentRequest {
  key: string
  bodyHash: string
}

export const toIdempotentRequest = (key: string, body: unknown): IdempotentRequest => ({
  key,
  bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url'),
})

/**
 * Stores a key in the transaction of its action. Returns undefined for a new key, success for a repeated request, and
 * `idempotency_mismatch` if the key was used with another body.
 */
export async function claimIdempotencyKey(
  db: Queries,
  { key, bodyHash }: IdempotentRequest,
): Promise<Outcome<undefined> | undefined> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return undefined
  const known = await db
    .selectFrom('idempotency_keys')
    .select('body_hash')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return known.body_hash === bodyHash ? succeed(undefined) : fail('idempotency_mismatch')
}
