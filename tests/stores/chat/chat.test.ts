import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerEvent } from '#domain/assistant/conversation.ts'
import { COOLDOWN_NOTE, EMPTY_REPLY, WELCOME } from '#domain/assistant/offline-answer.ts'
import { IDLE_CHAT } from '#domain/chat.ts'
import { npr, rupees } from '#domain/money.ts'
import type { PriceTable } from '#domain/price.ts'
import {
  $chat,
  $cooldownSeconds,
  $finishedReply,
  openChat,
  retryQuestion,
  sendQuestion,
  setInput,
} from '#stores/chat/chat.ts'
import { $input, $messages } from '#stores/chat/transcript.ts'
import { type Environment, replaceEnvironment } from '#stores/environment.ts'
import { facts, plain } from '../../support/assistant.ts'

let restore = () => {}
let now = 1_000_000
let later: { run: () => void; at: number }[] = []
let sent: unknown[] = []
let kept = new Map<string, string>()
/** Of now, where the server tells them. */
let tables: PriceTable[] | undefined

const stream = (events: readonly AnswerEvent[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))

/** Begins, and says nothing until it is given up. */
const silence = (given: AbortSignal | null | undefined) =>
  new Response(
    new ReadableStream({
      start: (answer) => given?.addEventListener('abort', () => answer.error(given.reason)),
    }),
  )

/** A server that gives these answers, one after another; undefined is no answer at all. */
function serving(...answers: (Response | 'silence' | undefined)[]): void {
  const request: Environment['request'] = async (address, init) => {
    if (address === '/assistant.json') return Response.json(facts())
    if (address === '/api/prices' && tables) return Response.json({ tables })
    if (address !== '/api/chat') throw new Error('unreachable')
    sent.push(JSON.parse(String(init?.body)).messages)
    const answer = answers.shift()
    if (!answer) throw new Error('unreachable')
    return answer === 'silence' ? silence(init?.signal) : answer
  }
  let ids = 0
  restore = replaceEnvironment({
    request,
    now: () => now,
    randomId: () => `id-${++ids}`,
    later: (run, milliseconds) => {
      const one = { run, at: now + milliseconds }
      later = [...later, one].sort((first, second) => first.at - second.at)
      return () => {
        later = later.filter((other) => other !== one)
      }
    },
    tabStorage: () =>
      ({
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
      }) as Storage,
  })
  openChat()
}

const texts = () => $messages.get().map(({ role, text }) => plain(`${role}: ${text}`))
const settled = async () => {
  for (let turn = 0; turn < 50 && $chat.get().status === 'thinking'; turn++)
    await new Promise((done) => setImmediate(done))
}
function pass(milliseconds: number): void {
  const until = now + milliseconds
  for (let next = later.shift(); next; next = later.shift()) {
    if (next.at > until) {
      later.unshift(next)
      break
    }
    now = next.at
    next.run()
  }
  now = until
}

beforeEach(() => {
  ;[later, sent, kept, now, tables] = [[], [], new Map(), 1_000_000, undefined]
  $messages.set([])
  $input.set('')
  $chat.set(IDLE_CHAT)
})
afterEach(() => restore())

test('begins with the welcome', () => {
  serving()
  expect(texts()).toEqual([`model: ${WELCOME}`])
})

test('what is typed is trimmed, and nothing is not sent', async () => {
  serving(stream([{ kind: 'delta', text: 'Yes.' }, { kind: 'done' }]))
  expect(sendQuestion('   ')).toBe(false)
  expect(sendQuestion('  Is there tea? ')).toBe(true)
  expect(sendQuestion('And coffee?')).toBe(false)
  await settled()
  expect(texts().slice(1)).toEqual(['user: Is there tea?', 'model: Yes.'])
  expect(sent).toEqual([[{ role: 'user', text: 'Is there tea?' }]])
  expect($finishedReply.get()).toBe('Yes.')
})

test('pieces join, and what is replaced takes their place', async () => {
  serving(
    stream([
      { kind: 'delta', text: 'A day pass ' },
      { kind: 'delta', text: 'is cheap. ' },
      { kind: 'replaced', text: 'Day Pass: NPR 500 a day' },
      { kind: 'done' },
    ]),
  )
  sendQuestion('Price?')
  await settled()
  expect(texts().at(-1)).toBe('model: Day Pass: NPR 500 a day')
  expect($chat.get()).toEqual(IDLE_CHAT)
})

test('a failure is marked offline, and a good answer takes the mark away', async () => {
  serving(
    stream([{ kind: 'offline', text: 'built in' }, { kind: 'done' }]),
    stream([{ kind: 'delta', text: 'Back.' }, { kind: 'done' }]),
  )
  sendQuestion('one')
  await settled()
  expect($chat.get()).toEqual({ status: 'idle', offline: true })
  sendQuestion('two')
  await settled()
  expect($chat.get()).toEqual(IDLE_CHAT)
})

test('a cooldown counts down and blocks meanwhile', async () => {
  serving(stream([{ kind: 'cooldown', text: 'built in', seconds: 15 }, { kind: 'done' }]))
  sendQuestion('one')
  await settled()
  expect($cooldownSeconds.get()).toBe(15)
  expect(sendQuestion('two')).toBe(false)
  pass(5_000)
  expect($cooldownSeconds.get()).toBe(10)
  pass(10_000)
  expect($cooldownSeconds.get()).toBe(0)
  expect($chat.get()).toEqual({ status: 'idle', offline: true })
})

