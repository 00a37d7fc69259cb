import { type FailureCode, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { isOutcomeUnknown } from '../api.ts'

/** Said of what is not as it was when somebody looked: perhaps because it is as they wish. */
const STALE_CODES: readonly FailureCode[] = ['not_found', 'already_done', 'changed_meanwhile']

/**
 * What became of a change. Where nobody knows, or it is refused because something is not as it was, it is looked at
 * again: what was wished and is so is done, though nobody said so. `look` is given how it is now where the refusal
 * says so, and gives undefined where it is not as wished.
 */
export async function resolveUnknownOutcome<Value>(
  answer: Outcome<Value>,
  look: (current: Value | undefined) => Promise<Value | undefined>,
): Promise<Outcome<Value>> {
  if (answer.ok || !(isOutcomeUnknown(answer.failure) || STALE_CODES.includes(answer.failure.code))) return answer
  const value = await look(answer.failure.current as Value | undefined)
  return value === undefined ? answer : succeed(value)
}

/** Whether something is in all as it was wished. */
export const isApplied = (now: object, wish: object): boolean =>
  Object.keys(diffFields(trimTexts(wish), { ...now }).before).length === 0

/** As the server keeps it: without what stands around a text. */
const trimTexts = (wish: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wish).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )
