import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnswerEvent } from '#domain/assistant/conversation.ts'
import { buildOfflineAnswer, COOLDOWN_NOTE, EMPTY_ANSWER } from '#domain/assistant/offline-answer.ts'
import { AssistantUnavailable } from '#stores/chat/assistant-unavailable.ts'
import { streamAnswer } from '#stores/chat/browser-assistant.ts'
import { facts, plain } from '../../support/assistant.ts'
import { replaceEnvironment } from '../../support/environment.ts'

/** The pieces of a reply, an error status, `undefined` for a network failure or `stall` for no response. */
type ModelResponse = readonly string[] | number | undefined | 'stall'

let restore = () => {}
let requests: { address: string; key: string | null; body: { contents: unknown[] } }[] = []
let waits: number[] = []
/** Longer timers do not run. */
let longestWait: number

function fakeModel(...responses: ModelResponse[]): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('x-goog-api-key')
    requests.push({ address: String(address), key, body: JSON.parse(String(init.body)) })
    const response = responses.shift()
    if (response === undefined) throw new TypeError('Failed to fetch')
    if (response === 'stall')
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    if (typeof response === 'number') {
      const error = { code: response, message: response === 429 ? 'RESOURCE_EXHAUSTED' : 'no' }
      return Response.json({ error }, { status: response })
    }
    const pieces = response.map((text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }))
    return new Response(pieces.map((piece) => `data: ${JSON.stringify(piece)}\r\n\r\n`).join(''))
  })
}

async function getEvents(question: string): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = []
  for await (const event of streamAnswer([{ role: 'user', text: question }])) events.push(event)
  return events
}
const offline = (question: string) => plain(buildOfflineAnswer(question, facts({ free: [] })))
const textOf = (event: AnswerEvent | undefined) => (event && 'text' in event ? plain(event.text) : undefined)

beforeEach(() => {
  ;[requests, waits, longestWait] = [[], [], 10_000]
  vi.stubGlobal('EDITION', { staff: {}, assistant: { key: 'the-key', model: 'a-model' } })
  restore = replaceEnvironment({
    request: async (address) => {
      if (address === '/assistant.json') return Response.json(facts())
      throw new Error('no server in this edition')
    },
    later: (run, milliseconds) => {
      waits.push(milliseconds)
      if (milliseconds < longestWait) setImmediate(run)
      return () => {}
    },
  })
})
afterEach(() => {
  restore()
  vi.unstubAllGlobals()
})

describe('streamAnswer', () => {
  test('sends the question with the facts and the key of the build to the model', async () => {
    fakeModel(['Yes, there is tea. ', 'And coffee.'])
    expect(await getEvents('Is there tea?')).toEqual([
      { kind: 'delta', text: 'Yes, there is tea. ' },
      { kind: 'delta', text: 'And coffee.' },
      { kind: 'done' },
    ])
    const [{ address, key, body }] = requests as [(typeof requests)[0]]
    expect(address).toMatch(/^https:\/\/generativelanguage\.googleapis\.com\/.*\/a-model:streamGenerateContent/)
    expect(key).toBe('the-key')
    expect(JSON.stringify(body.contents[0])).toContain('Dhobighat Hub')
    expect(body.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'Is there tea?' }] })
  })

  test('replaces a price that is not ours', async () => {
    fakeModel(['Private Office is NPR 58,500 per month.'])
    const [event] = await getEvents('What does the private office cost?')
    expect(event?.kind).toBe('replaced')
    expect(textOf(event)).toBe(offline('What does the private office cost?'))
  })

  test('retries a rate limit after 500 and 1,000 ms, then starts a cooldown, and hides one that passes', async () => {
    fakeModel(429, 429, 429)
    const events = await getEvents('Where are you?')
    expect(waits.filter((wait) => wait < 10_000)).toEqual([500, 1_000])
    expect(requests).toHaveLength(3)
    expect(events).toMatchObject([{ kind: 'cooldown', seconds: 15 }, { kind: 'done' }])
    expect(textOf(events[0])).toBe(`${offline('Where are you?')}\n${COOLDOWN_NOTE}`)
    fakeModel(429, ['We are here.'])
    expect((await getEvents('Where are you?')).map(({ kind }) => kind)).toEqual(['delta', 'done'])
  })

  test.each<[string, ModelResponse]>([
    ['a network failure', undefined],
    ['a rejected key', 403],
    ['a service that is down', 500],
  ])('returns the built-in answer marked offline for %s, without a retry', async (_, response) => {
    fakeModel(response)
    const events = await getEvents('How can I book?')
    expect(events.map(({ kind }) => kind)).toEqual(['offline', 'done'])
    expect(textOf(events[0])).toBe(offline('How can I book?'))
    expect(requests).toHaveLength(1)
  })

  test('stops waiting for a stalled service', async () => {
    fakeModel('stall')
    longestWait = Number.POSITIVE_INFINITY
    expect((await getEvents('Hello there?')).map(({ kind }) => kind)).toEqual(['offline', 'done'])
  })

  test('replaces an empty reply', async () => {
    fakeModel([''])
    expect(await getEvents('Hm?')).toEqual([{ kind: 'replaced', text: EMPTY_ANSWER }, { kind: 'done' }])
  })

  test('returns the built-in answer and reports the missing key without a request', async () => {
    vi.stubGlobal('EDITION', { staff: {} })
    fakeModel()
    const events = await getEvents('What does a day cost?')
    expect(events[0]).toMatchObject({ kind: 'offline', keyMissing: true })
    expect(textOf(events[0])).toBe(offline('What does a day cost?'))
    expect(requests).toEqual([])
  })

  test('throws when the facts cannot be loaded', async () => {
    vi.resetModules()
    const { streamAnswer } = await import('#stores/chat/browser-assistant.ts')
    const { replaceEnvironment } = await import('../../support/environment.ts')
    restore = replaceEnvironment({ request: async () => Promise.reject(new Error('offline')) })
    fakeModel(['Anything.'])
    await expect(streamAnswer([{ role: 'user', text: 'Hi?' }]).next()).rejects.toMatchObject({
      message: new AssistantUnavailable().message,
    })
    expect(requests).toEqual([])
  })
})
