import { expect, test } from 'vitest'
import { type AnswerEvent, generateAnswer, type Turn } from '#domain/assistant/conversation.ts'
import { buildOfflineAnswer, COOLDOWN_NOTE, EMPTY_ANSWER } from '#domain/assistant/offline-answer.ts'
import type { ChatFailure } from '#domain/chat.ts'
import { facts, plain } from '../../support/assistant.ts'

const LIMITED: ChatFailure = { status: 429 }
const BROKEN: ChatFailure = { status: 500 }
const QUESTION = 'What does a day pass cost at Kausimaa?'
const OFFLINE = buildOfflineAnswer(QUESTION, facts())

/** Runs a conversation with a model that yields these pieces, one list per query, and throws the failures among them. */
async function converse(script: readonly (readonly (string | ChatFailure)[])[]) {
  const waits: number[] = []
  const queries: (readonly Turn[])[] = []
  const reports: object[] = []
  const events: AnswerEvent[] = []
  const stream = generateAnswer([{ role: 'user', text: QUESTION }], facts(), {
    queryModel: async function* (turns) {
      queries.push(turns)
      for (const piece of script[queries.length - 1] ?? []) {
        if (typeof piece !== 'string') throw piece
        yield piece
      }
    },
    toFailure: (error) => error as ChatFailure,
    wait: async (milliseconds) => void waits.push(milliseconds),
    report: (what) => void reports.push(what),
  })
  for await (const event of stream) events.push(event)
  return { events, waits, queries, reports }
}
const textOf = (events: readonly AnswerEvent[]): string =>
  events.reduce((text, event) => (event.kind === 'delta' ? text + event.text : 'text' in event ? event.text : text), '')

test('generateAnswer streams whole sentences', async () => {
  const pieces = ['A day pass at Kausi', 'maa is NPR 400. You can [book', ' it](/booking).']
  const { events, queries } = await converse([pieces])
  expect(events).toEqual([
    { kind: 'delta', text: 'A day pass at Kausimaa is NPR 400. ' },
    { kind: 'delta', text: 'You can [book it](/booking).' },
    { kind: 'done' },
  ])
  expect(queries[0]?.map(({ role }) => role)).toEqual(['user', 'user'])
  expect(plain(queries[0]?.[0]?.text ?? '')).toContain('NPR 400')
})

test('generateAnswer replaces a wrong claim by the built-in answer', async () => {
  const { events, reports } = await converse([['Yes. ', 'A day pass is NPR 800 there. ', 'Come by!']])
  expect(events).toEqual([{ kind: 'delta', text: 'Yes. ' }, { kind: 'replaced', text: OFFLINE }, { kind: 'done' }])
  expect(reports).toEqual([{ wrongClaims: 1 }])
})

test('generateAnswer checks a claim against the location of the question', async () => {
  expect((await converse([['It is NPR 500 per day.']])).events[0]).toEqual({ kind: 'replaced', text: OFFLINE })
  expect(textOf((await converse([['It is NPR 400 per day.']])).events)).toBe('It is NPR 400 per day.')
})

test('generateAnswer retries a rate limit after 500 and 1,000 ms', async () => {
  const { events, waits } = await converse([[LIMITED], [LIMITED], ['Ask away.']])
  expect(waits).toEqual([500, 1_000])
  expect(textOf(events)).toBe('Ask away.')
})

test('generateAnswer starts the cooldown of a rate limit with the built-in answer after the last retry', async () => {
  const { events, queries } = await converse([[LIMITED], [LIMITED], [LIMITED], ['never queried']])
  expect(queries).toHaveLength(3)
  expect(events).toEqual([{ kind: 'cooldown', text: `${OFFLINE}\n${COOLDOWN_NOTE}`, seconds: 15 }, { kind: 'done' }])
})

test('generateAnswer falls back to the built-in answer after any other failure, also mid-answer', async () => {
  const events = [{ kind: 'offline', text: OFFLINE }, { kind: 'done' }]
  expect(await converse([[BROKEN]])).toMatchObject({ waits: [], events })
  expect(textOf((await converse([['Yes. ', BROKEN]])).events)).toBe(OFFLINE)
})

test('generateAnswer replaces an empty reply by a message', async () => {
  expect((await converse([[' ', '\n']])).events).toEqual([{ kind: 'replaced', text: EMPTY_ANSWER }, { kind: 'done' }])
})

test('generateAnswer cuts off an endless answer', async () => {
  const { events } = await converse([Array.from({ length: 1_000 }, () => 'Come by and see us. ')])
  expect(textOf(events).length).toBeLessThanOrEqual(2_000)
  expect(events.at(-1)).toEqual({ kind: 'done' })
})
