import type { sendChatMessage } from '#contract/chat.ts'
import type { Input } from '#contract/endpoint.ts'
import { type AnswerEvent, generateAnswer } from '#domain/assistant/conversation.ts'
import { toModelFailure } from '#domain/assistant/model.ts'
import { buildOfflineAnswer, formatMissingKeyMessage } from '#domain/assistant/offline-answer.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { runTransaction } from '../db/database.ts'
import { streamResponse } from '../http/response.ts'
import { loadAssistantFacts } from './facts.ts'
import { streamModel } from './model.ts'

type ConversationTurns = Input<typeof sendChatMessage>['messages']

/** Further questions get the offline answer. */
const MAX_CONCURRENT = 4
const activeAnswers = new WeakMap<App, number>()

/** Streams server-sent events; offline answers without a key or beyond the limits. Stores and logs no messages. */
export function streamChat(app: App, turns: ConversationTurns): Response {
  const abort = new AbortController()
  const events = generateAnswerEvents(app, turns, abort.signal)
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await events.next()
        if (done) controller.close()
        else controller.enqueue(text.encode(`data: ${JSON.stringify(value)}\n\n`))
      } catch (error) {
        if (!abort.signal.aborted) app.log.bug(error, { stream: 'assistant' })
        controller.error(error)
      }
    },
    cancel: async () => {
      abort.abort()
      await events.return(undefined)
    },
  })
  return streamResponse(body)
}

async function* generateAnswerEvents(
  app: App,
  turns: ConversationTurns,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const facts = await loadAssistantFacts(app)
  const { access } = app.env.chat
  const activeCount = activeAnswers.get(app) ?? 0
  if (!access || activeCount >= MAX_CONCURRENT || !(await isWithinBudget(app))) {
    const text = buildOfflineAnswer(turns.at(-1)?.text ?? '', facts)
    yield { kind: 'offline', text, ...(!access && { keyMissing: true }) }
    return yield { kind: 'done' }
  }
  activeAnswers.set(app, activeCount + 1)
  try {
    yield* generateAnswer(turns, facts, {
      queryModel: (question) => streamModel(access, question, signal),
      toFailure: toModelFailure,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      report: (event) => app.log.info('assistant', event),
    })
  } finally {
    activeAnswers.set(app, (activeAnswers.get(app) ?? 1) - 1)
  }
}

/** Counts a question of the day in Kathmandu; false, uncounted, beyond `CHAT_DAILY_LIMIT`. */
async function isWithinBudget(app: App): Promise<boolean> {
  const day = kathmanduDate(app.now())
  return runTransaction(app.db, async (db) => {
    await db
      .insertInto('chat_usage')
      .values({ day, requests: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { numUpdatedRows } = await db
      .updateTable('chat_usage')
      .set((row) => ({ requests: row('requests', '+', 1) }))
      .where('day', '=', day)
      .where('requests', '<', app.env.chat.dailyLimit)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows) === 1
  })
}

/** A message for the terminal if no key is set. */
export const getMissingKeyWarning = (app: App): string | undefined =>
  app.env.chat.access ? undefined : formatMissingKeyMessage('GEMINI_API_KEY')
