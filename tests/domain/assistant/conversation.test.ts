import { describe, expect, test } from 'vitest'
import { type AnswerEvent, generateAnswer, type Turn } from '#domain/assistant/conversation.ts'
import { buildOfflineAnswer, COOLDOWN_NOTE, EMPTY_REPLY } from '#domain/assistant/offline-answer.ts'
import type { ChatFailure } from '#domain/chat.ts'
import { facts, plain } from '../../support/assistant.ts'

class Trouble extends Error {
  readonly failure: ChatFailure
  constructor(failure: ChatFailure) {
    super('trouble')
    this.failure = failure
  }
}
const LIMITED = new Trouble({ status: 429 })
const BROKEN = new Trouble({ status: 500 })
const QUESTION = 'What does a day pass cost at Kausimaa?'
const OFFLINE = buildOfflineAnswer(QUESTION, facts())

/** A model that says these pieces, one list for each time that it is asked; trouble is thrown where it stands. */
async function told(
  script: readonly (readonly (string | Trouble)[])[],
  turns: readonly Turn[] = [{ role: 'user', text: QUESTION }],
) {
  const waits: number[] = []
  const asked: (readonly Turn[])[] = []
  const notes: object[] = []
  const events: AnswerEvent[] = []
  const stream = generateAnswer(turns, facts(), {
    queryModel: async function* (given) {
      asked.push(given)
      for (const piece of script[asked.length - 1] ?? []) {
        if (piece instanceof Trouble) throw piece
        yield piece
      }
    },
    toFailure: (error) => (error as Trouble).failure,
    wait: async (milliseconds) => void waits.push(milliseconds),
    report: (what) => void notes.push(what),
  })
  for await (const event of stream) events.push(event)
  return { events, waits, asked, notes }
}
const said = (events: readonly AnswerEvent[]): string =>
  events.reduce((text, event) => (event.kind === 'delta' ? text + event.text : 'text' in event ? event.text : text), '')

test('whole sentences are passed on as they come', async () => {
  const { events, asked } = await told([['A day pass at Kausi', 'maa is NPR 400. You can [book', ' it](/booking).']])
  expect(events).toEqual([
    { kind: 'delta', text: 'A day pass at Kausimaa is NPR 400. ' },
    { kind: 'delta', text: 'You can [book it](/booking).' },
    { kind: 'done' },
  ])
  expect(asked[0]?.map(({ role }) => role)).toEqual(['user', 'user'])
  expect(plain(asked[0]?.[0]?.text ?? '')).toContain('NPR 400')
})

test('a wrong figure is never sent: the built-in answer stands in its place', async () => {
  const { events, notes } = await told([['Yes. ', 'A day pass is NPR 800 there. ', 'Come by!']])
  expect(events).toEqual([{ kind: 'delta', text: 'Yes. ' }, { kind: 'replaced', text: OFFLINE }, { kind: 'done' }])
  expect(notes).toEqual([{ wrongClaims: 1 }])
})

test('what was asked decides what a figure is about', async () => {
  expect((await told([['It is NPR 500 per day.']])).events[0]).toEqual({ kind: 'replaced', text: OFFLINE })
  expect(said((await told([['It is NPR 400 per day.']])).events)).toBe('It is NPR 400 per day.')
})

describe('a rate limit', () => {
  test('retries after 500 and 1,000 ms', async () => {
    const { events, waits } = await told([[LIMITED], [LIMITED], ['Ask away.']])
    expect(waits).toEqual([500, 1_000])
    expect(said(events)).toBe('Ask away.')
  })

  test('that stays starts the cooldown with the built-in answer and the note', async () => {
    const { events, asked } = await told([[LIMITED], [LIMITED], [LIMITED], ['never asked']])
    expect(asked).toHaveLength(3)
    expect(events).toEqual([{ kind: 'cooldown', text: `${OFFLINE}\n${COOLDOWN_NOTE}`, seconds: 15 }, { kind: 'done' }])
  })
})

test('any other failure is answered offline at once, in the middle of an answer too', async () => {
  expect(await told([[BROKEN]])).toMatchObject({
    waits: [],
    events: [{ kind: 'offline', text: OFFLINE }, { kind: 'done' }],
  })
  const { events } = await told([['Yes. ', BROKEN]])
  expect(said(events)).toBe(OFFLINE)
})

test('an empty reply shows a message', async () => {
  expect((await told([[' ', '\n']])).events).toEqual([{ kind: 'replaced', text: EMPTY_REPLY }, { kind: 'done' }])
})

test('an answer without an end is ended', async () => {
  const { events } = await told([Array.from({ length: 1_000 }, () => 'Come by and see us. ')])
  expect(said(events).length).toBeLessThanOrEqual(2_000)
  expect(events.at(-1)).toEqual({ kind: 'done' })
})
