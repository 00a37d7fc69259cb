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

/** Queries the model from the browser with the server's fact check and retries. Throws `AssistantUnavailable`. */
export async function* streamAnswer(turns: readonly Turn[]): AsyncGenerator<AnswerEvent> {
  const stored = await loadAssistantFacts()
  if (!stored) throw new AssistantUnavailable()
  const facts = { ...stored, free: await loadFreeSeats(stored) }
  const { assistant } = editionSettings()
  if (!assistant) {
    yield { kind: 'offline', text: buildOfflineAnswer(turns.at(-1)?.text ?? '', facts), keyMissing: true }
    return yield { kind: 'done' }
  }
  yield* generateAnswer(turns, facts, {
    queryModel: (messages) => streamModel(assistant, messages),
    toFailure: toModelFailure,
    wait: (milliseconds) => new Promise((done) => environment().later(done, milliseconds)),
    report: () => {},
  })
}

async function* streamModel(access: { key: string; model: string }, turns: readonly Turn[]): AsyncGenerator<string> {
  const { GoogleGenerativeAI } = await import('@google/generative-ai')
  const controller = new AbortController()
  const startTimeout = () =>
    environment().later(() => controller.abort(new Error('the service stalled')), CHUNK_TIMEOUT_MS)
  let cancelTimeout = startTimeout()
  const endDeadline = environment().later(
    () => controller.abort(new Error('the answer took too long')),
    ANSWER_TIMEOUT_MS,
  )
  try {
    const { stream, response } = await new GoogleGenerativeAI(access.key)
      .getGenerativeModel({ model: access.model, generationConfig: MODEL_LIMITS })
      .generateContentStream({ contents: toModelContents(turns) }, { signal: controller.signal })
    // The library's combined response rejects with the stream; unhandled it would be logged as an error.
    response.catch(() => {})
    for await (const piece of stream) {
      cancelTimeout()
      cancelTimeout = startTimeout()
      yield piece.text()
    }
  } finally {
    cancelTimeout()
    endDeadline()
    controller.abort()
  }
}

async function loadFreeSeats({ locations, today }: AssistantFacts): Promise<AssistantFacts['free']> {
  const bookable = locations.filter(({ available }) => available)
  const seats = await Promise.all(
    bookable.map(async ({ id }) => {
      const response = await ledger.availability({ location: id, from: today, to: today })
      const [day] = response.ok ? response.value.days : []
      return day ? [{ locationId: id, seats: Math.max(0, day.seats - day.taken) }] : []
    }),
  )
  return seats.flat()
}
