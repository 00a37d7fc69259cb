import { describe, expect, test } from 'vitest'
import type { MessageRow } from '#contract/admin/messages.ts'
import { $markProblem, $markState, buildReplyUrl, markMessage, messages } from '#stores/admin/messages/messages.ts'
import { $removal, removeSubscriber } from '#stores/admin/messages/newsletter.ts'
import { errorBody, withTab } from './staff-tab.ts'

const message = (over: Partial<MessageRow> = {}): MessageRow => ({
  messageId: 'm1',
  name: 'Nisha Karki',
  email: 'nisha+news@example.com',
  phone: null,
  locationName: null,
  text: 'Is there parking?\nFor 12 & more?',
  createdAt: '2026-12-01T04:15:00.000Z',
  doneAt: null,
  ...over,
})

const tab = withTab(() => tab.open('/admin/messages'))

const DONE = '2026-12-01T05:00:00.000Z'
const page = (...rows: MessageRow[]) => ({ items: rows, next: null, open: rows.length, subscribers: 0 })
const openList = (...rows: MessageRow[]) => tab.respondTo(messages.open(), 200, page(...rows))

describe('the messages screen', () => {
  test('marks a message, and keeps it listed', async () => {
    tab.url.searchParams.set('state', 'open')
    void messages.open()
    expect(tab.requests).toMatchObject([{ query: { state: 'open' } }])
    await tab.next.respond(200, page(message()))
    const marking = markMessage(message(), true)
    expect(tab.requests).toMatchObject([{ method: 'PATCH', path: '/api/admin/messages/m1', body: { done: true } }])
    await tab.resultOf(marking, [200, message({ doneAt: DONE })])
    expect(messages.$list.get().rows).toMatchObject([{ doneAt: DONE }])
    expect($markState.get()).toEqual({ busy: [] })
  })

  test('reloads the list when an event arrived while a message was being marked', async () => {
    const remarkedAt = '2026-12-01T06:00:00.000Z'
    await openList(message())
    void markMessage(message(), true)
    messages.receiveRow(message({ doneAt: DONE }))
    messages.receiveRow(message())
    await tab.next.respond(200, message({ doneAt: DONE }))
    expect(messages.$list.get().rows).toMatchObject([{ doneAt: null }])
    await tab.next.respond(200, page(message({ doneAt: remarkedAt })))
    expect(messages.$list.get().rows).toMatchObject([{ doneAt: remarkedAt }])
  })

  test.each([
    ['shows the problem while the message is unchanged', () => tab.next.respond(200, page(message())), true],
    ['shows the problem while the list cannot be loaded', () => tab.next.respond(503, {}), true],
    ['clears the problem once an event confirms the mark', () => messages.receiveRow(message({ doneAt: DONE })), false],
    ['clears the problem once the message is no longer listed', () => tab.next.respond(200, page()), false],
  ])('%s after a failed mark', async (_, update, isShown) => {
    await openList(message())
    await tab.respondTo(markMessage(message(), true), 503, {})
    expect($markProblem.get()).toMatch(/\w/)
    await update()
    expect($markProblem.get() !== undefined).toBe(isShown)
    expect($markState.get().busy).toEqual([])
  })

  test('sends each mark once, and keeps the problem of another message', async () => {
    await openList(message(), message({ messageId: 'm2' }))
    for (const messageId of ['m1', 'm2', 'm2']) void markMessage(message({ messageId }), true)
    expect(tab.requests.map(({ path }) => path)).toEqual(['m1', 'm2'].map((id) => `/api/admin/messages/${id}`))
    expect($markState.get()).toEqual({ busy: ['m1', 'm2'] })
    await tab.next.respond(503, {})
    expect($markState.get().busy).toEqual(['m2'])
    expect($markProblem.get()).toMatch(/\w/)
    await tab.next.respond(200, message({ messageId: 'm2', doneAt: DONE }))
    expect($markState.get().busy).toEqual([])
    expect($markProblem.get()).toMatch(/\w/)
    await tab.next.respond(503, {})
    void markMessage(message(), true)
    expect($markState.get()).toEqual({ busy: ['m1'] })
    await tab.next.respond(200, message({ doneAt: DONE }))
  })

  test('quotes the message in the reply link, and escapes it', () => {
    const address = new URL(buildReplyUrl(message()))
    expect(address.pathname).toBe('nisha%2Bnews@example.com')
    expect([...address.searchParams.keys()]).toEqual(['subject', 'body'])
    expect(address.searchParams.get('body')).toBe(
      '\r\n\r\nOn 1 Dec 2026, 10:00 you wrote:\r\n> Is there parking?\r\n> For 12 & more?',
    )
    const hostile = buildReplyUrl(message({ email: 'a?cc=b@example.com' }))
    expect(new URL(hostile).searchParams.get('cc')).toBeNull()
  })

  test.each(['x', 'चिया ', '🌳', '\ud83c'])('truncates the reply link of a long message of %j', (text) => {
    expect(buildReplyUrl(message({ text: text.repeat(4_000) })).length).toBeLessThan(2_000)
  })

  test('treats not_found as the removal of a subscriber only after a lost response for the same address', async () => {
    const notFound = [404, errorBody('not_found')] as const
    const lostResponse = [500, errorBody('internal')] as const
    expect(await tab.resultOf(removeSubscriber('one@example.com'), lostResponse)).toBe(false)
    expect(await tab.resultOf(removeSubscriber(' one@example.com'), notFound)).toBe(true)
    expect($removal.get()).toEqual({ busy: false, removed: 'one@example.com' })
    tab.requests.splice(0)
    expect(await tab.resultOf(removeSubscriber('one@example.com'), notFound)).toBe(false)
    expect(await tab.resultOf(removeSubscriber('one@example.com'), lostResponse)).toBe(false)
    expect(await tab.resultOf(removeSubscriber('two@example.com'), notFound)).toBe(false)
    expect($removal.get()).toEqual({ busy: false, problem: 'message: not_found' })
  })
})
