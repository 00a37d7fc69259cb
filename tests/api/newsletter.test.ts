import { expect, test } from 'vitest'
import { subscribe } from '#contract/newsletter.ts'
import { describeOnEachEngine, rows } from '../support/app.ts'
import { call, form, newAddress, rejected, send } from '../support/requests.ts'

describeOnEachEngine('on %s, the newsletter', (app) => {
  test('stores an address once, and returns the same for a known one', async () => {
    for (const email of ['nisha@example.com', ' Nisha@Example.COM ', 'nisha@example.com']) {
      app.clock.advance(1_000)
      expect(await call(subscribe, { body: { email } })).toEqual({})
    }
    expect(await rows(app.db.read, 'subscribers')).toEqual([
      { email: 'nisha@example.com', created_at: '2026-12-01T04:15:01.000Z' },
    ])
    expect(await rows(app.db.read, 'emails')).toEqual([])
  })

  test('stores one row of many concurrent requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => call(subscribe, { body: { email: 'nisha@example.com' } })))
    expect(await rows(app.db.read, 'subscribers')).toHaveLength(1)
  })

  const email = 'Enter an email address like name@example.com'
  test.each([
    [{ email: '' }, { email }],
    [{ email: ' ' }, { email }],
    [{ email: 'nisha' }, { email }],
    [{ email: 'nisha@' }, { email }],
    [{ email: 'nisha@example' }, { email }],
    [{ email: 'a@b.co, c@d.co' }, { email }],
    [{ email: 'a@b.co\r\nBcc: c@d.co' }, { email }],
    [{ email: `${'x'.repeat(250)}@b.co` }, { email }],
    [{ email: 'a@b.co', admin: true }, { admin: 'Unknown field' }],
    [{ email: 1 }, { email: 'Send this as text' }],
    [{}, { email: 'This field is missing' }],
  ])('rejects %j', async (body, fields) => {
    expect((await rejected('invalid', subscribe, { body })).fields).toEqual(fields)
    expect(await rows(app.db.read, 'subscribers')).toEqual([])
  })

  test('accepts five at once from one address', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count++) await call(subscribe, { body: { email: `n${count}@example.com` }, address })
    await rejected('too_many', subscribe, { body: { email: 'n6@example.com' }, address })
    const page = await send(subscribe, form({ email: 'n6@example.com' }, { address }))
    expect(page.headers.get('location')).toBe('/newsletter/unsent#too_many')
    expect(await rows(app.db.read, 'subscribers')).toHaveLength(5)
  })

  test('accepts a form without script, and redirects to a page', async () => {
    const sent = await send(subscribe, form({ email: 'nisha@example.com' }))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/newsletter/thanks'])
    expect(await rows(app.db.read, 'subscribers')).toHaveLength(1)
    const unsent = await send(subscribe, form({ email: 'nisha@' }))
    expect([unsent.status, unsent.headers.get('location')]).toEqual([303, '/newsletter/unsent#invalid'])
  })
})
