import { describe, expect, test } from 'vitest'
import { extendHold, placeBooking, readBooking } from '#contract/bookings.ts'
import { describeOnEachEngine, MINUTE, rows, stored } from '../support/app.ts'
import { member } from '../support/memberships.ts'
import { dayPass, newKey, type Order, order, setCapacity } from '../support/orders.ts'
import { secretOf } from '../support/renewals.ts'
import { call, newAddress, rejected, SAME_ORIGIN, type Sent, send, withKey } from '../support/requests.ts'

const book = (body: Order = order(), sent?: Sent) => call(placeBooking, withKey(body, sent))

describeOnEachEngine('on %s', (app) => {
  describe('POST /api/bookings', () => {
    test('returns 201 with the priced, held booking, and forbids caches to store it', async () => {
      const sent = withKey(order({ guestPasses: 2 }), { headers: SAME_ORIGIN })
      const { status, headers, body } = await send(placeBooking, sent)
      const line = { kind: 'plan', id: 'professional', label: 'Professional', quantity: 1, unitAmount: 950_000 }
      const passes = { kind: 'add_on', id: 'guest-passes', label: 'Guest passes', quantity: 2, unitAmount: 30_000 }
      expect(status).toBe(201)
      expect(body).toEqual({
        bookingId: expect.stringMatching(/^BK-\d{13}-[A-Z0-9]{4}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        totalAmount: 1_010_000,
        currency: 'NPR',
        lines: [
          { ...line, amount: 950_000 },
          { ...passes, amount: 60_000 },
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

    test('accepts former names of locations and plans, and a request without browser headers', async () => {
      const { bookingId, secret } = await book(order({ locationId: 'kausimaa-coworking', planId: 'hot_desk' }))
      expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
        locationId: 'kausimaa',
        planId: 'professional',
        startTime: '10:00',
      })
    })

    test('returns the same response to a repeated request with its fields in any order', async () => {
      const headers = { 'idempotency-key': newKey() }
      const sent = order()
      const first = await book(sent, { headers })
      const reordered = Object.fromEntries(Object.entries(sent).reverse()) as unknown as Order
      expect(await book(reordered, { headers })).toEqual(first)
      expect(await rows(app.db.read, 'bookings')).toHaveLength(1)
    })

    test('renews a membership for the bearer of its secret only', async () => {
      const { id, booking_id, end_date } = await member(app)
      const renewal = order({ startDate: end_date, renews: id })
      for (const secret of [undefined, 'x'.repeat(43)])
        await rejected('not_found', placeBooking, withKey(renewal, secret ? { secret } : {}))
      const secret = await secretOf(app, booking_id)
      const placed = await book(renewal, { secret })
      expect(await call(readBooking, { id: placed.bookingId, secret: placed.secret })).toMatchObject({
        startDate: end_date,
        actions: { renew: null },
      })
    })

    test('rejects a used key with another body', async () => {
      const headers = { 'idempotency-key': newKey() }
      await book(order(), { headers })
      await rejected('idempotency_mismatch', placeBooking, withKey(dayPass(), { headers }))
    })

    test('replaces a hold only by the key of its request', async () => {
      for (const [key, status] of [
        [newKey(), 'cancelled'],
        ['first-booking', 'held'],
      ] as const) {
        const { bookingId: id, secret } = await book(order(), { headers: { 'idempotency-key': key } })
        await send(placeBooking, withKey(dayPass({ unanswered: [key] })))
        expect(await call(readBooking, { id, secret })).toMatchObject({ status })
      }
      await rejected('invalid', placeBooking, withKey(dayPass({ unanswered: Array(6).fill(newKey()) })))
    })

    test('returns the new price if the price has changed', async () => {
      const failure = await rejected('price_changed', placeBooking, withKey(order({ totalAmount: 900_000 })))
      expect(failure).toMatchObject({ totalAmount: 950_000 })
      await book(order({ totalAmount: 950_000 }))
    })

    test('returns the nearest alternatives for a full day', async () => {
      setCapacity(app, 1)
      await book(dayPass())
      expect(await rejected('sold_out', placeBooking, withKey(dayPass()))).toEqual({
        code: 'sold_out',
        message: 'No seats are left on the chosen dates. Choose other dates.',
        nearest: [
          { locationId: 'dhobighat-hub', startDate: '2026-12-09', totalAmount: 50_000 },
          { locationId: 'dhobighat-hub', startDate: '2026-12-11', totalAmount: 50_000 },
          { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 40_000 },
        ],
      })
    })

    test('limits an address to forty at once, then one every minute and a half', async () => {
      const address = newAddress()
      const once = () => withKey(order(), { address, headers: { 'idempotency-key': 'the-same-key' } })
      for (let times = 0; times < 40; times++) await call(placeBooking, once())
      const { status, headers, body } = await send(placeBooking, once())
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 429, retry: '90' })
      expect(body).toMatchObject({ error: { code: 'too_many', retryAfter: 90 } })
      await book(order())
      app.clock.advance(89_000)
      await rejected('too_many', placeBooking, once())
      app.clock.advance(1_000)
      await call(placeBooking, once())
      await rejected('too_many', placeBooking, once())
    })

    test('limits the address that our proxies name, not the one that the caller claims', async () => {
      app.env = { ...app.env, trustProxy: 1 }
      const proxy = newAddress()
      const from = (forwarded: string) =>
        withKey(order(), { address: proxy, headers: { 'idempotency-key': 'fixed-key', 'x-forwarded-for': forwarded } })
      const client = newAddress()
      for (let times = 0; times < 40; times++) await send(placeBooking, from(`${newAddress()}, ${client}`))
      await rejected('too_many', placeBooking, from(`${newAddress()}, ${client}`))
      await call(placeBooking, from(`${client}, ${newAddress()}`))
    })
  })

  describe('GET /api/bookings/{id}', () => {
    test('returns the booking only for its secret, and the same 404 for everything else', async () => {
      const { bookingId: id, secret } = await book()
      const another = await book()
      expect(await call(readBooking, { id, secret })).toMatchObject({ bookingId: id, status: 'held' })
      for (const sent of [
        { id },
        { id, secret: another.secret },
        { id, secret: `${secret}x` },
        { id, secret: '' },
        { id, headers: { authorization: secret } },
        { id, headers: { authorization: `Basic ${secret}` } },
        { id, headers: { authorization: `Bearer ${secret} ${secret}` } },
        { id: 'BK-1796098500000-ZZZZ', secret },
        { id: 'x', secret },
        { id: "' or 1=1 --", secret },
        { id, query: { secret } },
      ]) {
        const failure = await rejected('not_found', readBooking, sent)
        expect(failure).toEqual({ code: 'not_found', message: 'We could not find this.' })
      }
    })

    test('returns the time left by the server’s clock', async () => {
      const { bookingId: id, secret } = await book()
      app.clock.advance(10 * MINUTE)
      expect(await call(readBooking, { id, secret })).toMatchObject({
        expiresAt: '2026-12-01T04:45:00.000Z',
        now: '2026-12-01T04:25:00.000Z',
      })
    })
  })

  describe('POST /api/bookings/{id}/hold', () => {
    test('extends a hold three times, then returns 409', async () => {
      const { bookingId: id, secret } = await book()
      for (const extensionsLeft of [2, 1, 0])
        expect(await call(extendHold, { id, secret, headers: SAME_ORIGIN })).toMatchObject({ extensionsLeft })
      await rejected('no_more_extensions', extendHold, { id, secret })
    })

    test('extends a hold only for its secret', async () => {
      const { bookingId: id } = await book()
      const before = await stored(app)
      await rejected('not_found', extendHold, { id })
      await rejected('not_found', extendHold, { id, secret: (await book()).secret })
      await rejected('not_found', extendHold, { id: 'x', secret: 'x' })
      expect((await stored(app)).bookings?.[0]).toEqual(before.bookings?.[0])
    })
  })
})
