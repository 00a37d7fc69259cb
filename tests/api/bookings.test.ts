import { describe, expect, test } from 'vitest'
import { extendHold, placeBooking, readBooking } from '#contract/bookings.ts'
import { setApp } from '#server/open-app.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, newKey, type Order, order, seatsTaken } from '../support/orders.ts'
import { call, newAddress, OWN, refused, type Sent, send } from '../support/requests.ts'

const asked = (body: unknown = order(), { headers, ...sent }: Sent = {}): Sent => ({
  body,
  headers: { 'idempotency-key': newKey(), ...headers },
  ...sent,
})
const book = (body?: Order, sent?: Sent) => call(placeBooking, asked(body, sent))

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  describe('POST /api/bookings', () => {
    test('answers 201 with the priced and held booking, for nobody to store', async () => {
      const { status, headers, body } = await send(placeBooking, asked(order({ guestPasses: 2 }), { headers: OWN }))
      expect(status).toBe(201)
      expect(body).toEqual({
        bookingId: expect.stringMatching(/^BK-\d{13}-[A-Z0-9]{4}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        totalAmount: 1_010_000,
        currency: 'NPR',
        lines: [
          {
            kind: 'plan',
            id: 'professional',
            label: 'Professional',
            quantity: 1,
            unitAmount: 950_000,
            amount: 950_000,
          },
          {
            kind: 'add_on',
            id: 'guest-passes',
            label: 'Guest passes',
            quantity: 2,
            unitAmount: 30_000,
            amount: 60_000,
          },
        ],
        expiresAt: '2026-12-01T04:45:00.000Z',
      })
      expect(Object.fromEntries(headers)).toEqual({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    })

    test('takes the older names of places and plans, and a request that no browser sent', async () => {
      const { bookingId, secret } = await book(order({ locationId: 'kausimaa-coworking', planId: 'hot_desk' }))
      expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
        locationId: 'kausimaa',
        planId: 'professional',
        startTime: '10:00',
      })
    })

    test('repeated answers the same, whatever the order of its fields', async () => {
      const headers = { 'idempotency-key': newKey() }
      const sent = order()
      const first = await book(sent, { headers })
      const reordered = Object.fromEntries(Object.entries(sent).reverse()) as unknown as Order
      expect(await book(reordered, { headers })).toEqual(first)
      expect(await rows(app.db.read, 'bookings')).toHaveLength(1)
    })

    test('with a used key and another body is refused', async () => {
      const headers = { 'idempotency-key': newKey() }
      await book(order(), { headers })
      await refused('idempotency_mismatch', placeBooking, asked(dayPass(), { headers }))
    })

    test('takes the place of a hold by the key of its request, by none that could be guessed', async () => {
      for (const [key, status] of [
        [newKey(), 'cancelled'],
        ['first-booking', 'held'],
      ] as const) {
        const { bookingId: id, secret } = await book(order(), { headers: { 'idempotency-key': key } })
        await send(placeBooking, asked(dayPass({ unanswered: [key] })))
        expect(await call(readBooking, { id, secret })).toMatchObject({ status })
      }
      await refused('invalid', placeBooking, asked(dayPass({ unanswered: Array(6).fill(newKey()) })))
    })

    test('with a price that is not so any more tells the new one', async () => {
      const failure = await refused('price_changed', placeBooking, asked(order({ totalAmount: 900_000 })))
      expect(failure).toMatchObject({ totalAmount: 950_000 })
      await book(order({ totalAmount: 950_000 }))
    })

    test('for a full day tells the nearest ways out', async () => {
      const { catalogue } = app
      app.catalogue = { ...catalogue, locations: catalogue.locations.map((place) => ({ ...place, capacity: 1 })) }
      await book(dayPass())
      expect(await refused('sold_out', placeBooking, asked(dayPass()))).toEqual({
        code: 'sold_out',
        message: 'No seat is left on the chosen dates.',
        nearest: [
          { locationId: 'dhobighat-hub', startDate: '2026-12-09', totalAmount: 50_000 },
          { locationId: 'dhobighat-hub', startDate: '2026-12-11', totalAmount: 50_000 },
          { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 40_000 },
        ],
      })
    })

    test('fifty times at once makes one booking', async () => {
      const [headers, address] = [{ 'idempotency-key': newKey() }, newAddress]
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => book(order(), { headers, address: address() })),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
    })

    test('is slowed down by address: forty at once, then one every minute and a half', async () => {
      const address = newAddress()
      const once = () => asked(order(), { address, headers: { 'idempotency-key': 'the-same-key' } })
      for (let times = 0; times < 40; times++) await call(placeBooking, once())
      const { status, headers, body } = await send(placeBooking, once())
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 429, retry: '90' })
      expect(body).toMatchObject({ error: { code: 'too_many', retryAfter: 90 } })
      await book(order())
      app.clock.advance(89_000)
      await refused('too_many', placeBooking, once())
      app.clock.advance(1_000)
      await call(placeBooking, once())
      await refused('too_many', placeBooking, once())
    })

    test('behind proxies counts the address that ours name, not the one that the caller claims', async () => {
      app.env = { ...app.env, trustProxy: 1 }
      const proxy = newAddress()
      const from = (forwarded: string) =>
        asked(order(), { address: proxy, headers: { 'idempotency-key': 'the-same-key', 'x-forwarded-for': forwarded } })
      const client = newAddress()
      for (let times = 0; times < 40; times++) await send(placeBooking, from(`${newAddress()}, ${client}`))
      await refused('too_many', placeBooking, from(`${newAddress()}, ${client}`))
      await call(placeBooking, from(`${client}, ${newAddress()}`))
    })
  })

  describe('GET /api/bookings/{id}', () => {
    test('is for who holds the secret; all others read one and the same 404', async () => {
      const { bookingId: id, secret } = await book()
      const another = await book()
      expect(await call(readBooking, { id, secret })).toMatchObject({ bookingId: id, status: 'held' })
      const answers = [
        await send(readBooking, { id }),
        await send(readBooking, { id, secret: another.secret }),
        await send(readBooking, { id, secret: '' }),
        await send(readBooking, { id, headers: { authorization: secret } }),
        await send(readBooking, { id, headers: { authorization: `Basic ${secret}` } }),
        await send(readBooking, { id, headers: { authorization: `Bearer ${secret} ${secret}` } }),
        await send(readBooking, { id: 'BK-1796098500000-ZZZZ', secret }),
        await send(readBooking, { id: 'x', secret }),
        await send(readBooking, { id: "' or 1=1 --", secret }),
        await send(readBooking, { id, query: { secret } }),
      ]
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({
          status: 404,
          body: { error: { code: 'not_found', message: 'There is nothing here.' } },
        })
    })

    test('tells the time left by the server’s own clock', async () => {
      const { bookingId: id, secret } = await book()
      app.clock.advance(10 * MINUTE)
      expect(await call(readBooking, { id, secret })).toMatchObject({
        expiresAt: '2026-12-01T04:45:00.000Z',
        now: '2026-12-01T04:25:00.000Z',
      })
    })
  })

  describe('POST /api/bookings/{id}/hold', () => {
    test('extends three times, then answers 409', async () => {
      const { bookingId: id, secret } = await book()
      for (const extensionsLeft of [2, 1, 0])
        expect(await call(extendHold, { id, secret, headers: OWN })).toMatchObject({ extensionsLeft })
      await refused('no_more_extensions', extendHold, { id, secret })
    })

    test('is for who holds the secret', async () => {
      const { bookingId: id } = await book()
      const before = await stored(app)
      await refused('not_found', extendHold, { id })
      await refused('not_found', extendHold, { id, secret: (await book()).secret })
      await refused('not_found', extendHold, { id: 'x', secret: 'x' })
      expect((await stored(app)).bookings?.[0]).toEqual(before.bookings?.[0])
    })

    test('comes too late for what has expired', async () => {
      const { bookingId: id, secret } = await book()
      app.clock.advance(HOUR)
      await refused('no_more_extensions', extendHold, { id, secret })
    })
  })
})