describe('without its server', () => {
  test.each<[string, Response | undefined]>([
    ['unreachable', undefined],
    ['broken', new Response('', { status: 500 })],
    ['cut off', stream([{ kind: 'delta', text: 'A day pa' }])],
  ])('%s, the built-in answer is given here', async (_, answer) => {
    serving(answer)
    sendQuestion('What does a day pass cost at Kausimaa?')
    await settled()
    expect(texts().at(-1)).toContain('NPR 400 a day')
    expect($chat.get()).toEqual({ status: 'idle', offline: true })
  })

  test('every question is answered with the prices of now', async () => {
    serving()
    for (const daily of [rupees(444), rupees(445)]) {
      tables = facts().prices.map((table) => ({ ...table, prices: { ...table.prices, explorer: { daily } } }))
      sendQuestion('What does a day pass cost at Kausimaa?')
      await settled()
      expect(texts().at(-1)).toContain(plain(`${npr(daily)} a day`))
    }
  })

  test('the site’s own limit names the wait and starts no cooldown of the AI service', async () => {
    serving(new Response('', { status: 429, headers: { 'retry-after': '240' } }), new Response('', { status: 429 }))
    sendQuestion('Where are you?')
    await settled()
    expect(texts().at(-1)).toContain('You have asked a lot of questions. Try again in 4 minutes.')
    expect(texts().at(-1)).not.toContain(COOLDOWN_NOTE)
    expect($cooldownSeconds.get()).toBe(0)
    sendQuestion('When are you open?')
    await settled()
    expect(texts().at(-1)).toContain('You have asked a lot of questions. Try again later.')
  })
})

test('an empty reply can be asked for again, and is no history', async () => {
  serving(
    stream([{ kind: 'replaced', text: EMPTY_REPLY }, { kind: 'done' }]),
    stream([{ kind: 'delta', text: 'Yes.' }, { kind: 'done' }]),
  )
  sendQuestion('Tea?')
  await settled()
  retryQuestion()
  await settled()
  expect(texts().slice(1)).toEqual(['user: Tea?', 'model: Yes.'])
  expect(sent).toEqual([[{ role: 'user', text: 'Tea?' }], [{ role: 'user', text: 'Tea?' }]])
})

test('the transcript survives a change of page', async () => {
  serving(stream([{ kind: 'delta', text: 'Yes.' }, { kind: 'done' }]))
  sendQuestion('Tea?')
  await settled()
  $messages.set([])
  openChat()
  expect(texts()).toEqual([`model: ${WELCOME}`, 'user: Tea?', 'model: Yes.'])
})

test('what is typed and not sent survives a change of page, beside what is asked meanwhile', async () => {
  serving(stream([{ kind: 'delta', text: 'Yes.' }, { kind: 'done' }]))
  setInput('And on Sat')
  sendQuestion('Where are you?')
  await settled()
  $messages.set([])
  $input.set('')
  openChat()
  expect($input.get()).toBe('And on Sat')
  expect(texts()).toHaveLength(3)
  setInput('')
  $messages.set([])
  openChat()
  expect($input.get()).toBe('')
})

test('a question that was on its way when the page was left can be asked again', async () => {
  serving(stream([{ kind: 'delta', text: 'Yes.' }, { kind: 'done' }]))
  kept.set('chat-store', JSON.stringify({ messages: [{ id: '1', role: 'user', text: 'Tea?' }], state: IDLE_CHAT }))
  $messages.set([])
  openChat()
  expect(texts()).toEqual(['user: Tea?', `model: ${EMPTY_REPLY}`])
  retryQuestion()
  await settled()
  expect(texts()).toEqual(['user: Tea?', 'model: Yes.'])
})

test('a server that falls silent for 45 seconds is given up, and the built-in answer is given here', async () => {
  serving('silence')
  sendQuestion('What does a day pass cost at Kausimaa?')
  pass(44_999)
  await settled()
  expect($chat.get().status).toBe('thinking')
  pass(1)
  await settled()
  expect($chat.get()).toEqual({ status: 'idle', offline: true })
  expect(texts().at(-1)).toContain('NPR 400 a day')
})

test('a cooldown and the mark survive a change of page, and end in their own time', async () => {
  serving(stream([{ kind: 'cooldown', text: 'built in', seconds: 15 }, { kind: 'done' }]))
  sendQuestion('one')
  await settled()
  const nextPage = () => {
    later = []
    $messages.set([])
    $chat.set(IDLE_CHAT)
    openChat()
  }
  now += 5_000
  nextPage()
  expect([$cooldownSeconds.get(), $chat.get().offline, sendQuestion('two')]).toEqual([10, true, false])
  pass(10_000)
  expect([$cooldownSeconds.get(), $chat.get()]).toEqual([0, { status: 'idle', offline: true }])
  nextPage()
  expect($chat.get()).toEqual({ status: 'idle', offline: true })
})

test.each([
  '',
  'x',
  'null',
  '7',
  '{}',
  '[1]',
  '{"messages":[1,null],"state":7}',
  '{"messages":[{"id":1}]}',
  '{"messages":[{"id":"a","role":"system","text":"x"}]}',
])('what cannot be a transcript is none: %s', (found) => {
  kept.set('chat-store', found)
  serving()
  expect(texts()).toEqual([`model: ${WELCOME}`])
})
