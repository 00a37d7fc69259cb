import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { streamEvents } from '#contract/admin/events.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { openReceipt } from '#contract/admin/receipts.ts'
import { listRefunds, makeRefund } from '#contract/admin/refunds.ts'
import { readSession, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import { readAvailability } from '#contract/availability.ts'
import { extendHold, placeBooking, readBooking } from '#contract/bookings.ts'
import { createPaymentIntent, takeStripeNotice } from '#contract/card.ts'
import { sendMessage } from '#contract/contact.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { FAILURES } from '#contract/failure.ts'
import { readHealth, readReady } from '#contract/health.ts'
import { verifyKhalti } from '#contract/khalti.ts'
import { subscribe } from '#contract/newsletter.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { readPrices } from '#contract/prices.ts'
import { sendReceipt, tellReading } from '#contract/receipts.ts'
import { readSite } from '#contract/site.ts'
import { paisa } from '#domain/money.ts'
import { useApp } from '#server/app.ts'
import { settle } from '#server/settlement.ts'
import { stored, type TestApp, withApp } from '../support/app.ts'
import { owner } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { newKey, order, placed } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { call, OWN, refused, type Sent, send } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'
import { drawnReceipt, sendDrawn, upload } from '../support/uploads.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const named = ({ method, path }: Endpoint): string => `${method} ${path}`
const each = (contracts: readonly Endpoint[]) => contracts.map((contract) => [named(contract), contract] as const)
const changing = ENDPOINTS.filter(({ method }) => method !== 'GET')
/** Those whose body is JSON or a form: what is signed is read as it comes. */
const parsed = changing.filter(({ raw }) => !raw)

/** What each call needs to be answered with a success. */
const GOOD = new Map<Endpoint, (app: TestApp) => Promise<Sent>>([
  [readHealth, async () => ({})],
  [readReady, async () => ({})],
  [readPrices, async () => ({})],
  [readSite, async () => ({})],
  [readAvailability, async () => ({ query: { location: 'kausimaa', from: '2026-12-10', to: '2026-12-12' } })],
  [placeBooking, async () => ({ body: order(), headers: { 'idempotency-key': newKey() } })],
  [readBooking, bookingAtHand],
  [extendHold, bookingAtHand],
  [
    startPayment,
    async (app) => {
      const { bookingId, secret } = await placed(app)
      return { body: { bookingId, method: 'esewa' }, secret }
    },
  ],
  [verifyPayment, async (app) => ({ id: (await started(app)).paymentId, body: {} })],
  [sendReceipt, async (app) => upload(await started(app, order(), 'qr_payment'), await drawnReceipt('a receipt'))],
  [
    tellReading,
    async (app) => {
      const payment = await started(app, order(), 'qr_payment')
      const { receiptId } = await sendDrawn(payment)
      return { id: payment.paymentId, secret: payment.secret, body: { receiptId, reading: { confidence: 0.9 } } }
    },
  ],
  [
    decidePayment,
    async (app) => {
      const { paymentId: id } = await started(app, order(), 'bank_transfer')
      const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
      return { id, body, ...(await owner(app)).sent }
    },
  ],
  [
    openReceipt,
    async (app) => {
      const { receiptId: id } = await sendDrawn(await started(app, order(), 'qr_payment'))
      return { id, ...(await owner(app)).sent }
    },
  ],
  [
    verifyKhalti,
    async (app) => ({
      body: {
        token: 'QUao9cqFzxPgvWJNi9aKac',
        amount: 950_000,
        paymentId: (await started(app, order(), 'khalti')).paymentId,
      },
    }),
  ],
  [
    createPaymentIntent,
    async (app) => {
      const { bookingId, secret } = await placed(app)
      return { body: { booking_id: bookingId }, secret }
    },
  ],
  [
    takeStripeNotice,
    async (app) => {
      const signed = app.sandbox?.stripe.notice('account.updated', { object: 'account' })
      return { raw: signed?.body ?? '', headers: { 'stripe-signature': signed?.signature ?? '' } }
    },
  ],
  [sendMessage, async () => ({ body: { name: 'Nisha', email: 'nisha@example.com', message: 'Is there parking?' } })],
  [subscribe, async () => ({ body: { email: 'nisha@example.com' } })],
  [
    signIn,
    async (app) => {
      await owner(app)
      return { body: STAFF }
    },
  ],
  [
    listRefunds,
    async (app) => {
      const { paymentId } = await started(app)
      return { ...(await owner(app)).sent, id: paymentId }
    },
  ],
  [
    makeRefund,
    async (app) => {
      const { paymentId, amount } = await started(app)
      await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: 'R' }, 'lookup')
      const { headers, address } = (await owner(app)).sent
      return {
        id: paymentId,
        address,
        headers: { ...headers, 'idempotency-key': newKey() },
        body: { way: 'manual', amount, reason: 'Cancelled in time' },
      }
    },
  ],
  ...[readSession, staySignedIn, signOut, listBookings, streamEvents].map(
    (contract) => [contract, async (app: TestApp) => (await owner(app)).sent] as const,
  ),
])

