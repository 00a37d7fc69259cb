import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerEvent } from '#domain/assistant/conversation.ts'
import { COOLDOWN_NOTE, EMPTY_ANSWER, WELCOME } from '#domain/assistant/offline-answer.ts'
import { IDLE_CHAT } from '#domain/chat.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { npr, rupees } from '#domain/money.ts'
import type { PriceTable } from '#domain/price.ts'
import {
  $chat,
  $cooldownSeconds,
  $finishedAnswer,
  openChat,
  retryQuestion,
  sendQuestion,
  setInput,
} from '#stores/chat/chat.ts'
import { $input, $messages } from '#stores/chat/transcript.ts'
import { day } from '../../domain/business.ts'
import { facts, plain } from '../../support/assistant.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { type Environment, replaceEnvironment } from '../../support/environment.ts'

let restore = () => {}
let now = 1_000_000
let timers: { run: () => void; at: number }[] = []
let sent: unknown[] = []
const tab = new FakeStorage()
/** Current prices and closures, if the server returns them. */
let tables: PriceTable[] | undefined
let closures: ListedClosure[] | undefined

const stream = (events: readonly AnswerEvent[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))

const reply = (text: string) => stream([{ kind: 'delta', text }, { kind: 'done' }])
const cooldown = () => stream([{ kind: 'cooldown', text: 'built in', seconds: 15 }, { kind: 'done' }])
const OFFLINE = { status: 'idle', offline: true }

/** A response that starts and sends nothing until it is aborted. */
const silentResponse = (signal: AbortSignal | null | undefined) =>
  new Response(
    new ReadableStream({ start: (control) => signal?.addEventListener('abort', () => control.error(signal.reason)) }),
  )

