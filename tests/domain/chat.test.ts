import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHAT_COOLDOWN_MS,
  type ChatEvent,
  type ChatState,
  canSend,
  cooldownSeconds,
  getChatRetryDelay,
  IDLE_CHAT,
  isRateLimited,
  MAX_CHAT_RETRIES,
  reduceChatState,
  restoreChatState,
  trimChatMessage,
} from '#domain/chat.ts'

const after = (...events: ChatEvent[]) => events.reduce(reduceChatState, IDLE_CHAT)
const limited: ChatEvent = { kind: 'failed', failure: { status: 429 }, at: 1_000 }
const broken: ChatEvent = { kind: 'failed', failure: { status: 500 }, at: 1_000 }

test('the chat retries twice, after 500 and 1,000 ms, and cools down for 15 seconds', () => {
  expect(MAX_CHAT_RETRIES).toBe(2)
  expect([1, 2].map(getChatRetryDelay)).toEqual([500, 1_000])
  expect(CHAT_COOLDOWN_MS).toBe(15_000)
})

describe('a failure is a rate limit', () => {
  test.each([
    [{ status: 429 }, true],
    [{ code: 'RESOURCE_EXHAUSTED' }, true],
    [{ code: 'resource-exhausted', status: 500 }, true],
    [{ message: 'Rate limit reached for this project' }, true],
    [{ status: 503, message: 'Overloaded' }, false],
    [{ message: 'The key is missing' }, false],
    [{}, false],
  ])('%j: %s', (failure, expected) => {
    expect(isRateLimited(failure)).toBe(expected)
  })
})

test('a message is trimmed, and an empty one is not sent', () => {
  expect(trimChatMessage('  Where are you?\n')).toBe('Where are you?')
  expect(['', ' ', '\n\t\u00a0'].map(trimChatMessage)).toEqual([undefined, undefined, undefined])
})

describe('the chat panel', () => {
  test('thinks until a reply arrives', () => {
    expect(after({ kind: 'sent' })).toEqual({ status: 'thinking', offline: false })
    expect(after({ kind: 'sent' }, { kind: 'answered' })).toEqual(IDLE_CHAT)
  })

  test('cools down for 15 seconds after a rate limit, counting', () => {
    const cooling = after({ kind: 'sent' }, limited)
    expect(cooling).toEqual({ status: 'cooldown', until: 16_000, offline: true })
    expect([1_000, 1_999, 2_000, 15_000, 15_999, 16_000, 17_000].map((now) => cooldownSeconds(cooling, now))).toEqual([
      15, 15, 14, 1, 1, 0, 0,
    ])
    expect(reduceChatState(cooling, { kind: 'passed', at: 15_999 })).toBe(cooling)
    expect(reduceChatState(cooling, { kind: 'passed', at: 16_000 })).toEqual({ status: 'idle', offline: true })
    expect(cooldownSeconds(IDLE_CHAT, 0)).toBe(0)
  })

  test('goes offline after any failure, and back online after a successful answer', () => {
    expect(after({ kind: 'sent' }, broken)).toEqual({ status: 'idle', offline: true })
    expect(after({ kind: 'sent' }, broken, { kind: 'sent' })).toEqual({ status: 'thinking', offline: true })
    expect(after({ kind: 'sent' }, broken, { kind: 'sent' }, { kind: 'answered' })).toEqual(IDLE_CHAT)
  })

  test('never sends while thinking or cooling down, whatever happens', () => {
    const events = fc.oneof<fc.Arbitrary<ChatEvent>[]>(
      fc.constantFrom<ChatEvent>({ kind: 'sent' }, { kind: 'answered' }, limited, broken),
      fc.integer({ min: 0, max: 40_000 }).map((at): ChatEvent => ({ kind: 'passed', at })),
    )
    fc.assert(
      fc.property(fc.array(events), (list) => {
        let state: ChatState = IDLE_CHAT
        for (const event of list) {
          const next = reduceChatState(state, event)
          if (next.status === 'thinking' && state.status !== 'thinking') expect(canSend(state)).toBe(true)
          if (state.status === 'cooldown' && next.status !== 'cooldown') {
            expect(event.kind === 'passed' && event.at >= state.until).toBe(true)
          }
          state = next
        }
      }),
    )
  })
})

describe('the next page of a visit', () => {
  const NOW = 1_000_000
  const cooling: ChatState = { status: 'cooldown', until: NOW + 4_000, offline: true }

  test.each<[unknown, ChatState]>([
    [cooling, cooling],
    [
      { ...cooling, until: NOW },
      { status: 'idle', offline: true },
    ],
    // A clock that was set back blocks nobody.
    [
      { ...cooling, until: NOW + CHAT_COOLDOWN_MS + 1 },
      { status: 'idle', offline: true },
    ],
    // An answer that was on its way does not come any more.
    [
      { status: 'thinking', offline: true },
      { status: 'idle', offline: true },
    ],
    [{ status: 'thinking', offline: false }, IDLE_CHAT],
  ])('%j goes on as %j', (kept, state) => {
    expect(restoreChatState(kept, NOW)).toEqual(state)
  })

  test('of anything else it begins quietly or offline, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        const state = restoreChatState(kept, NOW)
        expect(cooldownSeconds(state, NOW) * 1_000).toBeLessThanOrEqual(CHAT_COOLDOWN_MS)
      }),
    )
  })
})
