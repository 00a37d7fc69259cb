import { CHAT_COOLDOWN_MS, type ChatFailure, getChatRetryDelay, isRateLimited, MAX_CHAT_RETRIES } from '../chat.ts'
import { FactCheck, NO_SCOPE, scopeAfter } from './fact-check.ts'
import type { AssistantFacts } from './facts.ts'
import { buildOfflineAnswer, COOLDOWN_NOTE, EMPTY_REPLY } from './offline-answer.ts'
import { splitSentences } from './sentences.ts'
import { buildSystemPrompt } from './system-prompt.ts'

/** A message of the conversation; `model` is the assistant. */
export interface Turn {
  role: 'user' | 'model'
  text: string
}

/** Sent to the panel while an answer is made. `text` replaces the text so far, except in `delta`, which appends. */
export type AnswerEvent =
  | { kind: 'delta'; text: string }
  /** What was being said is not so: this is. */
  | { kind: 'replaced'; text: string }
  /** The service failed, or there is no key to ask it with. */
  | { kind: 'offline'; text: string; keyMissing?: true | undefined }
  | { kind: 'cooldown'; text: string; seconds: number }
  | { kind: 'done' }

export interface AnswerDependencies {
  /** Asks the model; throws where it fails, at the beginning or in the middle. */
  queryModel(turns: readonly Turn[]): AsyncIterable<string>
  /** What a failure told of itself. */
  toFailure(error: unknown): ChatFailure
  wait(milliseconds: number): Promise<void>
  /** Receives the number of wrong claims, without their words as a visitor may have written them, and failures. */
  report(what: { wrongClaims: number } | { failure: ChatFailure }): void
}

/** No visitor needs more; what is longer is the model's own trouble. */
const MAX_ANSWER_LENGTH = 2_000

/**
 * Answers the last message in events. A rate limit is retried after 500 and 1,000 ms; every sentence is checked against
 * the facts before it is sent.
 */
export async function* generateAnswer(
  turns: readonly Turn[],
  facts: AssistantFacts,
  how: AnswerDependencies,
): AsyncGenerator<AnswerEvent> {
  const question = turns.at(-1)?.text ?? ''
  const offline = buildOfflineAnswer(question, facts)
  for (let retry = 1; ; retry++) {
    try {
      yield* streamCheckedAnswer(how, turns, facts, offline)
      return yield { kind: 'done' }
    } catch (error) {
      const failure = how.toFailure(error)
      how.report({ failure })
      if (!isRateLimited(failure)) return yield* endWith({ kind: 'offline', text: offline })
      if (retry > MAX_CHAT_RETRIES) {
        const text = `${offline}\n${COOLDOWN_NOTE}`
        return yield* endWith({ kind: 'cooldown', text, seconds: CHAT_COOLDOWN_MS / 1_000 })
      }
      await how.wait(getChatRetryDelay(retry))
    }
  }
}

async function* endWith(event: AnswerEvent): AsyncGenerator<AnswerEvent> {
  yield event
  yield { kind: 'done' }
}

async function* streamCheckedAnswer(
  { queryModel, report }: AnswerDependencies,
  turns: readonly Turn[],
  facts: AssistantFacts,
  offline: string,
): AsyncGenerator<AnswerEvent> {
  const check = new FactCheck(facts)
  let scope = turns.reduce((before, { text }) => scopeAfter(text, before, facts), NO_SCOPE)
  let said = 0
  let read = 0
  let rest = ''
  const wrongIn = (sentence: string): boolean => {
    const wrongClaims = check.wrongClaims(sentence, scope)
    if (wrongClaims.length > 0) report({ wrongClaims: wrongClaims.length })
    scope = scopeAfter(sentence, scope, facts)
    return wrongClaims.length > 0
  }
  for await (const piece of queryModel([{ role: 'user', text: buildSystemPrompt(facts) }, ...turns])) {
    read += piece.length
    if (read > MAX_READ_LENGTH) throw new Error('the answer is too long')
    const { whole, rest: open } = splitSentences(rest + piece)
    rest = open
    for (const sentence of whole) {
      if (wrongIn(sentence)) return yield { kind: 'replaced', text: offline }
      if (said === 0 && sentence.trim() === '') continue
      said += sentence.length
      if (said > MAX_ANSWER_LENGTH) return
      yield { kind: 'delta', text: sentence }
    }
  }
  if (rest.trim() !== '') {
    if (wrongIn(rest)) return yield { kind: 'replaced', text: offline }
    if (said + rest.length <= MAX_ANSWER_LENGTH) yield { kind: 'delta', text: rest }
  } else if (said === 0) yield { kind: 'replaced', text: EMPTY_REPLY }
}

/** Characters read from the model before an answer counts as a failure. */
export const MAX_READ_LENGTH = 64 * 1_024
