import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { GatewayContext } from '#server/payments/gateways/gateway.ts'
import { khaltiGateway } from '#server/payments/gateways/khalti.ts'
import { contextWith, attempt as esewaAttempt, NOW, noNetwork, refundOrder, SITE } from './doubles.ts'

const PIDX = 'HT6o6PEZRWFJ5ygavzHWd5'
const attempt = { ...esewaAttempt, method: 'khalti', gatewayId: PIDX } as const
/** The response in Khalti's documentation, with our amount. */
const paid = {
  pidx: PIDX,
  total_amount: 1_140_000,
  status: 'Completed',
  transaction_id: 'GFq9PFS7b2iYvL8Lir9oXe',
  fee: 0,
  refunded: false,
}
const initiated = {
  pidx: PIDX,
  payment_url: `https://test-pay.khalti.com/?pidx=${PIDX}`,
  expires_at: '2026-11-21T12:45:00+05:45',
  expires_in: 1800,
}

function khalti(reply: () => Response | Promise<Response>, more: Partial<GatewayContext> = {}) {
  const calls: { url: string; headers: Headers; body: unknown }[] = []
  const context = contextWith((url, init) => {
    calls.push({ url: url.href, headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) })
    return reply()
  }, more)
  return { gateway: khaltiGateway(context), calls }
}
const html = () => new Response('<html>')
const lookup = (body: unknown, status = 200) => khalti(() => Response.json(body, { status })).gateway.lookup(attempt)
const start = (body: unknown, status = 200, more: Partial<GatewayContext> = {}) =>
  khalti(() => Response.json(body, { status }), more).gateway.start({ ...attempt, gatewayId: null }, NOW)

describe('khaltiGateway.start', () => {
  test('sends the server’s amount in paisa, and returns Khalti’s page with a pidx to store', async () => {
    const { gateway, calls } = khalti(() => Response.json(initiated))
    expect(await gateway.start({ ...attempt, gatewayId: null }, NOW)).toEqual({
      ok: true,
      value: { next: { kind: 'redirect', url: initiated.payment_url }, gatewayId: PIDX },
    })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.url).toBe('https://dev.khalti.com/api/v2/epayment/initiate/')
    expect(calls[0]?.headers.get('authorization')).toBe('Key a_secret')
    expect(calls[0]?.body).toEqual({
      return_url: `${SITE}/payment?payment=${attempt.id}`,
      website_url: SITE,
      amount: 1_140_000,
      purchase_order_id: attempt.id,
      purchase_order_name: `Booking ${attempt.bookingId}`,
    })
  })

  test('uses the addresses of the mode', async () => {
    for (const [mode, address] of [
      ['live', 'https://khalti.com/api/v2/epayment/initiate/'],
      ['sandbox', `${SITE}/sandbox/khalti/api/v2/epayment/initiate/`],
    ] as const) {
      const { gateway, calls } = khalti(() => Response.json(initiated), { mode })
      await gateway.start(attempt, NOW)
      expect(calls[0]?.url).toBe(address)
    }
  })

  test('holds the seats as long as a link is valid', () => {
    expect(khalti(() => Response.json({})).gateway.window).toBe(60 * 60_000)
  })

  test.each([
    [400, { amount: ['A valid integer is required.'], error_key: 'validation_error' }, 'A valid integer is required.'],
    [401, { detail: 'Invalid token.', status_code: 401 }, 'Invalid token.'],
    [200, {}, 'no reason given'],
    [200, { ...initiated, pidx: '' }, ''],
    [200, { ...initiated, pidx: 7 }, ''],
    [200, { ...initiated, payment_url: 'https://khalti.com.evil.example/' }, ''],
    [200, { ...initiated, payment_url: 'http://pay.khalti.com/' }, ''],
    [200, { ...initiated, payment_url: 'javascript:alert(1)' }, ''],
    [200, { ...initiated, payment_url: `${SITE}/sandbox/khalti/pay/x` }, ''],
    [503, initiated, 'Khalti responded with 503'],
  ])('fails for the response %i %j, with the reason for staff', async (status, body, reason) => {
    expect(await start(body, status)).toMatchObject({
      ok: false,
      failure: { code: 'gateway_unavailable', message: expect.stringContaining(reason) },
    })
  })

  test('fails for a page instead of JSON and for a broken connection', async () => {
    for (const reply of [html, noNetwork])
      expect(await khalti(reply).gateway.start(attempt, NOW)).toMatchObject({ ok: false })
  })
})

