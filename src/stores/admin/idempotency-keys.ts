import type { Outcome } from '#contract/failure.ts'
import { environment } from '../environment.ts'

/** By what is asked for. */
const keys = new Map<string, string>()

/**
 * Asks under one key for one thing, however often and between whichever others it is pressed until it is done: an answer
 * that was lost may have been of something done. A refusal uses no key up, and frees none.
 */
export async function withIdempotencyKey<Value>(
  what: readonly unknown[],
  ask: (key: string) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const name = JSON.stringify(what)
  const key = keys.get(name) ?? environment().randomId()
  keys.set(name, key)
  const answer = await ask(key)
  if (answer.ok) keys.delete(name)
  return answer
}
