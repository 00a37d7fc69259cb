import { beforeEach, expect, test } from 'vitest'
import { listMessages, markMessage, removeSubscriber } from '#contract/admin/messages.ts'
import { saveMessage } from '#server/messages/contact.ts'
import { saveSubscriber } from '#server/messages/newsletter.ts'
import { auditEntries, describeOnEachEngine, execute, expectNothingStored, rows } from '../../support/app.ts'
import { call, rejected } from '../../support/requests.ts'
import { STAFF } from '../../support/staff.ts'
import { owner, type TestBrowser } from '../../support/staff-accounts.ts'

describeOnEachEngine('the list of messages on %s', (app) => {
  async function write(name: string, text = 'Is there parking for bicycles?'): Promise<void> {
    app.clock.advance(1_000)
    await saveMessage(app, { name, email: `${name}@example.com`, phone: undefined, locationId: 'kausimaa', text })
  }
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await owner(app)
  })
  const list = (query: Record<string, string> = {}) => call(listMessages, { query, ...browser.sent })
  const names = async (query: Record<string, string> = {}) => (await list(query)).items.map(({ name }) => name)
  const idOf = async (name: string) =>
    (await rows(app.db.read, 'messages')).find((message) => message.name === name)?.id ?? ''

  test('is newest first, paged, searchable and filtered', async () => {
    await write('a', 'We are twelve people and need a ROOM.')
    await write('b')
    await write('c')
    expect(await names()).toEqual(['c', 'b', 'a'])
    const first = await list({ limit: '2' })
    expect(first.next).not.toBeNull()
    expect(await names({ limit: '2', cursor: first.next ?? '' })).toEqual(['a'])
    expect(await names({ q: 'room twelve' })).toEqual(['a'])
    expect(await names({ q: 'b@example' })).toEqual(['b'])
    expect(first.items[0]).toMatchObject({ locationName: 'Kausimaa', phone: null, doneAt: null })
    await rejected('invalid', listMessages, { query: { state: 'lost' }, ...browser.sent })
  })

  test('counts open messages, subscribers and all rows that the filter finds, the rows on the first page only', async () => {
    await saveSubscriber(app, 'news@example.com')
    await write('a')
    await write('b')
    await write('c', 'Do you have a room?')
    const first = await list({ limit: '1' })
    expect(first.total).toBe(3)
    expect(await list({ limit: '1', cursor: first.next ?? '' })).not.toHaveProperty('total')
    expect(await list({ limit: '1', q: 'bicycles' })).toMatchObject({ total: 2 })
    expect(await list()).toMatchObject({ total: 3, next: null })
    expect(await list({ q: 'nothing like it' })).toMatchObject({ items: [], open: 3, subscribers: 1 })
  })

  test('is marked as done and reopened with an audit entry each, and none for a repetition', async () => {
    await write('a')
    const mark = async (done: boolean) => call(markMessage, { id: await idOf('a'), body: { done }, ...browser.sent })
    const [first] = await Promise.all([mark(true), mark(true), mark(true)])
    expect(first.doneAt).toBe(new Date(app.now()).toISOString())
    expect(await names({ state: 'open' })).toEqual([])
    expect(await names({ state: 'done' })).toEqual(['a'])
    expect(await mark(false)).toMatchObject({ doneAt: null })
    const actions = (await auditEntries(app)).map(({ action }) => action)
    expect(actions).toEqual(['message_done', 'message_reopened'])
  })

  test('deletes a subscriber on request, without the address in the audit log', async () => {
    await saveSubscriber(app, 'news@example.com')
    await saveSubscriber(app, 'other@example.com')
    expect(await call(removeSubscriber, { body: { email: ' News@Example.com ' }, ...browser.sent })).toEqual({})
    expect(await rows(app.db.read, 'subscribers')).toMatchObject([{ email: 'other@example.com' }])
    const [entry] = await rows(app.db.read, 'audit')
    expect(entry).toMatchObject({ action: 'subscriber_removed', actor: STAFF.email })
    expect(JSON.stringify(entry)).not.toContain('news@')
    await rejected('not_found', removeSubscriber, { body: { email: 'news@example.com' }, ...browser.sent })
    await rejected('invalid', removeSubscriber, { body: { email: 'news' }, ...browser.sent })
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test('is closed to the front desk', async () => {
    await execute(app, (db) => db.updateTable('staff').set({ role: 'desk' }))
    await write('a')
    const id = await idOf('a')
    await expectNothingStored(app, async () => {
      await rejected('forbidden', listMessages, browser.sent)
      await rejected('forbidden', markMessage, { id, body: { done: true }, ...browser.sent })
    })
  })
})