describe('khaltiGateway.lookup', () => {
  test('queries the stored pidx only', async () => {
    const { gateway, calls } = khalti(() => Response.json(paid))
    await gateway.lookup(attempt)
    expect(calls).toMatchObject([{ url: 'https://dev.khalti.com/api/v2/epayment/lookup/', body: { pidx: PIDX } }])
  })

  test('returns paid for Completed with our pidx and amount', async () => {
    const report = { kind: 'paid', amount: paisa(1_140_000), providerReference: 'GFq9PFS7b2iYvL8Lir9oXe' }
    for (const status of [200, 400]) expect(await lookup(paid, status)).toEqual(report)
  })

  test.each([
    [200, 'Pending', { kind: 'pending', reason: 'Khalti: Pending' }],
    [200, 'Initiated', { kind: 'pending', reason: 'Khalti: Initiated', idle: true }],
    [400, 'Expired', { kind: 'ended', as: 'expired', reason: 'Khalti: Expired' }],
    [400, 'User canceled', { kind: 'ended', as: 'cancelled', reason: 'Khalti: User canceled' }],
    [400, 'User Canceled', { kind: 'ended', as: 'cancelled', reason: 'Khalti: User Canceled' }],
    [200, 'Canceled', { kind: 'ended', as: 'cancelled', reason: 'Khalti: Canceled' }],
    [200, 'Failed', { kind: 'ended', as: 'failed', reason: 'Khalti: Failed' }],
    [200, 'Refunded', { kind: 'refunded', whole: true, reason: 'Khalti: Refunded' }],
    [200, 'Partially Refunded', { kind: 'refunded', whole: false, reason: 'Khalti: Partially Refunded' }],
    [200, 'Partially refunded', { kind: 'refunded', whole: false, reason: 'Khalti: Partially refunded' }],
    [200, 'completed', { kind: 'pending', reason: 'Khalti: completed' }],
    [200, 'Success', { kind: 'pending', reason: 'Khalti: Success' }],
    [200, '', { kind: 'pending', reason: 'Khalti: ' }],
  ])('reads the response %i %s', async (status, name, report) => {
    expect(await lookup({ ...paid, status: name }, status)).toEqual(report)
    // The same status of another payment ends nothing.
    expect((await lookup({ ...paid, status: name, pidx: 'another' }, status)).kind).toBe('pending')
  })

  const amounts = [1_139_999, 1_140_001, 11_400, 114_000_000, 0, '1140000', null, undefined, 1_140_000.5]
  test.each([...amounts, { toString: null }])('returns mismatch for Completed with %j', async (total_amount) => {
    expect(await lookup({ ...paid, total_amount })).toMatchObject({ kind: 'mismatch' })
  })

  test('returns mismatch for Completed of another pidx or refunded, and pending without a transaction', async () => {
    for (const changes of [{ pidx: 'another' }, { refunded: true }])
      expect(await lookup({ ...paid, ...changes })).toMatchObject({ kind: 'mismatch' })
    for (const transaction_id of [null, '', undefined, 5])
      expect(await lookup({ ...paid, transaction_id })).toMatchObject({ kind: 'pending' })
  })

  test.each([
    [400, { detail: 'Not found.', error_key: 'validation_error' }, 'Khalti returned no status: Not found.'],
    [401, { detail: 'Invalid token.', status_code: 401 }, 'Khalti returned no status: Invalid token.'],
    [400, { pidx: ['This field is required.'] }, 'Khalti returned no status: This field is required.'],
    [500, paid, 'Khalti responded with 500'],
    [200, null, 'Khalti did not respond with an object'],
    [200, 'Completed', 'Khalti did not respond with an object'],
    [200, [], 'Khalti returned no status: no reason given'],
    [200, { status: { name: 'Completed' } }, 'Khalti returned no status: no reason given'],
  ])('remains pending with the reason for the response %i %j', async (status, body, reason) => {
    expect(await lookup(body, status)).toEqual({ kind: 'pending', reason })
  })

  test('reports pending for a page instead of JSON and for a broken connection', async () => {
    const pending = (reason: string) => ({ kind: 'pending', reason })
    expect(await khalti(html).gateway.lookup(attempt)).toEqual(pending('Khalti did not respond with JSON'))
    expect(await khalti(noNetwork).gateway.lookup(attempt)).toEqual(pending('Khalti could not be reached'))
  })

  test('ends an attempt without a pidx after two minutes, without a request', async () => {
    for (const [after, report] of [
      [119_999, { kind: 'pending' }],
      [120_000, { kind: 'ended', as: 'expired' }],
    ] as const) {
      const { gateway, calls } = khalti(() => Response.json(paid), { now: () => NOW + after })
      expect(await gateway.lookup({ ...attempt, gatewayId: null })).toMatchObject(report)
      expect(calls).toEqual([])
    }
  })

  test('returns paid for the true one of 2,000 invalid responses only', async () => {
    let confirmed = 0
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(paid)), fc.constant(undefined))
    const responses = fc.record({
      pidx: fc.oneof(fc.constant(PIDX), odd),
      total_amount: fc.oneof(fc.constant(1_140_000), odd),
      status: fc.oneof(fc.constant('Completed'), odd),
      transaction_id: fc.oneof(fc.constant('T1'), odd),
    })
    await fc.assert(
      fc.asyncProperty(responses, fc.constantFrom(200, 400, 401, 404, 500), async (body, status) => {
        const report = await lookup(body, status)
        const isTrue = body.pidx === PIDX && body.total_amount === 1_140_000 && body.status === 'Completed'
        if (report.kind === 'paid') confirmed++
        if (!isTrue) expect(report.kind).not.toBe('paid')
      }),
      { numRuns: 2_000 },
    )
    console.log(`Khalti: 2,000 garbled lookups, ${confirmed} paid, each with our pidx, amount and Completed`)
  })
})

