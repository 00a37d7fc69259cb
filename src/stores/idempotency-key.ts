import type { Outcome } from '#contract/failure.ts'
import { environment } from './environment.ts'

const idempotencyKeys = new Map<string, string>()

/** Reuses one idempotency key until the action succeeds, because a lost response may belong to a completed request. */
export async function withIdempotencyKey<Value>(
  action: readonly unknown[],
  send: (key: string) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const name = JSON.stringify(action)
  const key = idempotencyKeys.get(name) ?? environment().randomId()
  idempotencyKeys.set(name, key)
  const outcome = await send(key)
  if (outcome.ok) idempotencyKeys.delete(name)
  return outcome
}
