import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerEvent } from '#domain/assistant/conversation.ts'
import { buildOfflineAnswer, COOLDOWN_NOTE, EMPTY_REPLY } from '#domain/assistant/offline-answer.ts'
import { AssistantUnavailable } from '#stores/chat/assistant-unavailable.ts'
import { streamReply } from '#stores/chat/browser-assistant.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { facts, plain } from '../../support/assistant.ts'

/** What the service answers, one after another; a number is a status, nothing a broken line, `stall` is never. */
type Answer = readonly string[] | number | undefined | 'stall'

let restore = () => {}
let asked: { address: string; key: string | null; body: { contents: unknown[] } }[] = []
let waits: number[] = []

function service(...answers: Answer[]): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('x-goog-api-key')
    asked.push({ address: String(address), key, body: JSON.parse(String(init.body)) })
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('Failed to fetch')
    if (answer === 'stall')
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    if (typeof answer === 'number')
      return Response.json(
        { error: { code: answer, message: answer === 429 ? 'RESOURCE_EXHAUSTED' : 'no' } },
        { status: answer },
      )
    const pieces = answer.map((text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }))
    return new Response(pieces.map((piece) => `data: ${JSON.stringify(piece)}\r\n\r\n`).join(''))
  })
}

async function said(question: string): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = []
  for await (const event of streamReply([{ role: 'user', text: question }])) events.push(event)
  return events
}
const offline = (question: string) => plain(buildOfflineAnswer(question, facts({ free: [] })))
const textOf = (event: AnswerEvent | undefined) => (event && 'text' in event ? plain(event.text) : undefined)

beforeEach(() => {
  ;[asked, waits] = [[], []]
  vi.stubGlobal('EDITION', { staff: {}, assistant: { key: 'the-key', model: 'a-model' } })
  restore = replaceEnvironment({
    request: async (address) => {
      if (address === '/assistant.json') return Response.json(facts())
      throw new Error('this edition asks no server')
    },
    later: (run, milliseconds) => {
      waits.push(milliseconds)
      if (milliseconds < 10_000) setImmediate(run)
      return () => {}
    },
  })
})
afterEach(() => {
  restore()
  vi.unstubAllGlobals()
})

test('the question goes to the model’s maker, with the facts before it and the key of the build', async () => {
  service(['Yes, there is tea. ', 'And coffee.'])
  expect(await said('Is there tea?')).toEqual([
    { kind: 'delta', text: 'Yes, there is tea. ' },
    { kind: 'delta', text: 'And coffee.' },
    { kind: 'done' },
  ])
  const [{ address, key, body }] = asked as [(typeof asked)[0]]
  expect(address).toMatch(/^https:\/\/generativelanguage\.googleapis\.com\/.*\/a-model:streamGenerateContent/)
  expect(key).toBe('the-key')
  expect(JSON.stringify(body.contents[0])).toContain('Dhobighat Hub')
  expect(body.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'Is there tea?' }] })
})

test('a price that is none of ours is replaced, as the server does', async () => {
  service(['Private Office is NPR 58,500 per month.'])
  const [event] = await said('What does the private office cost?')
  expect(event?.kind).toBe('replaced')
  expect(textOf(event)).toBe(offline('What does the private office cost?'))
})

test('a rate limit is tried again after 500 and 1,000 ms, then there is a cooldown', async () => {
  service(429, 429, 429)
  const events = await said('Where are you?')
  expect(waits.filter((wait) => wait < 10_000)).toEqual([500, 1_000])
  expect(asked).toHaveLength(3)
  expect(events.map(({ kind }) => kind)).toEqual(['cooldown', 'done'])
  expect(textOf(events[0])).toBe(`${offline('Where are you?')}\n${COOLDOWN_NOTE}`)
  expect(events[0]).toMatchObject({ seconds: 15 })
})

test('a limit that passes is never seen', async () => {
  service(429, ['We are here.'])
  expect((await said('Where are you?')).map(({ kind }) => kind)).toEqual(['delta', 'done'])
})

test.each<[string, Answer]>([
  ['a broken line', undefined],
  ['a refused key', 403],
  ['a service that is down', 500],
])('%s is the built-in answer, marked offline, and tried once', async (_, answer) => {
  service(answer)
  const events = await said('How can I book?')
  expect(events.map(({ kind }) => kind)).toEqual(['offline', 'done'])
  expect(textOf(events[0])).toBe(offline('How can I book?'))
  expect(asked).toHaveLength(1)
})

test('a service that stalls is given up', async () => {
  const back = replaceEnvironment({
    later: (run) => {
      setImmediate(run)
      return () => {}
    },
  })
  service('stall')
  expect((await said('Hello there?')).map(({ kind }) => kind)).toEqual(['offline', 'done'])
  back()
})

test('an empty reply says so', async () => {
  service([''])
  expect(await said('Hm?')).toEqual([{ kind: 'replaced', text: EMPTY_REPLY }, { kind: 'done' }])
})

test('without a key nobody is asked, and whoever runs the site can be told', async () => {
  vi.stubGlobal('EDITION', { staff: {} })
  service()
  const events = await said('What does a day cost?')
  expect(events[0]).toMatchObject({ kind: 'offline', keyMissing: true })
  expect(textOf(events[0])).toBe(offline('What does a day cost?'))
  expect(asked).toEqual([])
})

test('where nothing is known of the business, nothing is claimed', async () => {
  vi.resetModules()
  const { streamReply } = await import('#stores/chat/browser-assistant.ts')
  const { replaceEnvironment } = await import('#stores/environment.ts')
  restore = replaceEnvironment({ request: async () => Promise.reject(new Error('offline')) })
  service(['Anything.'])
  await expect(streamReply([{ role: 'user', text: 'Hi?' }]).next()).rejects.toMatchObject({
    message: new AssistantUnavailable().message,
  })
  expect(asked).toEqual([])
})
