import type { askAssistant } from '#contract/chat.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { type AnswerEvent, answer } from '#domain/assistant/conversation.ts'
import { modelTrouble } from '#domain/assistant/model.ts'
import { keyMissing, offlineAnswer } from '#domain/assistant/offline.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { streamAnswer } from '../http/answer.ts'
import { assistantFacts } from './facts.ts'
import { askModel } from './model.ts'

type Turns = Input<typeof askAssistant>['messages']

/** So many answers are made at once; whoever comes then gets the built-in one, which costs nothing. */
const AT_ONCE = 4
const underWay = new WeakMap<App, number>()

/**
 * The answer as server-sent events. Without a key, beyond the day's budget (`CHAT_DAILY_LIMIT`) or beyond what is made at
 * once, the built-in answer. What visitors write is not kept and not logged.
 */
export function chatStream(app: App, turns: Turns): Response {
  const left = new AbortController()
  const events = answerEvents(app, turns, left.signal)
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
  return streamAnswer(body)
}

async function* answerEvents(app: App, turns: Turns, left: AbortSignal): AsyncGenerator<AnswerEvent> {
  const facts = await assistantFacts(app)
  const { access } = app.env.chat
  const now = underWay.get(app) ?? 0
  if (!access || now >= AT_ONCE || !(await isWithinBudget(app))) {
    const text = offlineAnswer(turns.at(-1)?.text ?? '', facts)
    yield { kind: 'offline', text, ...(!access && { keyMissing: true }) }
    return yield { kind: 'done' }
  }
  underWay.set(app, now + 1)
  try {
    yield* answer(turns, facts, {
      ask: (asked) => askModel(access, asked, left),
      trouble: modelTrouble,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      note: (what) => app.log.info('assistant', what),
    })
  } finally {
    underWay.set(app, (underWay.get(app) ?? 1) - 1)
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
export const missingKey = (app: App): string | undefined =>
  app.env.chat.access ? undefined : keyMissing('GEMINI_API_KEY')
