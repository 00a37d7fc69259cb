import { describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import type { FailureCode } from '#contract/failure.ts'
import { describeOnEachEngine, expectNothingStored, stored } from '../support/app.ts'
import { order } from '../support/orders.ts'
import { call, ORIGIN, raw, rejected, type Sent, send, withKey } from '../support/requests.ts'

const KILOBYTE = 1_024
const contact = (changes: Record<string, unknown>) => ({ contactInfo: { ...order().contactInfo, ...changes } })

describeOnEachEngine('a booking request on %s', (app) => {
  const failure = (code: FailureCode, sent: Sent) => expectNothingStored(app, () => rejected(code, placeBooking, sent))

  describe('by its Idempotency-Key', () => {
    test.each([
      ['no key', {}],
      ['an empty key', { 'idempotency-key': '' }],
      ['seven characters', { 'idempotency-key': '1234567' }],
      ['201 characters', { 'idempotency-key': 'x'.repeat(201) }],
      ['a key with a space', { 'idempotency-key': 'two words' }],
    ])('is rejected with %s', async (_, headers) => {
      const { message } = await failure('idempotency_missing', { body: order(), headers })
      expect(message).toBe('Send an Idempotency-Key header of 8 to 200 characters.')
    })

    test.each(['12345678', 'x'.repeat(200), '"quoted-as-the-draft-says"'])('is accepted with %j', async (key) => {
      await call(placeBooking, { body: order(), headers: { 'idempotency-key': key } })
    })
  })

  describe('by its origin', () => {
    test.each([
      ['another site', { origin: 'https://evil.example' }],
      ['a page without an origin', { origin: 'null' }],
      ['an empty origin', { origin: '' }],
      ['another port', { origin: 'http://localhost:4322' }],
      ['another scheme', { origin: 'https://localhost:4321' }],
      ['a host name that starts like ours', { origin: 'http://localhost:4321.evil.example' }],
      ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
      ['a sibling that hides its origin', { 'sec-fetch-site': 'same-site' }],
    ])('is rejected from %s', async (_, headers: Record<string, string>) => {
      const { message } = await failure('forbidden', withKey(order(), { headers }))
      expect(message).toBe('You do not have permission to do this.')
    })

    test.each([
      'https://admin.chautari.example',
      'https://chautari.example.evil.example',
      'https://chautari.example:8443',
      'http://chautari.example',
      'http://localhost:4321',
      'null',
    ])('is rejected from %s if the site is public', async (origin) => {
      app.env = { ...app.env, siteUrl: 'https://chautari.example' }
      await failure('forbidden', withKey(order(), { headers: { origin } }))
      await call(placeBooking, withKey(order(), { headers: { origin: 'https://chautari.example' } }))
    })

    test.each(['http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321'])(
      'is accepted from %s if the site is local',
      async (origin) => {
        await call(placeBooking, withKey(order(), { headers: { origin } }))
        app.env = { ...app.env, siteUrl: 'http://127.0.0.1:4321' }
        await call(placeBooking, withKey(order(), { headers: { origin } }))
      },
    )

    test.each(['same-origin', 'none'])('is accepted with Sec-Fetch-Site %s', async (site) => {
      await call(placeBooking, withKey(order(), { headers: { 'sec-fetch-site': site } }))
    })
  })

  describe('by its body', () => {
    const text = JSON.stringify(order())

    /** The order with these bytes for the first name. */
    const withLetter = (...bytes: number[]) => {
      const [before = '', after = ''] = text.split('Aarati')
      return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    }

    test.each([
      ['text/plain', text],
      ['application/x-www-form-urlencoded', 'locationId=dhobighat-hub'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['application/xml', '<order/>'],
      ['', text],
      ['text/application/json', text],
    ])('is rejected with the content type %j', async (type, body) => {
      const { message } = await failure('unsupported_type', raw(body, { origin: ORIGIN, 'content-type': type }))
      expect(message).toBe('Send JSON with the content type application/json.')
    })

    test.each([
      ['a brace too few', text.slice(0, -1)],
      ['plain text', 'order'],
      ['NaN', text.replace('"guestPasses":0', '"guestPasses":NaN')],
      ['a comma too many', text.replace('}}', '},}')],
      ['two values', `${text}${text}`],
      ['an invalid byte', withLetter(0xff)],
      ['an incomplete character', withLetter(0xe0, 0xa4)],
      ['half of a surrogate pair', withLetter(0xed, 0xa0, 0x80)],
      ['UTF-16', Buffer.from(text, 'utf16le')],
    ])('is rejected with %s', async (_, body) => {
      expect((await failure('bad_json', raw(body))).message).toBe('The body is not valid JSON.')
    })

    test.each(['notes', 'locationId', 'startDate', 'firstName', 'email', 'company'])(
      'is rejected with NUL in %s',
      async (field) => {
        const sent = { ...order({ notes: '' }), ...contact({ company: '' }) }
        await failure('bad_json', raw(JSON.stringify(sent).replace(`"${field}":"`, `"${field}":"\\u0000`)))
      },
    )

    test('is accepted with text that looks like NUL', async () => {
      await call(placeBooking, withKey(order({ notes: String.raw`C:\u0000 \\u0000` })))
      expect((await stored(app)).bookings).toMatchObject([{ notes: String.raw`C:\u0000 \\u0000` }])
    })

    test('is accepted with letters of every alphabet', async () => {
      const name = 'आरती श्रेष्ठ 🌳'
      const { bookingId } = await call(
        placeBooking,
        withKey({ ...order(), ...contact({ firstName: name }), notes: name }),
      )
      expect((await stored(app)).bookings).toMatchObject([{ id: bookingId, first_name: name, notes: name }])
      await call(placeBooking, raw(text, { 'content-type': 'Application/JSON; charset=UTF-8' }))
    })
  })

  describe('by its size', () => {
    const size = 10 * KILOBYTE * KILOBYTE

    test('is rejected without reading it when its length is announced', async () => {
      let read = 0
      const body = endless(() => read++)
      const { message } = await failure('too_large', raw(body, { 'content-length': String(size) }))
      expect(message).toBe('The request is too large.')
      expect(read).toBeLessThanOrEqual(1)
    })

    test('is rejected without reading it to its end when its length is not announced', async () => {
      let read = 0
      await failure('too_large', raw(endless(() => read++)))
      // 64 KB and the pieces in transit.
      expect(read).toBeLessThan(20)
    })

    test('is rejected when a field has ten megabytes', async () => {
      await failure('too_large', raw(JSON.stringify(order({ notes: 'x'.repeat(size) }))))
    })

    test('is rejected at one byte more than 64 KB and accepted at 64 KB', async () => {
      const padded = (length: number) => JSON.stringify(order()).padEnd(length)
      await failure('too_large', raw(padded(64 * KILOBYTE + 1)))
      await call(placeBooking, raw(padded(64 * KILOBYTE)))
    })

    /** Ten megabytes in pieces of 8 KB, which are created when they are read. */
    function endless(onRead: () => void): ReadableStream<Uint8Array> {
      let left = size / (8 * KILOBYTE)
      return new ReadableStream({
        pull: (controller) => {
          onRead()
          if (left-- === 0) controller.close()
          else controller.enqueue(new Uint8Array(8 * KILOBYTE).fill(0x20))
        },
      })
    }
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD', 'GET', 'OPTIONS'])('is rejected with the method %s', async (method) => {
    const sent = method === 'GET' || method === 'HEAD' ? { headers: {} } : withKey(order())
    const { status, headers } = await expectNothingStored(app, () => send(placeBooking, { ...sent, method }))
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})
