import { describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import { setApp } from '#server/open-app.ts'
import { stored, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { order } from '../support/orders.ts'
import { asked, call, ORIGIN, raw, refused, send } from '../support/requests.ts'

const KILOBYTE = 1_024
const contact = (changes: Record<string, unknown>) => ({ contactInfo: { ...order().contactInfo, ...changes } })

describe.each(ENGINES)('on %s, nothing is stored of a request', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  describe('without a usable Idempotency-Key', () => {
    test.each([
      ['none', {}],
      ['an empty one', { 'idempotency-key': '' }],
      ['seven characters', { 'idempotency-key': '1234567' }],
      ['201 characters', { 'idempotency-key': 'x'.repeat(201) }],
      ['one with a space', { 'idempotency-key': 'two words' }],
    ])('%s', async (_, headers) => {
      await untouched(app, async () => {
        const failure = await refused('idempotency_missing', placeBooking, { body: order(), headers })
        expect(failure.message).toBe('Send an Idempotency-Key header of 8 to 200 characters.')
      })
    })

    test.each(['12345678', 'x'.repeat(200), '"quoted-as-the-draft-says"'])('%j is one', async (key) => {
      await call(placeBooking, { body: order(), headers: { 'idempotency-key': key } })
    })
  })

  describe('from elsewhere', () => {
    test.each([
      ['another site', { origin: 'https://evil.example' }],
      ['a page without an origin', { origin: 'null' }],
      ['an empty origin', { origin: '' }],
      ['another port', { origin: 'http://localhost:4322' }],
      ['another scheme', { origin: 'https://localhost:4321' }],
      ['a name that begins like ours', { origin: 'http://localhost:4321.evil.example' }],
      ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
      ['a sibling that hides its origin', { 'sec-fetch-site': 'same-site' }],
    ])('%s', async (_, headers: Record<string, string>) => {
      await untouched(app, async () => {
        const failure = await refused('forbidden', placeBooking, asked(order(), { headers }))
        expect(failure.message).toBe('This is not allowed from here.')
      })
    })

    test.each([
      'https://admin.chautari.example',
      'https://chautari.example.evil.example',
      'https://chautari.example:8443',
      'http://chautari.example',
      'http://localhost:4321',
      'null',
    ])('%s, where the site is public', async (origin) => {
      app.env = { ...app.env, siteUrl: 'https://chautari.example' }
      await untouched(app, () => refused('forbidden', placeBooking, asked(order(), { headers: { origin } })))
      await call(placeBooking, asked(order(), { headers: { origin: 'https://chautari.example' } }))
    })

    test.each(['http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321'])(
      'but %s is the same house where the site is local',
      async (origin) => {
        await call(placeBooking, asked(order(), { headers: { origin } }))
        app.env = { ...app.env, siteUrl: 'http://127.0.0.1:4321' }
        await call(placeBooking, asked(order(), { headers: { origin } }))
      },
    )

    test.each(['same-origin', 'none'])('but a browser that says %s is at home', async (site) => {
      await call(placeBooking, asked(order(), { headers: { 'sec-fetch-site': site } }))
    })
  })

  describe('in a body that is not JSON', () => {
    const text = JSON.stringify(order())
    /** The order with these bytes for the first letter of a name. */
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
    ])('but %j', async (type, body) => {
      await untouched(app, async () => {
        const failure = await refused(
          'unsupported_type',
          placeBooking,
          raw(body, { origin: ORIGIN, 'content-type': type }),
        )
        expect(failure.message).toBe('Send JSON with the content type application/json.')
      })
    })

    test.each([
      ['a brace too few', text.slice(0, -1)],
      ['a word', 'order'],
      ['NaN', text.replace('"guestPasses":0', '"guestPasses":NaN')],
      ['a comma too many', text.replace('}}', '},}')],
      ['two values', `${text}${text}`],
      ['a letter of no alphabet', withLetter(0xff)],
      ['half a letter', withLetter(0xe0, 0xa4)],
      ['half of a pair of letters', withLetter(0xed, 0xa0, 0x80)],
      ['UTF-16', Buffer.from(text, 'utf16le')],
    ])('but has %s', async (_, body) => {
      await untouched(app, async () => {
        const failure = await refused('bad_json', placeBooking, raw(body))
        expect(failure.message).toBe('The body is not valid JSON.')
      })
    })

    test.each(['notes', 'locationId', 'startDate', 'firstName', 'email', 'company'])(
      'but has a NUL in %s',
      async (field) => {
        const sent = { ...order({ notes: '' }), ...contact({ company: '' }) }
        await untouched(app, () =>
          refused('bad_json', placeBooking, raw(JSON.stringify(sent).replace(`"${field}":"`, `"${field}":"\\u0000`))),
        )
      },
    )

    test('but what only looks like a NUL is text', async () => {
      await call(placeBooking, asked(order({ notes: String.raw`C:\u0000 \\u0000` })))
      expect((await stored(app)).bookings).toMatchObject([{ notes: String.raw`C:\u0000 \\u0000` }])
    })

    test('but letters of every alphabet are welcome', async () => {
      const name = 'आरती श्रेष्ठ 🌳'
      const { bookingId } = await call(
        placeBooking,
        asked({ ...order(), ...contact({ firstName: name }), notes: name }),
      )
      expect((await stored(app)).bookings).toMatchObject([{ id: bookingId, first_name: name, notes: name }])
      await call(placeBooking, raw(text, { 'content-type': 'Application/JSON; charset=UTF-8' }))
    })
  })

  describe('of ten megabytes', () => {
    const size = 10 * KILOBYTE * KILOBYTE

    test('that says so beforehand, is not read', async () => {
      let read = 0
      await untouched(app, async () => {
        const failure = await refused(
          'too_large',
          placeBooking,
          raw(
            endless(() => read++),
            { 'content-length': String(size) },
          ),
        )
        expect(failure.message).toBe('The request is too large.')
      })
      expect(read).toBeLessThanOrEqual(1)
    })

    test('that does not say so, is not read to its end', async () => {
      let read = 0
      await untouched(app, () => refused('too_large', placeBooking, raw(endless(() => read++))))
      // 64 KB and what was on its way.
      expect(read).toBeLessThan(20)
    })

    test('inside a field', async () => {
      const body = JSON.stringify(order({ notes: 'x'.repeat(size) }))
      await untouched(app, () => refused('too_large', placeBooking, raw(body)))
    })

    test('or one byte more than 64 KB; 64 KB are read', async () => {
      const padded = (length: number) => JSON.stringify(order()).padEnd(length)
      await untouched(app, () => refused('too_large', placeBooking, raw(padded(64 * KILOBYTE + 1))))
      await call(placeBooking, raw(padded(64 * KILOBYTE)))
    })

    /** Ten megabytes in pieces of 8 KB, made as they are asked for. */
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

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD', 'GET', 'OPTIONS'])('by %s', async (method) => {
    await untouched(app, async () => {
      const sent = method === 'GET' || method === 'HEAD' ? { headers: {} } : asked(order())
      const { status, headers } = await send(placeBooking, { ...sent, method })
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    })
  })
})