/** Opens the chat with a server that sends these responses in order; `undefined` is a network failure. */
function serve(...responses: (Response | 'silence' | undefined)[]): void {
  const request: Environment['request'] = async (address, init) => {
    if (address === '/assistant.json') return Response.json(facts())
    if (address === '/api/prices' && tables) return Response.json({ tables })
    if (address === '/api/closures' && closures) return Response.json({ closures })
    if (address !== '/api/chat') throw new Error('unreachable')
    sent.push(JSON.parse(String(init?.body)).messages)
    const response = responses.shift()
    if (!response) throw new Error('unreachable')
    return response === 'silence' ? silentResponse(init?.signal) : response
  }
  let ids = 0
  restore = replaceEnvironment({
    request,
    now: () => now,
    randomId: () => `id-${++ids}`,
    later: (run, milliseconds) => {
      const timer = { run, at: now + milliseconds }
      timers = [...timers, timer].sort((first, second) => first.at - second.at)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    tabStorage: tab.storage,
  })
  openChat()
}

const texts = () => $messages.get().map(({ role, text }) => plain(`${role}: ${text}`))
const waitForReply = async () => {
  for (let turn = 0; turn < 50 && $chat.get().status === 'thinking'; turn++)
    await new Promise((done) => setImmediate(done))
}
function sendAndWait(question: string) {
  sendQuestion(question)
  return waitForReply()
}
function retryAndWait() {
  retryQuestion()
  return waitForReply()
}
function advance(milliseconds: number): void {
  const until = now + milliseconds
  for (let next = timers.shift(); next; next = timers.shift()) {
    if (next.at > until) {
      timers.unshift(next)
      break
    }
    now = next.at
    next.run()
  }
  now = until
}

/** Loads the next page after some milliseconds: only tab storage survives. */
function openNextPage(after = 0) {
  now += after
  timers = []
  $messages.set([])
  $input.set('')
  $chat.set(IDLE_CHAT)
  openChat()
}

beforeEach(() => {
  ;[timers, sent, now, tables, closures] = [[], [], 1_000_000, undefined, undefined]
  tab.entries.clear()
  $messages.set([])
  $input.set('')
  $chat.set(IDLE_CHAT)
})
afterEach(() => restore())

describe('the chat', () => {
  test('trims the question and sends no empty one', async () => {
    serve(reply('Yes.'))
    expect(sendQuestion('   ')).toBe(false)
    expect(sendQuestion('  Is there tea? ')).toBe(true)
    expect(sendQuestion('And coffee?')).toBe(false)
    await waitForReply()
    expect(texts().slice(1)).toEqual(['user: Is there tea?', 'model: Yes.'])
    expect(sent).toEqual([[{ role: 'user', text: 'Is there tea?' }]])
    expect($finishedAnswer.get()).toBe('Yes.')
  })

  test('joins the pieces and replaces them with a correction', async () => {
    serve(
      stream([
        { kind: 'delta', text: 'A day pass ' },
        { kind: 'delta', text: 'is cheap. ' },
        { kind: 'replaced', text: 'Day Pass: NPR 500 a day' },
        { kind: 'done' },
      ]),
    )
    await sendAndWait('Price?')
    expect(texts().at(-1)).toBe('model: Day Pass: NPR 500 a day')
    expect($chat.get()).toEqual(IDLE_CHAT)
  })

  test('marks a failure as offline until the next answer succeeds', async () => {
    serve(stream([{ kind: 'offline', text: 'built in' }, { kind: 'done' }]), reply('Back.'))
    await sendAndWait('one')
    expect($chat.get()).toEqual(OFFLINE)
    await sendAndWait('two')
    expect($chat.get()).toEqual(IDLE_CHAT)
  })

  describe('without a response of the server', () => {
    test.each<[string, Response | undefined]>([
      ['unreachable', undefined],
      ['broken', new Response('', { status: 500 })],
      ['cut off', stream([{ kind: 'delta', text: 'A day pa' }])],
    ])('shows the built-in answer when the server is %s', async (_, response) => {
      serve(response)
      await sendAndWait('What does a day pass cost at Kausimaa?')
      expect(texts().at(-1)).toContain('NPR 400 a day')
      expect($chat.get()).toEqual(OFFLINE)
    })

    test('answers each question with current prices', async () => {
      serve()
      for (const daily of [rupees(444), rupees(445)]) {
        tables = facts().prices.map((table) => ({ ...table, prices: { ...table.prices, explorer: { daily } } }))
        await sendAndWait('What does a day pass cost at Kausimaa?')
        expect(texts().at(-1)).toContain(plain(`${npr(daily)} a day`))
      }
    })

    test('answers with the closures of managers', async () => {
      serve()
      const [from, to] = [day('1970-10-17'), day('1970-10-23')]
      closures = [{ id: '1', locationId: null, from, to, reason: 'Dashain', hours: null }]
      await sendAndWait('Are you open during Dashain?')
      expect(texts().at(-1)).toContain('All locations:\n- 17 Oct – 23 Oct 1970: closed (Dashain)')
    })

    test('names the wait of the site’s rate limit without a cooldown', async () => {
      serve(new Response('', { status: 429, headers: { 'retry-after': '240' } }), new Response('', { status: 429 }))
      await sendAndWait('Where are you?')
      expect(texts().at(-1)).toContain('You have asked a lot of questions. Try again in 4 minutes.')
      expect(texts().at(-1)).not.toContain(COOLDOWN_NOTE)
      expect($cooldownSeconds.get()).toBe(0)
      await sendAndWait('When are you open?')
      expect(texts().at(-1)).toContain('You have asked a lot of questions. Try again later.')
    })
  })

  test('repeats the question of an empty reply, which is not part of the history', async () => {
    serve(stream([{ kind: 'replaced', text: EMPTY_ANSWER }, { kind: 'done' }]), reply('Yes.'))
    await sendAndWait('Tea?')
    await retryAndWait()
    expect(texts().slice(1)).toEqual(['user: Tea?', 'model: Yes.'])
    expect(sent).toEqual([[{ role: 'user', text: 'Tea?' }], [{ role: 'user', text: 'Tea?' }]])
  })

  test('restores the transcript and unsent input on the next page', async () => {
    serve(reply('Yes.'))
    setInput('And on Sat')
    await sendAndWait('Tea?')
    openNextPage()
    expect($input.get()).toBe('And on Sat')
    expect(texts()).toEqual([`model: ${WELCOME}`, 'user: Tea?', 'model: Yes.'])
    setInput('')
    openNextPage()
    expect($input.get()).toBe('')
  })

  test('offers to repeat a question whose answer was lost with the page', async () => {
    const messages = [{ id: '1', role: 'user', text: 'Tea?' }]
    tab.entries.set('chat-store', JSON.stringify({ messages, state: IDLE_CHAT }))
    serve(reply('Yes.'))
    expect(texts()).toEqual(['user: Tea?', `model: ${EMPTY_ANSWER}`])
    await retryAndWait()
    expect(texts()).toEqual(['user: Tea?', 'model: Yes.'])
  })

  test('shows the built-in answer after 45 seconds of silence', async () => {
    serve('silence')
    sendQuestion('What does a day pass cost at Kausimaa?')
    advance(44_999)
    await waitForReply()
    expect($chat.get().status).toBe('thinking')
    advance(1)
    await waitForReply()
    expect($chat.get()).toEqual(OFFLINE)
    expect(texts().at(-1)).toContain('NPR 400 a day')
  })

  test.each([
    ['on the same page', () => advance(5_000)],
    ['on the next page', () => openNextPage(5_000)],
  ])('blocks sending during a cooldown %s', async (_, waitFiveSeconds) => {
    serve(cooldown())
    await sendAndWait('one')
    expect([$cooldownSeconds.get(), sendQuestion('two')]).toEqual([15, false])
    waitFiveSeconds()
    expect([$cooldownSeconds.get(), $chat.get().offline, sendQuestion('two')]).toEqual([10, true, false])
    advance(10_000)
    expect([$cooldownSeconds.get(), $chat.get()]).toEqual([0, OFFLINE])
    waitFiveSeconds()
    expect($chat.get()).toEqual(OFFLINE)
  })

  test.each([
    undefined,
    ...['', 'x', 'null', '7', '{}', '[1]', '{"messages":[1,null],"state":7}', '{"messages":[{"id":1}]}'],
    '{"messages":[{"id":"a","role":"system","text":"x"}]}',
  ])('starts with the welcome message when it has no valid transcript: %s', (stored) => {
    if (stored !== undefined) tab.entries.set('chat-store', stored)
    serve()
    expect(texts()).toEqual([`model: ${WELCOME}`])
  })
})
