import { expect, test } from 'vitest'
import type { MessageRow } from '#contract/admin/messages.ts'
import { $marking, $markProblem, buildReplyUrl, markMessage, messages } from '#stores/admin/messages/messages.ts'
import { $removal, removeSubscriber } from '#stores/admin/messages/newsletter.ts'
import { refusal, type Tab, withTab } from './desk.ts'

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

let tab: Tab
withTab((opened) => {
  tab = opened
  tab.url = new URL('http://localhost:4321/admin/messages')
})

test('a message is marked, and stays in sight as it now is', async () => {
  tab.url.searchParams.set('state', 'open')
  void messages.open()
  expect(tab.asked).toMatchObject([{ query: { state: 'open' } }])
  await tab.next.answer(200, { items: [message()], next: null, open: 1, subscribers: 0 })
  const marking = markMessage(message(), true)
  expect(tab.asked).toMatchObject([{ method: 'PATCH', path: '/api/admin/messages/m1', body: { done: true } }])
  await tab.next.answer(200, message({ doneAt: '2026-12-01T05:00:00.000Z' }))
  await marking
  expect(messages.$list.get().rows).toMatchObject([{ doneAt: '2026-12-01T05:00:00.000Z' }])
  expect($marking.get()).toEqual({ busy: [] })
})

test('the answer to a mark takes back nothing that was heard meanwhile: the list is read again', async () => {
  const [done, again] = ['2026-12-01T05:00:00.000Z', '2026-12-01T06:00:00.000Z']
  const page = (row: MessageRow) => ({ items: [row], next: null, open: 1, subscribers: 0 })
  void messages.open()
  await tab.next.answer(200, page(message()))
  void markMessage(message(), true)
  messages.hear(message({ doneAt: done }))
  messages.hear(message())
  await tab.next.answer(200, message({ doneAt: done }))
  expect(messages.$list.get().rows).toMatchObject([{ doneAt: null }])
  await tab.next.answer(200, page(message({ doneAt: again })))
  expect(messages.$list.get().rows).toMatchObject([{ doneAt: again }])
})

const DONE = '2026-12-01T05:00:00.000Z'
const opened = async (...rows: MessageRow[]) => {
  void messages.open()
  await tab.next.answer(200, { items: rows, next: null, open: rows.length, subscribers: 0 })
}

test.each([
  [
    'is said where it is so',
    () => tab.next.answer(200, { items: [message()], next: null, open: 1, subscribers: 0 }),
    true,
  ],
  ['is said while nobody knows', () => tab.next.answer(503, {}), true],
  ['is over where news tell that it was', () => messages.hear(message({ doneAt: DONE })), false],
  [
    'is over where it no longer stands among the open ones',
    () => tab.next.answer(200, { items: [], next: null, open: 0, subscribers: 0 }),
    false,
  ],
])('that it could not be marked %s', async (_, learn, isSaid) => {
  await opened(message())
  void markMessage(message(), true)
  await tab.next.answer(503, {})
  expect($markProblem.get()).toMatch(/\w/)
  await learn()
  expect($markProblem.get() !== undefined).toBe(isSaid)
  expect($marking.get().busy).toEqual([])
})

test('a mark is sent once however often it is pressed, and that another one failed stays said', async () => {
  await opened(message(), message({ messageId: 'm2' }))
  for (const messageId of ['m1', 'm2', 'm2']) void markMessage(message({ messageId }), true)
  expect(tab.asked.map(({ path }) => path)).toEqual(['m1', 'm2'].map((id) => `/api/admin/messages/${id}`))
  expect($marking.get()).toEqual({ busy: ['m1', 'm2'] })
  await tab.next.answer(503, {})
  expect($marking.get().busy).toEqual(['m2'])
  expect($markProblem.get()).toMatch(/\w/)
  await tab.next.answer(200, message({ messageId: 'm2', doneAt: DONE }))
  expect($marking.get().busy).toEqual([])
  expect($markProblem.get()).toMatch(/\w/)
  await tab.next.answer(503, {})
  void markMessage(message(), true)
  expect($marking.get()).toEqual({ busy: ['m1'] })
  await tab.next.answer(200, message({ doneAt: DONE }))
})

test('a reply quotes the words, and nothing in them becomes another part of the address', () => {
  const address = new URL(buildReplyUrl(message(), () => '1 Dec 2026, 10:00'))
  expect(address.pathname).toBe('nisha%2Bnews@example.com')
  expect([...address.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(address.searchParams.get('body')).toBe(
    '\r\n\r\nOn 1 Dec 2026, 10:00 you wrote:\r\n> Is there parking?\r\n> For 12 & more?',
  )
  const hostile = buildReplyUrl(message({ email: 'a?cc=b@example.com' }), () => '')
  expect(new URL(hostile).searchParams.get('cc')).toBeNull()
})

test.each(['x', 'चिया ', '🌳', '\ud83c'])('a long message of %j is quoted as far as mail programs take it', (text) => {
  expect(buildReplyUrl(message({ text: text.repeat(4_000) }), () => '').length).toBeLessThan(2_000)
})

test('an address whose removal was not answered is off the list when it is not found, and no other is', async () => {
  const removing = async (email: string, status: number, body: object) => {
    const done = removeSubscriber(email)
    await tab.next.answer(status, body)
    return done
  }
  const gone = refusal('not_found')
  expect(await removing('one@example.com', 500, refusal('internal'))).toBe(false)
  expect(await removing(' one@example.com', 404, gone)).toBe(true)
  expect($removal.get()).toEqual({ busy: false, removed: 'one@example.com' })
  tab.asked.splice(0)
  expect(await removing('one@example.com', 404, gone)).toBe(false)
  expect(await removing('one@example.com', 500, refusal('internal'))).toBe(false)
  expect(await removing('two@example.com', 404, gone)).toBe(false)
  expect($removal.get()).toEqual({ busy: false, problem: 'said: not_found' })
})
