import { describe, expect, test } from 'vitest'
import { subscribe } from '#contract/newsletter.ts'
import { setApp } from '#server/open-app.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { call, form, newAddress, refused, send } from '../support/requests.ts'

describe.each(ENGINES)('on %s, the newsletter', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  test('keeps an address, once, and says the same to whoever is there already', async () => {
    for (const email of ['nisha@example.com', ' Nisha@Example.COM ', 'nisha@example.com']) {
      app.clock.advance(1_000)
      expect(await call(subscribe, { body: { email } })).toEqual({})
    }
    expect(await rows(app.db.read, 'subscribers')).toEqual([
      { email: 'nisha@example.com', created_at: '2026-12-01T04:15:01.000Z' },
    ])
    expect(await rows(app.db.read, 'mails')).toEqual([])
  })

  test('keeps one row of many at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, () => call(subscribe, { body: { email: 'nisha@example.com' } })))
    expect(await rows(app.db.read, 'subscribers')).toHaveLength(1)
  })

  test.each([
    '',
    ' ',
    'nisha',
    'nisha@',
    'nisha@example',
    'a@b.co, c@d.co',
    'a@b.co\r\nBcc: c@d.co',
    `${'x'.repeat(250)}@b.co`,
  ])('does not take %j', async (email) => {
    expect(await refused('invalid', subscribe, { body: { email } })).toMatchObject({
      fields: { email: 'Enter an email address like name@example.com' },
    })
    expect(await rows(app.db.read, 'subscribers')).toEqual([])
  })

  test.each([
    ['another field', { email: 'a@b.co', admin: true }, 'admin'],
    ['no text', { email: 1 }, 'email'],
    ['nothing', {}, 'email'],
  ])('does not take %s', async (_, body, field) => {
    const { fields = {} } = await refused('invalid', subscribe, { body })
    expect(Object.keys(fields)).toEqual([field])
  })

  test('takes five at once from one address', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count++) await call(subscribe, { body: { email: `n${count}@example.com` }, address })
    await refused('too_many', subscribe, { body: { email: 'n6@example.com' }, address })
    const page = await send(subscribe, form({ email: 'n6@example.com' }, { address }))
    expect(page.headers.get('location')).toBe('/newsletter/unsent#too_many')
    expect(await rows(app.db.read, 'subscribers')).toHaveLength(5)
  })

  test('takes a form that no script sends, and leads on to a page', async () => {
    const sent = await send(subscribe, form({ email: 'nisha@example.com' }))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/newsletter/thanks'])
    expect(await rows(app.db.read, 'subscribers')).toHaveLength(1)
    const unsent = await send(subscribe, form({ email: 'nisha@' }))
    expect([unsent.status, unsent.headers.get('location')]).toEqual([303, '/newsletter/unsent#invalid'])
  })
})
