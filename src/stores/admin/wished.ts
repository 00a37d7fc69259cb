import { type FailureCode, type Outcome, succeed } from '#contract/failure.ts'
import { isUnanswered } from '../api.ts'

/** Said of what is not as it was when somebody looked: perhaps because it is as they wish. */
const STALE: readonly FailureCode[] = ['not_found', 'already_done', 'changed_meanwhile']

/**
 * What became of a change. Where nobody knows, or it is refused because something is not as it was, it is looked at
 * again: what was wished and is so is done, though nobody said so. `look` gives undefined where it is not.
 */
export async function wished<Value>(
  answer: Outcome<Value>,
  look: () => Promise<Value | undefined>,
): Promise<Outcome<Value>> {
  if (answer.ok || !(isUnanswered(answer.failure) || STALE.includes(answer.failure.code))) return answer
  const value = await look()
  return value === undefined ? answer : succeed(value)
}
