import { type AnswerEvent, answer, type Turn } from '#domain/assistant/conversation.ts'
import type { AssistantFacts } from '#domain/assistant/facts.ts'
import {
  ANSWER_WITHIN_MS,
  MODEL_LIMITS,
  modelContents,
  modelTrouble,
  STALLED_AFTER_MS,
} from '#domain/assistant/model.ts'
import { offlineAnswer } from '#domain/assistant/offline.ts'
import { editionSettings } from '../edition.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { Unanswered } from './unanswered.ts'
import { assistantFacts } from './words.ts'

/**
 * Queries the model from the browser, with the same fact check and retries as the server. Throws `Unanswered` if there
 * are no facts to check against.
 */
export async function* ask(turns: readonly Turn[]): AsyncGenerator<AnswerEvent> {
  const words = await assistantFacts()
  if (!words) throw new Unanswered()
  const facts = { ...words, free: await freeToday(words) }
  const { assistant } = editionSettings()
  if (!assistant) {
    yield { kind: 'offline', text: offlineAnswer(turns.at(-1)?.text ?? '', facts), keyMissing: true }
    return yield { kind: 'done' }
  }
  yield* answer(turns, facts, {
    ask: (asked) => askModel(assistant, asked),
    trouble: modelTrouble,
    wait: (milliseconds) => new Promise((done) => environment().later(done, milliseconds)),
    note: () => {},
  })
}

/** Pieces as they come; throws what the service or the network throws. */
async function* askModel(access: { key: string; model: string }, turns: readonly Turn[]): AsyncGenerator<string> {
  const { GoogleGenerativeAI } = await import('@google/generative-ai')
  const stalled = new AbortController()
  const patience = () => environment().later(() => stalled.abort(new Error('the service stalled')), STALLED_AFTER_MS)
  let rest = patience()
  const endDeadline = environment().later(() => stalled.abort(new Error('the answer took too long')), ANSWER_WITHIN_MS)
  try {
    const { stream, response } = await new GoogleGenerativeAI(access.key)
      .getGenerativeModel({ model: access.model, generationConfig: MODEL_LIMITS })
      .generateContentStream({ contents: modelContents(turns) }, { signal: stalled.signal })
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

async function freeToday({ locations, today }: AssistantFacts): Promise<AssistantFacts['free']> {
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
