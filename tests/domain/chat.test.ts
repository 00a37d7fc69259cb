import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHAT_COOLDOWN_MS,
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
import { assertProperty } from '../support/property.ts'

type ChatEvent = Parameters<typeof reduceChatState>[1]
const after = (...events: ChatEvent[]) => events.reduce(reduceChatState, IDLE_CHAT)
const limited: ChatEvent = { kind: 'failed', failure: { status: 429 }, at: 1_000 }
const broken: ChatEvent = { kind: 'failed', failure: { status: 500 }, at: 1_000 }

test('the chat retries twice, after 500 and 1,000 ms, and cools down for 15 seconds', () => {
  expect(MAX_CHAT_RETRIES).toBe(2)
  expect([1, 2].map(getChatRetryDelay)).toEqual([500, 1_000])
  expect(CHAT_COOLDOWN_MS).toBe(15_000)
})

test.each([
  [{ status: 429 }, true],
  [{ code: 'RESOURCE_EXHAUSTED' }, true],
  [{ code: 'resource-exhausted', status: 500 }, true],
  [{ message: 'Rate limit reached for this project' }, true],
  [{ status: 503, message: 'Overloaded' }, false],
  [{ message: 'The key is missing' }, false],
  [{}, false],
])('isRateLimited(%j) returns %s', (failure, expected) => expect(isRateLimited(failure)).toBe(expected))

test('trimChatMessage trims, and returns undefined for an empty message', () => {
  expect(trimChatMessage('  Where are you?\n')).toBe('Where are you?')
  expect(['', ' ', '\n\t\u00a0'].map(trimChatMessage)).toEqual([undefined, undefined, undefined])
})

describe('the chat panel', () => {
  test('is thinking until a reply arrives', () => {
    expect(after({ kind: 'sent' })).toEqual({ status: 'thinking', offline: false })
    expect(after({ kind: 'sent' }, { kind: 'answered' })).toEqual(IDLE_CHAT)
  })

  test('counts a cooldown of 15 seconds after a rate limit', () => {
    const cooling = after({ kind: 'sent' }, limited)
    expect(cooling).toEqual({ status: 'cooldown', until: 16_000, offline: true })
    expect([1_000, 1_999, 2_000, 15_000, 15_999, 16_000, 17_000].map((now) => cooldownSeconds(cooling, now))).toEqual([
      15, 15, 14, 1, 1, 0, 0,
    ])
    expect(reduceChatState(cooling, { kind: 'time_passed', at: 15_999 })).toBe(cooling)
    expect(reduceChatState(cooling, { kind: 'time_passed', at: 16_000 })).toEqual({ status: 'idle', offline: true })
    expect(cooldownSeconds(IDLE_CHAT, 0)).toBe(0)
  })

  test('goes offline after any failure, and back online after a successful answer', () => {
    expect(after({ kind: 'sent' }, broken)).toEqual({ status: 'idle', offline: true })
    expect(after({ kind: 'sent' }, broken, { kind: 'sent' })).toEqual({ status: 'thinking', offline: true })
    expect(after({ kind: 'sent' }, broken, { kind: 'sent' }, { kind: 'answered' })).toEqual(IDLE_CHAT)
  })

  test('never sends while thinking or cooling down', () => {
    const events = fc.oneof<fc.Arbitrary<ChatEvent>[]>(
      fc.constantFrom<ChatEvent>({ kind: 'sent' }, { kind: 'answered' }, limited, broken),
      fc.integer({ min: 0, max: 40_000 }).map((at): ChatEvent => ({ kind: 'time_passed', at })),
    )
    assertProperty(fc.array(events), (list) => {
      let state: ChatState = IDLE_CHAT
      for (const event of list) {
        const next = reduceChatState(state, event)
        if (next.status === 'thinking' && state.status !== 'thinking') expect(canSend(state)).toBe(true)
        if (state.status === 'cooldown' && next.status !== 'cooldown') {
          expect(event.kind === 'time_passed' && event.at >= state.until).toBe(true)
        }
        state = next
      }
    })
  })
})

describe('restoreChatState', () => {
  const NOW = 1_000_000
  const cooling: ChatState = { status: 'cooldown', until: NOW + 4_000, offline: true }
  const offline: ChatState = { status: 'idle', offline: true }

  test.each<[unknown, ChatState]>([
    [cooling, cooling],
    [{ ...cooling, until: NOW }, offline],
    // A clock that was set back does not block the visitor.
    [{ ...cooling, until: NOW + CHAT_COOLDOWN_MS + 1 }, offline],
    // A pending answer does not survive a page change.
    [{ status: 'thinking', offline: true }, offline],
    [{ status: 'thinking', offline: false }, IDLE_CHAT],
  ])('restores %j as %j', (stored, state) => expect(restoreChatState(stored, NOW)).toEqual(state))

  test('accepts any value without an overlong cooldown', () => {
    assertProperty(fc.jsonValue(), (stored) => {
      const state = restoreChatState(stored, NOW)
      expect(cooldownSeconds(state, NOW) * 1_000).toBeLessThanOrEqual(CHAT_COOLDOWN_MS)
    })
  })
})
