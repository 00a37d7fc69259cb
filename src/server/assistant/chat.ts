import type { sendChatMessage } from '#contract/chat.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { type AnswerEvent, generateAnswer } from '#domain/assistant/conversation.ts'
import { toModelFailure } from '#domain/assistant/model.ts'
import { buildOfflineAnswer, formatMissingKeyMessage } from '#domain/assistant/offline-answer.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { streamResponse } from '../http/response.ts'
import { loadAssistantFacts } from './facts.ts'
import { streamModel } from './model.ts'

type ConversationTurns = Input<typeof sendChatMessage>['messages']

/** So many answers are made at once; whoever comes then gets the built-in one, which costs nothing. */
const MAX_CONCURRENT = 4
const running = new WeakMap<App, number>()

/**
 * The answer as server-sent events. Without a key, beyond the day's budget (`CHAT_DAILY_LIMIT`) or beyond what is made at
 * once, the built-in answer. What visitors write is not kept and not logged.
 */
export function streamChat(app: App, turns: ConversationTurns): Response {
  const left = new AbortController()
  const events = generateAnswerEvents(app, turns, left.signal)
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await events.next()
        if (done) controller.close()
        else controller.enqueue(text.encode(`data: ${JSON.stringify(value)}\n\n`))
      } catch (error) {
        if (!left.signal.aborted) app.log.bug(error, { stream: 'assistant' })
        controller.error(error)
      }
    },
    cancel: async () => {
      left.abort()
      await events.return(undefined)
    },
  })
  return streamResponse(body)
}

async function* generateAnswerEvents(
  app: App,
  turns: ConversationTurns,
  left: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const facts = await loadAssistantFacts(app)
  const { access } = app.env.chat
  const now = running.get(app) ?? 0
  if (!access || now >= MAX_CONCURRENT || !(await isWithinBudget(app))) {
    const text = buildOfflineAnswer(turns.at(-1)?.text ?? '', facts)
    yield { kind: 'offline', text, ...(!access && { keyMissing: true }) }
    return yield { kind: 'done' }
  }
  running.set(app, now + 1)
  try {
    yield* generateAnswer(turns, facts, {
      queryModel: (asked) => streamModel(access, asked, left),
      toFailure: toModelFailure,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      report: (what) => app.log.info('assistant', what),
    })
  } finally {
    running.set(app, (running.get(app) ?? 1) - 1)
  }
}

/** Counts one question of Kathmandu's day; false, and uncounted, beyond the limit. */
async function isWithinBudget(app: App): Promise<boolean> {
  const day = kathmanduDate(app.now())
  const counted = await app.db.write(async (db) => {
    await db
      .insertInto('chat_days')
      .values({ day, asked: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { numUpdatedRows } = await db
      .updateTable('chat_days')
      .set((row) => ({ asked: row('asked', '+', 1) }))
      .where('day', '=', day)
      .where('asked', '<', app.env.chat.dailyLimit)
      .executeTakeFirstOrThrow()
    return succeed(Number(numUpdatedRows) === 1)
  })
  return counted.ok && counted.value
}

/** Returns a message for the terminal if the server starts without a key. Visitors never see it. */
export const getMissingKeyWarning = (app: App): string | undefined =>
  app.env.chat.access ? undefined : formatMissingKeyMessage('GEMINI_API_KEY')