async function bookingAtHand(app: TestApp): Promise<Sent> {
  const { bookingId, secret } = await placed(app)
  return { id: bookingId, secret }
}

describe('the list of calls', () => {
  test('names every endpoint file, and every call has one', () => {
    const files = globSync('src/pages/api/**/*.ts').filter((file) => !file.endsWith('[...path].ts'))
    const paths = files.map((file) =>
      file
        .replace(/^src\/pages|(\/index)?\.ts$/g, '')
        .replaceAll('[', '{')
        .replaceAll(']', '}'),
    )
    expect(paths.sort()).toEqual([...new Set(ENDPOINTS.map(({ path }) => path))].sort())
  })

  test('names no call twice, and no failure that has no status', () => {
    expect(new Set(ENDPOINTS.map(named)).size).toBe(ENDPOINTS.length)
    for (const { failures } of ENDPOINTS) for (const code of failures) expect(FAILURES).toHaveProperty(code)
  })

  test('is covered by these tests', () => {
    expect(ENDPOINTS.filter((contract) => !GOOD.has(contract)).map(named)).toEqual([])
  })
})

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    useApp(app)
  })

  test.each(each(ENDPOINTS))(
    '%s succeeds in the shape of its contract, and is for nobody to store',
    async (_, contract) => {
      const sent = (await GOOD.get(contract)?.(app)) ?? {}
      const good = { ...sent, headers: { ...sent.headers, ...OWN } }
      if (contract === streamEvents) expect(await send(contract, good)).toMatchObject({ status: 200, body: undefined })
      else await call(contract, good)
      const { headers } = await send(contract, good)
      expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  test.each(each(ENDPOINTS))('the address of %s answers no other method than its calls', async (_, { path }) => {
    const answered: string[] = ENDPOINTS.filter((other) => other.path === path).map(({ method }) => method)
    const before = await stored(app)
    for (const method of METHODS) {
      const { status, headers } = await send({ path, method }, { headers: OWN })
      if (answered.includes(method)) expect(status).not.toBe(405)
      else {
        expect([method, status]).toEqual([method, 405])
        expect(
          headers
            .get('allow')
            ?.split(', ')
            .filter((name) => name !== 'HEAD'),
        ).toEqual(answered)
      }
    }
    expect(await stored(app)).toEqual(before)
  })

  test.each(each(ENDPOINTS.filter(({ access }) => access === 'staff')))(
    '%s tells nobody anything without a session',
    async (_, contract) => {
      await placed(app)
      const before = await stored(app)
      for (const headers of [
        {},
        { cookie: 'sid=x' },
        { cookie: 'admin_session_v1={}' },
        { authorization: 'Bearer x' },
      ]) {
        const { status, body } = await send(contract, { headers: { ...headers, ...OWN } })
        expect({ status, body }).toEqual({
          status: 401,
          body: { error: { code: 'unauthorized', message: 'Sign in first.' } },
        })
      }
      expect(await stored(app)).toEqual(before)
    },
  )

  test.each(each(changing))('%s does nothing for another site’s page', async (_, contract) => {
    const good = (await GOOD.get(contract)?.(app)) ?? {}
    const before = await stored(app)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://admin.localhost:4321' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      await refused('forbidden', contract, { ...good, headers: { ...good.headers, ...headers } })
    expect(await stored(app)).toEqual(before)
  })

  test.each(each(parsed))('%s does nothing for a form it was not made for', async (_, contract) => {
    const good = (await GOOD.get(contract)?.(app)) ?? {}
    const before = await stored(app)
    const urlencoded = contract.form ? [] : ['application/x-www-form-urlencoded']
    for (const type of ['text/plain', ...urlencoded, 'multipart/form-data; boundary=x', '']) {
      const headers = { ...good.headers, 'content-type': type }
      await refused('unsupported_type', contract, { ...good, raw: JSON.stringify(good.body ?? { a: '1' }), headers })
    }
    expect(await stored(app)).toEqual(before)
  })

  test.each(each(parsed.filter(({ upload: takesFile }) => !takesFile)))(
    '%s does nothing with a body that is broken or too large',
    async (_, contract) => {
      const good = (await GOOD.get(contract)?.(app)) ?? {}
      const before = await stored(app)
      await refused('bad_json', contract, { ...good, raw: '{"a":' })
      await refused('too_large', contract, { ...good, raw: `{"a":"${'x'.repeat(65_536)}"}` })
      expect(await stored(app)).toEqual(before)
    },
  )

  test.each(each(ENDPOINTS.filter(({ method }) => method === 'GET')))(
    '%s and its HEAD change nothing',
    async (_, contract) => {
      const good = (await GOOD.get(contract)?.(app)) ?? {}
      const before = await stored(app)
      for (const method of ['GET', 'HEAD'])
        for (const query of [good.query ?? {}, { ...good.query, method: 'DELETE', _method: 'POST', action: 'confirm' }])
          expect((await send(contract, { ...good, method, query })).status).toBeLessThan(500)
      expect(await stored(app)).toEqual(before)
    },
  )

  describe('nothing breaks', () => {
    const ODD = [
      "' or 1=1 --",
      '%',
      '_',
      '\0',
      'a\0b',
      '%2500',
      '../../etc/passwd',
      '🌳',
      '{}',
      'x'.repeat(8_000),
      '__proto__',
    ]
    const QUERY = ['location', 'from', 'to', 'q', 'state', 'cursor', 'limit', 'after']

    test.each(each(ENDPOINTS.filter(({ path }) => path.includes('{id}'))))(
      '%s, whatever stands for the id',
      async (_, contract) => {
        const good = (await GOOD.get(contract)?.(app)) ?? {}
        for (const id of ODD) await refused('not_found', contract, { ...good, id })
      },
    )

    test.each(each(ENDPOINTS.filter(({ method }) => method === 'GET')))(
      '%s, whatever stands in the query',
      async (_, contract) => {
        const good = (await GOOD.get(contract)?.(app)) ?? {}
        for (const odd of ODD)
          for (const name of QUERY) {
            const { status } = await send(contract, { ...good, query: { ...good.query, [name]: odd } })
            expect(status).toBeLessThan(500)
          }
      },
    )
  })

  test.each(['/api', '/api/nothing', '/api/bookings/x/y', '/api/admin', '/api/../health'])(
    '%s is an unknown address',
    async (path) => {
      for (const method of METHODS) {
        const { status, headers, body } = await send({ path: path as '/api/', method })
        expect({ status, body }).toEqual({
          status: 404,
          body: { error: { code: 'not_found', message: 'There is nothing here.' } },
        })
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      }
    },
  )
})
