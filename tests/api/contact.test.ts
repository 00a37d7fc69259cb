import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sendContactMessage } from '#contract/contact.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import { getBrand } from '#server/catalogue.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { deleteOldEmails, sendDueEmails } from '#server/mail/outbox.ts'
import { deleteOldMessages } from '#server/messages/contact.ts'
import { setApp } from '#server/open-app.ts'
import { HOUR, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { call, form, newAddress, OWN, refused, send } from '../support/requests.ts'

const DAY = 24 * HOUR
const written = (over: Record<string, string> = {}) => ({
  name: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '984-1234567',
  location: 'kausimaa',
  message: 'Six of us on 12 December.\nIs there parking?',
  website: '',
  ...over,
})

describe.each(ENGINES)('on %s, a message', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const untouched = async (act: () => Promise<unknown>): Promise<void> => {
    const before = await stored(app)
    await act()
    expect(await stored(app)).toEqual(before)
  }

  test('is kept, and a mail brings it to the business', async () => {
    expect(await call(sendContactMessage, { body: written() })).toEqual({})
    const [message] = await rows(app.db.read, 'messages')
    expect(message).toMatchObject({
      name: 'Nisha Karki',
      email: 'nisha@example.com',
      phone: '+9779841234567',
      location_id: 'kausimaa',
      body: 'Six of us on 12 December.\nIs there parking?',
      created_at: '2026-12-01T04:15:00.000Z',
      handled_at: null,
    })
    const mails = await rows(app.db.read, 'mails')
    // One mail, to nobody but the business: who writes in another's name makes us write to no stranger.
    expect(mails.map(({ recipient, reply_to, subject }) => [recipient, reply_to, subject])).toEqual([
      [getBrand().email, 'nisha@example.com', 'Message from Nisha Karki'],
    ])
    expect(mails[0]?.body).toContain('Is there parking?\n\n--\nName: Nisha Karki')
    expect(mails[0]?.body).toContain('Phone: +9779841234567\nAbout: Kausimaa')
  })

  test('needs a name, an address and words alone', async () => {
    await call(sendContactMessage, { body: { name: 'N', email: 'n@example.com', message: 'Hello there' } })
    expect(await rows(app.db.read, 'messages')).toMatchObject([{ phone: null, location_id: null }])
    expect((await rows(app.db.read, 'mails'))[0]?.body).not.toMatch(/Phone|About/)
  })

  test('is refused with a sentence for every wrong field', async () => {
    await untouched(async () => {
      const body = { name: ' ', email: 'nisha@', phone: '12', location: 'thamel-hub', message: 'Hi' }
      expect(await refused('invalid', sendContactMessage, { body })).toEqual({
        code: 'invalid',
        message: 'Some of what was sent cannot be used. See the fields.',
        fields: CONTACT_FORM_MESSAGES,
      })
    })
  })

  test.each([
    ['a field too many', { role: 'owner' }, { role: 'This field is not known here' }],
    ['a list for words', { message: ['Hello there'] }, { message: 'Send this as text' }],
    ['no address', { email: undefined }, { email: 'This field is missing' }],
    ['a state', { handled_at: 'now' }, { handled_at: 'This field is not known here' }],
  ])('with %s is refused', async (_, over, fields) => {
    await untouched(async () => {
      expect(await refused('invalid', sendContactMessage, { body: { ...written(), ...over } })).toMatchObject({
        fields,
      })
    })
  })

  test('of a program that fills in what nobody sees is thanked for and not kept', async () => {
    await untouched(async () => {
      expect(await call(sendContactMessage, { body: written({ website: 'https://spam.example' }) })).toEqual({})
      const answer = await send(sendContactMessage, form({ ...written(), website: 'x', message: '' }))
      expect(answer.headers.get('location')).toBe('/contact/sent')
    })
  })

  test('sent twice is one, also at the same moment; another day it is another', async () => {
    await Promise.all(Array.from({ length: 8 }, () => call(sendContactMessage, { body: written() })))
    await call(sendContactMessage, { body: written() })
    expect(await rows(app.db.read, 'messages')).toHaveLength(1)
    expect(await rows(app.db.read, 'mails')).toHaveLength(1)
    await call(sendContactMessage, { body: written({ message: 'Something else altogether' }) })
    app.clock.advance(DAY)
    await call(sendContactMessage, { body: written() })
    expect(await rows(app.db.read, 'messages')).toHaveLength(3)
    expect(await rows(app.db.read, 'mails')).toHaveLength(3)
  })

  test('may be followed by four more from one address, then by three an hour; what must be mended does not count', async () => {
    const address = newAddress()
    for (let count = 0; count < 9; count++)
      await refused('invalid', sendContactMessage, { body: written({ email: 'x' }), address })
    for (let count = 0; count < 5; count++)
      await call(sendContactMessage, { body: written({ message: `Message number ${count}` }), address })
    await untouched(async () => {
      const sixth = { body: written({ message: 'Message number 6' }), address }
      expect(await refused('too_many', sendContactMessage, sixth)).toMatchObject({ retryAfter: 1_200 })
      const page = await send(sendContactMessage, form({ ...written(), message: 'Message number 6' }, { address }))
      expect(page.headers.get('location')).toBe('/contact/unsent#too_many')
    })
    await call(sendContactMessage, { body: written({ message: 'From elsewhere' }) })
    app.clock.advance(HOUR / 3)
    await call(sendContactMessage, { body: written({ message: 'Message number 7' }), address })
  })

  describe('as a form that no script sends', () => {
    test('is kept and led on to a page', async () => {
      const { status, headers, body } = await send(
        sendContactMessage,
        form(written({ message: 'One line\r\nand another' })),
      )
      expect({ status, location: headers.get('location'), body }).toEqual({
        status: 303,
        location: '/contact/sent',
        body: undefined,
      })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(await rows(app.db.read, 'messages')).toMatchObject([
        { name: 'Nisha Karki', location_id: 'kausimaa', body: 'One line\nand another' },
      ])
    })

    test('is the same as one that a script sends', async () => {
      const both = written({ message: 'One line\nand another' })
      await call(sendContactMessage, { body: both })
      await send(sendContactMessage, form({ ...both, message: 'One line\r\nand another' }))
      expect(await rows(app.db.read, 'messages')).toHaveLength(1)
    })

    test.each([
      ['a wrong field', written({ email: 'x' }), 'invalid'],
      ['an unknown field', written({ __proto__x: '1' }), 'invalid'],
      ['a NUL', written({ name: 'a\0b' }), 'bad_json'],
      ['too much', written({ message: 'x'.repeat(65_536) }), 'too_large'],
    ])('with %s is led on to the page that says so', async (_, fields, code) => {
      await untouched(async () => {
        const { status, headers } = await send(sendContactMessage, form(fields))
        expect([status, headers.get('location')]).toEqual([303, `/contact/unsent#${code}`])
      })
    })

    test('from another site is refused', async () => {
      await untouched(async () => {
        for (const origin of ['https://evil.example', 'null'])
          await refused('forbidden', sendContactMessage, form(written(), { headers: { origin } }))
      })
    })

    test('that meets a bug is led on as well', async () => {
      app.db = { ...app.db, write: () => Promise.reject(new Error('disk full')) }
      const { headers } = await send(sendContactMessage, form(written()))
      expect(headers.get('location')).toBe('/contact/unsent#internal')
      expect(app.bugs.splice(0)).toMatchObject([{ message: 'disk full' }])
    })
  })

  test('cannot add a header to the mail that brings it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chautari-mail-'))
    try {
      app.mailer = openMailer({ ...app.env, dataDir, smtpUrl: undefined })
      const name = 'Nisha\r\nBcc: all@example.com\r\n\r\n<b>Hello</b>'
      await call(sendContactMessage, { body: written({ name, email: 'nisha@example.com' }), headers: OWN })
      await sendDueEmails(app)
      const [file = ''] = readdirSync(join(dataDir, 'outbox'))
      const [head = ''] = readFileSync(join(dataDir, 'outbox', file), 'utf8').split('\r\n\r\n')
      expect(head).toMatch(/^Reply-To: nisha@example\.com$/m)
      expect(head).toMatch(new RegExp(`^To: ${getBrand().email}$`, 'm'))
      expect(head).not.toMatch(/^Bcc:/im)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  test('is forgotten after a year, its mail after a month', async () => {
    await call(sendContactMessage, { body: written() })
    app.clock.advance(30 * DAY)
    await deleteOldEmails(app)
    expect(await rows(app.db.read, 'mails')).toHaveLength(1)
    app.clock.advance(1)
    await deleteOldEmails(app)
    expect(await rows(app.db.read, 'mails')).toEqual([])
    app.clock.advance(335 * DAY - 1)
    await deleteOldMessages(app)
    expect(await rows(app.db.read, 'messages')).toHaveLength(1)
    app.clock.advance(1)
    await deleteOldMessages(app)
    expect(await rows(app.db.read, 'messages')).toEqual([])
  })
})
