import { describe, expect, test } from 'vitest'
import { listMessages, markMessage } from '#contract/admin/messages.ts'
import { removeSubscriber } from '#contract/admin/newsletter.ts'
import { saveMessage } from '#server/messages/contact.ts'
import { saveSubscriber } from '#server/messages/newsletter.ts'
import { setApp } from '#server/open-app.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner, type Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { call, refused } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('the list of messages on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  async function write(name: string, text = 'Is there parking for bicycles?'): Promise<void> {
    app.clock.advance(1_000)
    await saveMessage(app, { name, email: `${name}@example.com`, phone: undefined, locationId: 'kausimaa', text })
  }
  const list = (visitor: Visitor, query: Record<string, string> = {}) => call(listMessages, { query, ...visitor.sent })
  const names = async (visitor: Visitor, query: Record<string, string> = {}) =>
    (await list(visitor, query)).items.map(({ name }) => name)
  const idOf = async (name: string) =>
    (await rows(app.db.read, 'messages')).find((message) => message.name === name)?.id ?? ''

  test('is newest first, page by page, searched and narrowed', async () => {
    const visitor = await owner(app)
    await write('a', 'We are twelve people and need a ROOM.')
    await write('b')
    await write('c')
    expect(await names(visitor)).toEqual(['c', 'b', 'a'])
    const first = await list(visitor, { limit: '2' })
    expect(first.next).not.toBeNull()
    expect(await names(visitor, { limit: '2', cursor: first.next ?? '' })).toEqual(['a'])
    expect(await names(visitor, { q: 'room twelve' })).toEqual(['a'])
    expect(await names(visitor, { q: 'b@example' })).toEqual(['b'])
    expect(first.items[0]).toMatchObject({ locationName: 'Kausimaa', phone: null, doneAt: null })
    await refused('invalid', listMessages, { query: { state: 'lost' }, ...visitor.sent })
  })

  test('counts all rows that the filter finds, on the first page only', async () => {
    const visitor = await owner(app)
    await write('a')
    await write('b')
    await write('c', 'Do you have a room?')
    const first = await list(visitor, { limit: '1' })
    expect(first.total).toBe(3)
    expect(await list(visitor, { limit: '1', cursor: first.next ?? '' })).not.toHaveProperty('total')
    expect(await list(visitor, { limit: '1', q: 'bicycles' })).toMatchObject({ total: 2 })
    expect(await list(visitor)).toMatchObject({ total: 3, next: null })
  })

  test('says how many wait, and how many addresses asked for news', async () => {
    const visitor = await owner(app)
    await write('a')
    await saveSubscriber(app, 'news@example.com')
    expect(await list(visitor, { q: 'nothing like it' })).toMatchObject({ items: [], open: 1, subscribers: 1 })
  })

  test('done and open again, each a deed; said twice it is one', async () => {
    const visitor = await owner(app)
    await write('a')
    const mark = async (done: boolean) => call(markMessage, { id: await idOf('a'), body: { done }, ...visitor.sent })
    const [first] = await Promise.all([mark(true), mark(true), mark(true)])
    expect(first.doneAt).toBe(new Date(app.now()).toISOString())
    expect(await names(visitor, { state: 'open' })).toEqual([])
    expect(await names(visitor, { state: 'done' })).toEqual(['a'])
    expect(await mark(false)).toMatchObject({ doneAt: null })
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action).toSorted()).toEqual([
      'message_done',
      'message_reopened',
    ])
  })

  test('an address goes from the newsletter as its owner asks, and is in no deed', async () => {
    const visitor = await owner(app)
    await saveSubscriber(app, 'news@example.com')
    await saveSubscriber(app, 'other@example.com')
    expect(await call(removeSubscriber, { body: { email: ' News@Example.com ' }, ...visitor.sent })).toEqual({})
    expect(await rows(app.db.read, 'subscribers')).toMatchObject([{ email: 'other@example.com' }])
    const [deed] = await rows(app.db.read, 'audit')
    expect(deed).toMatchObject({ action: 'subscriber_removed', actor: STAFF.email })
    expect(JSON.stringify(deed)).not.toContain('news@')
    await refused('not_found', removeSubscriber, { body: { email: 'news@example.com' }, ...visitor.sent })
    await refused('invalid', removeSubscriber, { body: { email: 'news' }, ...visitor.sent })
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test('is not for the front desk', async () => {
    const visitor = await owner(app, 'desk')
    await write('a')
    const before = await stored(app)
    await refused('forbidden', listMessages, visitor.sent)
    await refused('forbidden', markMessage, { id: await idOf('a'), body: { done: true }, ...visitor.sent })
    expect(await stored(app)).toEqual(before)
  })
})
