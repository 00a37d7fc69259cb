import { type AnswerEvent, generateAnswer, type Turn } from '#domain/assistant/conversation.ts'
import type { AssistantFacts } from '#domain/assistant/facts.ts'
import {
  ANSWER_TIMEOUT_MS,
  CHUNK_TIMEOUT_MS,
  MODEL_LIMITS,
  toModelContents,
  toModelFailure,
} from '#domain/assistant/model.ts'
import { buildOfflineAnswer } from '#domain/assistant/offline-answer.ts'
import { editionSettings } from '../edition.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { loadAssistantFacts } from './assistant-facts.ts'
import { AssistantUnavailable } from './assistant-unavailable.ts'

/**
 * Queries the model from the browser, with the same fact check and retries as the server. Throws `Unanswered` if there
 * are no facts to check against.
 */
export async function* streamReply(turns: readonly Turn[]): AsyncGenerator<AnswerEvent> {
  const words = await loadAssistantFacts()
  if (!words) throw new AssistantUnavailable()
  const facts = { ...words, free: await loadFreeSeats(words) }
  const { assistant } = editionSettings()
  if (!assistant) {
    yield { kind: 'offline', text: buildOfflineAnswer(turns.at(-1)?.text ?? '', facts), keyMissing: true }
    return yield { kind: 'done' }
  }
  yield* generateAnswer(turns, facts, {
    queryModel: (asked) => streamModel(assistant, asked),
    toFailure: toModelFailure,
    wait: (milliseconds) => new Promise((done) => environment().later(done, milliseconds)),
    report: () => {},
  })
}

/** Pieces as they come; throws what the service or the network throws. */
async function* streamModel(access: { key: string; model: string }, turns: readonly Turn[]): AsyncGenerator<string> {
  const { GoogleGenerativeAI } = await import('@google/generative-ai')
  const stalled = new AbortController()
  const patience = () => environment().later(() => stalled.abort(new Error('the service stalled')), CHUNK_TIMEOUT_MS)
  let rest = patience()
  const endDeadline = environment().later(() => stalled.abort(new Error('the answer took too long')), ANSWER_TIMEOUT_MS)
  try {
    const { stream, response } = await new GoogleGenerativeAI(access.key)
      .getGenerativeModel({ model: access.model, generationConfig: MODEL_LIMITS })
      .generateContentStream({ contents: toModelContents(turns) }, { signal: stalled.signal })
    // The library's sum of all pieces: what breaks the stream breaks it as well, and nobody else would hear of it.
    response.catch(() => {})
    for await (const piece of stream) {
      rest()
      rest = patience()
      yield piece.text()
    }
  } finally {
    rest()
    endDeadline()
    stalled.abort()
  }
}

async function loadFreeSeats({ locations, today }: AssistantFacts): Promise<AssistantFacts['free']> {
  const bookable = locations.filter(({ available }) => available)
  const found = await Promise.all(
    bookable.map(async ({ id }) => {
      const answer = await ledger.availability({ location: id, from: today, to: today })
      const [day] = answer.ok ? answer.value.days : []
      return day ? [{ locationId: id, seats: Math.max(0, day.seats - day.taken) }] : []
    }),
  )
  return found.flat()
}
