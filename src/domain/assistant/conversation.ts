import { CHAT_COOLDOWN_MS, type ChatFailure, getChatRetryDelay, isRateLimited, MAX_CHAT_RETRIES } from '../chat.ts'
import { FactCheck, NO_SCOPE, scopeAfter } from './fact-check.ts'
import type { AssistantFacts } from './facts.ts'
import { buildOfflineAnswer, COOLDOWN_NOTE, EMPTY_ANSWER } from './offline-answer.ts'
import { splitSentences } from './sentences.ts'
import { buildSystemPrompt } from './system-prompt.ts'

/** A message of the conversation; `model` is the assistant. */
export interface Turn {
  role: 'user' | 'model'
  text: string
}

/** Sent to the panel while an answer streams. `delta` appends; every other `text` replaces the text so far. */
export type AnswerEvent =
  | { kind: 'delta'; text: string }
  | { kind: 'replaced'; text: string }
  /** The service failed or has no key. */
  | { kind: 'offline'; text: string; keyMissing?: true | undefined }
  | { kind: 'cooldown'; text: string; seconds: number }
  | { kind: 'done' }

interface AnswerDependencies {
  /** Throws on failure, also mid-stream. */
  queryModel(turns: readonly Turn[]): AsyncIterable<string>
  toFailure(error: unknown): ChatFailure
  wait(milliseconds: number): Promise<void>
  /** Counts wrong claims without their text, which may quote a visitor. */
  report(event: { wrongClaims: number } | { failure: ChatFailure }): void
}

const MAX_ANSWER_LENGTH = 2_000

/**
 * Streams the answer to the last message as events. Retries a rate limit after 500 and 1,000 ms, and checks every
 * sentence against the facts before sending it.
 */
export async function* generateAnswer(
  turns: readonly Turn[],
  facts: AssistantFacts,
  dependencies: AnswerDependencies,
): AsyncGenerator<AnswerEvent> {
  const question = turns.at(-1)?.text ?? ''
  const offline = buildOfflineAnswer(question, facts)
  for (let retry = 1; ; retry++) {
    try {
      yield* streamCheckedAnswer(dependencies, turns, facts, offline)
      return yield { kind: 'done' }
    } catch (error) {
      const failure = dependencies.toFailure(error)
      dependencies.report({ failure })
      if (!isRateLimited(failure)) return yield* endWith({ kind: 'offline', text: offline })
      if (retry > MAX_CHAT_RETRIES) {
        const text = `${offline}\n${COOLDOWN_NOTE}`
        return yield* endWith({ kind: 'cooldown', text, seconds: CHAT_COOLDOWN_MS / 1_000 })
      }
      await dependencies.wait(getChatRetryDelay(retry))
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
  let sentLength = 0
  let readLength = 0
  let rest = ''
  const hasWrongClaim = (sentence: string): boolean => {
    const wrongClaims = check.wrongClaims(sentence, scope)
    if (wrongClaims.length > 0) report({ wrongClaims: wrongClaims.length })
    scope = scopeAfter(sentence, scope, facts)
    return wrongClaims.length > 0
  }
  for await (const chunk of queryModel([{ role: 'user', text: buildSystemPrompt(facts) }, ...turns])) {
    readLength += chunk.length
    if (readLength > MAX_READ_LENGTH) throw new Error('the answer is too long')
    const { complete, rest: open } = splitSentences(rest + chunk)
    rest = open
    for (const sentence of complete) {
      if (hasWrongClaim(sentence)) return yield { kind: 'replaced', text: offline }
      if (sentLength === 0 && sentence.trim() === '') continue
      sentLength += sentence.length
      if (sentLength > MAX_ANSWER_LENGTH) return
      yield { kind: 'delta', text: sentence }
    }
  }
  if (rest.trim() !== '') {
    if (hasWrongClaim(rest)) return yield { kind: 'replaced', text: offline }
    if (sentLength + rest.length <= MAX_ANSWER_LENGTH) yield { kind: 'delta', text: rest }
  } else if (sentLength === 0) yield { kind: 'replaced', text: EMPTY_ANSWER }
}

/** Characters read from the model before an answer counts as a failure. */
export const MAX_READ_LENGTH = 64 * 1_024
