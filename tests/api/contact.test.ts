import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sendContactMessage } from '#contract/contact.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import { getBrand } from '#server/catalogue.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { deleteOldRows } from '#server/retention.ts'
import { describeOnEachEngine, expectNothingStored, HOUR, rows } from '../support/app.ts'
import { call, form, newAddress, rejected, SAME_ORIGIN, send } from '../support/requests.ts'

const DAY = 24 * HOUR
const input = (over: Record<string, string> = {}) => ({
  name: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '984-1234567',
  location: 'kausimaa',
  message: 'Six of us on 12 December.\nIs there parking?',
  website: '',
  ...over,
})

describeOnEachEngine('on %s, a message', (app) => {
  test('is stored, and emailed to the business', async () => {
    expect(await call(sendContactMessage, { body: input() })).toEqual({})
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
    const emails = await rows(app.db.read, 'emails')
    // Only the business is emailed, because the address of the message may belong to a stranger.
    expect(emails.map(({ recipient, reply_to, subject }) => [recipient, reply_to, subject])).toEqual([
      [getBrand().email, 'nisha@example.com', 'Message from Nisha Karki'],
    ])
    expect(emails[0]?.body).toContain('Is there parking?\n\nName: Nisha Karki')
    expect(emails[0]?.body).toContain('Phone: +9779841234567\nAbout: Kausimaa')
  })

  test('requires only a name, an email address and a text', async () => {
    await call(sendContactMessage, { body: { name: 'N', email: 'n@example.com', message: 'Hello there' } })
    expect(await rows(app.db.read, 'messages')).toMatchObject([{ phone: null, location_id: null }])
    expect((await rows(app.db.read, 'emails'))[0]?.body).not.toMatch(/Phone|About/)
  })

  test('is rejected if its name has a web address', async () => {
    const body = input({ name: 'Win at https://evil.example' })
    const failure = await expectNothingStored(app, () => rejected('invalid', sendContactMessage, { body }))
    expect(failure.fields).toEqual({ name: 'Enter a name without a web address' })
  })

  test('is rejected with a message for each invalid field', async () => {
    const body = { name: ' ', email: 'nisha@', phone: '12', location: 'thamel-hub', message: 'Hi' }
    expect(await expectNothingStored(app, () => rejected('invalid', sendContactMessage, { body }))).toEqual({
      code: 'invalid',
      message: 'Some fields are not valid. Check the marked fields.',
      fields: CONTACT_FORM_MESSAGES,
    })
  })

  test.each([
    ['an unknown field', { role: 'owner' }, { role: 'Unknown field' }],
    ['a list for text', { message: ['Hello there'] }, { message: 'Send this as text' }],
    ['no email address', { email: undefined }, { email: 'This field is missing' }],
    ['a state', { handled_at: 'now' }, { handled_at: 'Unknown field' }],
  ])('is rejected with %s', async (_, over, fields) => {
    const body = { ...input(), ...over }
    const failure = await expectNothingStored(app, () => rejected('invalid', sendContactMessage, { body }))
    expect(failure).toMatchObject({ fields })
  })

  test('is accepted but not stored if the honeypot field is filled in', async () => {
    await expectNothingStored(app, async () => {
      expect(await call(sendContactMessage, { body: input({ website: 'https://spam.example' }) })).toEqual({})
      const { headers } = await send(sendContactMessage, form(input({ website: 'x', message: '' })))
      expect(headers.get('location')).toBe('/contact/sent')
    })
  })

  test('is stored once if it is sent again the same day, also at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => call(sendContactMessage, { body: input() })))
    await call(sendContactMessage, { body: input() })
    expect(await rows(app.db.read, 'messages')).toHaveLength(1)
    expect(await rows(app.db.read, 'emails')).toHaveLength(1)
    await call(sendContactMessage, { body: input({ message: 'Something else altogether' }) })
    app.clock.advance(DAY)
    await call(sendContactMessage, { body: input() })
    expect(await rows(app.db.read, 'messages')).toHaveLength(3)
    expect(await rows(app.db.read, 'emails')).toHaveLength(3)
  })

  test('is limited to five from one address, then three an hour; invalid ones do not count', async () => {
    const address = newAddress()
    for (let count = 0; count < 9; count++)
      await rejected('invalid', sendContactMessage, { body: input({ email: 'x' }), address })
    for (let count = 0; count < 5; count++)
      await call(sendContactMessage, { body: input({ message: `Message number ${count}` }), address })
    await expectNothingStored(app, async () => {
      const sixth = input({ message: 'Message number 6' })
      const { retryAfter } = await rejected('too_many', sendContactMessage, { body: sixth, address })
      expect(retryAfter).toBe(1_200)
      const { headers } = await send(sendContactMessage, form(sixth, { address }))
      expect(headers.get('location')).toBe('/contact/unsent#too_many')
    })
    await call(sendContactMessage, { body: input({ message: 'From elsewhere' }) })
    app.clock.advance(HOUR / 3)
    await call(sendContactMessage, { body: input({ message: 'Message number 7' }), address })
  })

  describe('as a form without script', () => {
    test('is stored like one sent by a script, and redirects to a page', async () => {
      const sent = form(input({ message: 'One line\r\nand another' }))
      const { status, headers, body } = await send(sendContactMessage, sent)
      expect([status, headers.get('location'), body]).toEqual([303, '/contact/sent', undefined])
      expect(headers.get('cache-control')).toBe('no-store')
      await call(sendContactMessage, { body: input({ message: 'One line\nand another' }) })
      expect(await rows(app.db.read, 'messages')).toMatchObject([
        { name: 'Nisha Karki', location_id: 'kausimaa', body: 'One line\nand another' },
      ])
    })

    test.each([
      ['a wrong field', input({ email: 'x' }), 'invalid'],
      ['an unknown field', input({ __proto__x: '1' }), 'invalid'],
      ['a NUL', input({ name: 'a\0b' }), 'bad_json'],
      ['too much', input({ message: 'x'.repeat(65_536) }), 'too_large'],
    ])('redirects to the error page with %s', async (_, fields, code) => {
      const { status, headers } = await expectNothingStored(app, () => send(sendContactMessage, form(fields)))
      expect([status, headers.get('location')]).toEqual([303, `/contact/unsent#${code}`])
    })

    const field = (tag: string, name: string) =>
      `<div class="field"> <label for="${name}"></label> ${tag} <p class="error" id="${name}-error" hidden><svg></svg><span></span></p> </div>`
    const builtPage = [
      '<main id="main"><p class="note note-bad">Wait</p>',
      '<div class="note" tabindex="-1" hidden><b data-headings=""></b> <ul></ul></div>',
      field('<input id="email" name="email" required>', 'email'),
      field('<textarea id="message" name="message"></textarea>', 'message'),
      '</main> <input name="email">',
    ].join('')

    test('is returned with its text and only its errors if the page is built', async () => {
      app.readPage = () => builtPage
      const sent = form(input({ email: '"><b>', message: '</textarea>$& it' }))
      const { status, headers, body: page } = await expectNothingStored(app, () => send(sendContactMessage, sent))
      expect([status, headers.get('cache-control')]).toEqual([422, 'no-store'])
      expect(headers.get('content-security-policy')).not.toContain("default-src 'none'")
      const problem = CONTACT_FORM_MESSAGES.email
      const typed = ' value="&#34;&#62;&#60;b&#62;" aria-invalid="true"'
      expect(page).toContain(
        `<b data-headings="">One thing needs fixing</b> <ul><li><a href="#email">${problem}</a></li>`,
      )
      expect(page).toContain(
        `<div class="field field-bad"> <label for="email"></label> <input id="email" name="email"${typed}`,
      )
      expect(page).toContain(`id="email-error"><svg></svg><span>${problem}</span>`)
      expect(page).toContain('<textarea id="message" name="message">\n&#60;/textarea&#62;$&#38; it</textarea>')
      expect(page).toContain('id="message-error" hidden')
      expect(page).toMatch(/<\/main> <input name="email">$/)
      expect(page).not.toContain('Wait')
    })

    test('is returned with its text and the waiting time after too many messages', async () => {
      app.readPage = () => builtPage
      const address = newAddress()
      const sendNumber = (count: number) =>
        send(sendContactMessage, form(input({ message: `Message number ${count}` }), { address }))
      for (let count = 0; count < 5; count++) expect((await sendNumber(count)).status).toBe(303)
      const { status, body: page } = await expectNothingStored(app, () => sendNumber(6))
      expect(status).toBe(429)
      expect(page).toContain('>Not sent. Too many attempts. Try again in 20 minutes.</b> <ul></ul>')
      expect(page).toContain('name="message">\nMessage number 6</textarea>')
      expect(page).not.toMatch(/aria-invalid|field-bad/)
    })

    test('is rejected from another site', async () => {
      for (const origin of ['https://evil.example', 'null']) {
        const sent = form(input(), { headers: { origin } })
        await expectNothingStored(app, () => rejected('forbidden', sendContactMessage, sent))
      }
    })

    test('redirects to the error page after an unexpected error', async () => {
      app.db = { ...app.db, write: () => Promise.reject(new Error('disk full')) }
      const { headers } = await send(sendContactMessage, form(input()))
      expect(headers.get('location')).toBe('/contact/unsent#internal')
      expect(app.bugs.splice(0)).toMatchObject([{ message: 'disk full' }])
    })

    test('returns the built form with what was typed after an unexpected error', async () => {
      app.readPage = () => builtPage
      app.db = { ...app.db, write: () => Promise.reject(new Error('disk full')) }
      const { status, body } = await send(sendContactMessage, form(input()))
      expect([status, app.bugs.splice(0)]).toMatchObject([500, [{ message: 'disk full' }]])
      expect(body).toContain('Not sent. Something went wrong on our side.')
      expect(body).toContain(`name="message">\n${input().message}</textarea>`)
    })
  })

  test('cannot add a header to its email', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chautari-mail-'))
    try {
      app.mailer = openMailer({ ...app.env, dataDir, smtpUrl: undefined })
      const name = 'Nisha\r\nBcc: all@example.com\r\n\r\n<b>Hello</b>'
      await call(sendContactMessage, { body: input({ name, email: 'nisha@example.com' }), headers: SAME_ORIGIN })
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

  test('is deleted after a year, its email after a month', async () => {
    await call(sendContactMessage, { body: input() })
    app.clock.advance(30 * DAY)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'emails')).toHaveLength(1)
    app.clock.advance(1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'emails')).toEqual([])
    app.clock.advance(335 * DAY - 1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'messages')).toHaveLength(1)
    app.clock.advance(1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'messages')).toEqual([])
  })
})