test('khaltiGateway.readReturn confirms nothing', () => {
  const { gateway } = khalti(noNetwork)
  for (const parameters of [{}, { pidx: PIDX, status: 'Completed' }, { pidx: 'another' }])
    expect(gateway.readReturn(parameters)).toEqual({ kind: 'none' })
})

describe('khaltiGateway.refund', () => {
  const order = refundOrder(1_140_000, 'GFq9PFS7b2iYvL8Lir9oXe')
  const address = 'https://dev.khalti.com/api/merchant-transaction/GFq9PFS7b2iYvL8Lir9oXe/refund/'
  const done = { detail: 'Transaction refund successful.' }

  test('sends no amount for a full refund, and the paisa of a part', async () => {
    const { gateway, calls } = khalti(() => Response.json(done))
    expect(await gateway.refund?.(attempt, order)).toEqual({ kind: 'done' })
    expect(await gateway.refund?.(attempt, { ...order, amount: paisa(40_000) })).toEqual({ kind: 'done' })
    expect(calls).toMatchObject([
      { url: address, body: {} },
      { url: address, body: { amount: 40_000 } },
    ])
  })

  test('sends the requested amount as a part if more was received', async () => {
    const more = { ...order, received: paisa(2_280_000) }
    const { gateway, calls } = khalti(() => Response.json(done))
    await gateway.refund?.(attempt, more)
    await gateway.refund?.(attempt, { ...more, amount: paisa(2_280_000) })
    expect(calls.map(({ body }) => body)).toEqual([{ amount: 1_140_000 }, {}])
    const retried = khalti(() => Response.json({ ...paid, total_amount: 2_280_000 }))
    expect(await retried.gateway.refund?.(attempt, { ...more, isRetry: true })).toMatchObject({ kind: 'pending' })
    expect(retried.calls).toHaveLength(1)
  })

  test('fails after a rejection, and is uncertain after a network failure', async () => {
    const rejecting = khalti(() => Response.json({ mobile: ['This field is required.'] }, { status: 400 })).gateway
    const reason = 'Khalti (400): This field is required.'
    expect(await rejecting.refund?.(attempt, order)).toEqual({ kind: 'failed', reason })
    for (const reply of [noNetwork, () => new Response('', { status: 502 }), html])
      expect(await khalti(reply).gateway.refund?.(attempt, order)).toMatchObject({ kind: 'pending' })
  })

  test.each([
    ['Completed', 0, 'done', 2],
    ['Refunded', 0, 'done', 1],
    ['Partially Refunded', 0, 'pending', 1],
    ['Partially Refunded', 50_000, 'pending', 1],
    ['Pending', 0, 'pending', 1],
  ])('retries while Khalti reports %s, with %i paisa refunded before: %s', async (status, before, kind, count) => {
    const replies = [{ ...paid, status }, done]
    const { gateway, calls } = khalti(() => Response.json(replies.shift()))
    const again = { ...order, isRetry: true, refundedBefore: paisa(before) }
    expect(await gateway.refund?.(attempt, again)).toMatchObject({ kind })
    expect(calls).toHaveLength(count)
  })

  test.each([
    ['Completed', 0, 'pending'],
    ['Partially Refunded', 0, 'done'],
    ['Partially Refunded', 50_000, 'pending'],
    ['Refunded', 0, 'done'],
  ])(
    'retries a part while Khalti reports %s, with %i paisa refunded before: %s, and never sends it twice',
    async (status, before, kind) => {
      const { gateway, calls } = khalti(() => Response.json({ ...paid, status }))
      const again = { ...order, amount: paisa(40_000), isRetry: true, refundedBefore: paisa(before) }
      expect(await gateway.refund?.(attempt, again)).toMatchObject({ kind })
      expect(calls).toHaveLength(1)
    },
  )

  test('is uncertain if a retry is rejected, because the first request may have succeeded', async () => {
    const replies = [Response.json(paid), Response.json({ detail: 'Transaction cannot be refunded.' }, { status: 400 })]
    const { gateway } = khalti(() => replies.shift() ?? Response.json({}))
    expect(await gateway.refund?.(attempt, { ...order, isRetry: true })).toMatchObject({ kind: 'pending' })
  })
})
