import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { NOW, noNetwork, refundOrder } from './doubles.ts'
import { attempt, calls, error, gateway, intent, stub } from './stripe-doubles.ts'

const MINUTE = 60_000

beforeEach(() => {
  calls.length = 0
})

describe('stripeGateway.start', () => {
  test('creates one intent for an attempt, in paisa of Nepalese rupees, with its id', async () => {
    const started = await stub(intent({ client_secret: 'pi_1_secret_x' })).start(attempt, NOW)
    expect(started).toEqual({
      ok: true,
      value: {
        next: {
          kind: 'card',
          clientSecret: 'pi_1_secret_x',
          returnUrl: `http://localhost:4321/payment?payment=${attempt.id}`,
        },
        gatewayId: 'pi_1',
      },
    })
    const [{ url, method, headers, form }] = calls as [(typeof calls)[number]]
    expect([method, url.href]).toEqual(['POST', 'https://api.stripe.com/v1/payment_intents'])
    expect(headers.get('authorization')).toBe('Bearer sk_test_secret')
    expect(headers.get('idempotency-key')).toBe(`intent-${attempt.id}`)
    expect(form).toEqual({
      amount: '1140000',
      currency: 'npr',
      'allowed_payment_method_types[0]': 'card',
      description: `Booking ${attempt.bookingId}`,
      'metadata[attempt_id]': attempt.id,
      'metadata[booking_id]': attempt.bookingId,
    })
  })

  test('does not start if Stripe rejects the request or cannot be read, and hides its message', async () => {
    const small = await error('invalid_request_error', 'amount_too_small', 400).start(attempt, NOW)
    expect(small).toEqual({ ok: false, failure: { code: 'amount_too_small' } })
    for (const silent of [
      error('api_error', 'x', 500),
      error('invalid_request_error', 'api_key_expired', 401),
      stub(intent()),
      gateway(() => new Response('<html>', { status: 200 })),
      gateway(noNetwork),
    ])
      expect(await silent.start(attempt, NOW)).toEqual({ ok: false, failure: { code: 'gateway_unavailable' } })
  })
})

describe('stripeGateway.lookup', () => {
  test('returns paid for a success with our amount, currency, mode and attempt', async () => {
    expect(await stub(intent()).lookup(attempt)).toEqual({
      kind: 'paid',
      amount: attempt.amount,
      providerReference: 'pi_1',
    })
    expect(calls[0]?.url.pathname).toBe('/v1/payment_intents/pi_1')
  })

  test.each([
    ['another amount', { amount_received: attempt.amount - 1 }],
    ['a hundredfold', { amount_received: attempt.amount * 100 }],
    ['another currency', { currency: 'usd' }],
    ['live money in test', { livemode: true }],
    ['another attempt', { metadata: { attempt_id: 'another' } }],
    ['no attempt', { metadata: {} }],
    ['another intent', { id: 'pi_2' }],
  ])('returns mismatch for %s', async (_, more) => {
    expect(await stub(intent(more)).lookup(attempt)).toMatchObject({ kind: 'mismatch' })
  })

  test('does not accept test payments in live mode', async () => {
    const live = gateway(() => Response.json(intent()), { mode: 'live' })
    expect(await live.lookup(attempt)).toMatchObject({ kind: 'mismatch', reason: 'Stripe received test money' })
  })

  test.each(['requires_confirmation', 'requires_action', 'processing', 'requires_capture', 'something_new', undefined])(
    'returns pending for %s, also after a decline',
    async (status) => {
      // No payment is in progress until a card or its holder is confirmed.
      const idle = /^requires_(confirmation|action)$/.test(status ?? '')
      const retried = status === 'requires_action' || status === 'processing'
      const response = intent({ status, amount_received: 0, last_payment_error: { code: 'card_declined' } })
      expect(await stub(response).lookup(attempt)).toEqual({
        kind: 'pending',
        reason: `Stripe: ${status}, card_declined`,
        ...(idle && { idle: true }),
        ...(retried && { retried: true }),
      })
    },
  )

  test.each([
    [{ message: 'Your card was declined.', code: 'card_declined' }, 'Stripe: Your card was declined.'],
    [{ code: 'payment_intent_authentication_failure' }, 'Stripe: payment_intent_authentication_failure'],
    [{ message: 'x'.repeat(900) }, `Stripe: ${'x'.repeat(200)}`],
  ])('returns failed for an intent without a card after the error %j', async (last_payment_error, reason) => {
    const declined = intent({ status: 'requires_payment_method', amount_received: 0, last_payment_error })
    expect(await stub(declined).lookup(attempt)).toEqual({ kind: 'ended', as: 'failed', reason })
  })

  test('returns pending for an intent without an attempted card', async () => {
    const unpaid = intent({ status: 'requires_payment_method', amount_received: 0, last_payment_error: null })
    expect(await stub(unpaid).lookup(attempt)).toMatchObject({ kind: 'pending', idle: true })
  })

  test('returns ended for an intent that the payer or we canceled', async () => {
    const canceled = (cancellation_reason: string | null) => intent({ status: 'canceled', cancellation_reason })
    expect(await stub(canceled('requested_by_customer')).lookup(attempt)).toMatchObject({ as: 'cancelled' })
    expect(await stub(canceled(null)).lookup(attempt)).toMatchObject({ as: 'cancelled', reason: 'Stripe: canceled' })
    expect(await stub(canceled('abandoned')).lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('cancels an unpaid intent after its window, unless it is being paid', async () => {
    const waiting = Response.json(intent({ status: 'requires_action', amount_received: 0 }))
    const at = (passed: number, cancel: (form: object) => Response) =>
      gateway(({ method, form }) => (method === 'POST' ? cancel(form) : waiting.clone()), { now: () => NOW + passed })
    const canceled = (form: object) => Response.json(intent({ status: 'canceled', ...form }))
    expect(await at(30 * MINUTE - 1, canceled).lookup(attempt)).toMatchObject({ kind: 'pending' })
    expect(calls).toHaveLength(1)
    expect(await at(30 * MINUTE, canceled).lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
    expect(calls.at(-1)?.url.pathname).toMatch(/\/cancel$/)
    const rejected = () => Response.json({ error: { type: 'invalid_request_error', code: 'x' } }, { status: 400 })
    const reason = 'Stripe: StripeInvalidRequestError, x'
    expect(await at(30 * MINUTE, rejected).lookup(attempt)).toMatchObject({ kind: 'pending', reason })
  })

  test('ends an intent that was never created, without a request', async () => {
    const none = { ...attempt, gatewayId: null }
    expect(await stub({}).lookup(none)).toMatchObject({ kind: 'pending' })
    const later = gateway(noNetwork, { now: () => NOW + 30 * MINUTE })
    expect(await later.lookup(none)).toMatchObject({ kind: 'ended', as: 'expired' })
    expect(calls).toEqual([])
  })

  test('returns a refund, in whole or in part', async () => {
    const back = (amount_refunded: number) =>
      intent({ latest_charge: { amount_refunded, refunded: amount_refunded >= attempt.amount } })
    expect(await stub(back(0)).lookup(attempt)).toMatchObject({ kind: 'paid' })
    expect(await stub(back(1)).lookup(attempt)).toMatchObject({
      kind: 'refunded',
      whole: false,
      refundedAmount: 1,
      reason: 'Stripe: NPR\u00a00.01 refunded',
    })
    expect(await stub(back(attempt.amount)).lookup(attempt)).toMatchObject({ kind: 'refunded', whole: true })
  })

  test('returns pending with the reason after an error, without the key', async () => {
    const gateways = [
      gateway(noNetwork),
      gateway(() => new Response('<html>')),
      error('api_error', 'x', 500),
      error('invalid_request_error', 'resource_missing', 404),
      stub({ error: { type: 'invalid_request_error', message: 'Expired API Key provided: sk_test_secret' } }, 401),
      error('rate_limit_error', 'rate_limit', 429),
      ...[null, 'COMPLETE', 17, true, [], {}].map((response) => stub(response)),
    ]
    for (const failing of gateways) {
      const report = await failing.lookup(attempt)
      expect(report.kind).toBe('pending')
      expect(JSON.stringify(report)).not.toContain('sk_test')
    }
    expect(await gateway(noNetwork).lookup(attempt)).toEqual({
      kind: 'pending',
      reason: 'Stripe could not be reached',
      noResponse: true,
    })
  })

  test('returns paid for one combination of all facts only', { tags: 'long' }, async () => {
    const facts = fc.record({
      status: fc.constantFrom('succeeded', 'processing', 'canceled', 'requires_capture', 'requires_action'),
      amount_received: fc.oneof(
        fc.constant(attempt.amount),
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.constant('1140000'),
      ),
      currency: fc.constantFrom('npr', 'NPR', 'usd'),
      livemode: fc.boolean(),
      metadata: fc.constantFrom({ attempt_id: attempt.id }, { attempt_id: 'another' }, null),
    })
    let paid = 0
    await fc.assert(
      fc.asyncProperty(facts, async (response) => {
        const report = await stub(intent(response)).lookup(attempt)
        const isPaid =
          response.status === 'succeeded' &&
          response.amount_received === attempt.amount &&
          response.currency === 'npr' &&
          !response.livemode &&
          response.metadata?.attempt_id === attempt.id
        expect(report.kind === 'paid').toBe(isPaid)
        if (isPaid) paid++
      }),
      { numRuns: 500 },
    )
    console.log(`500 responses, ${paid} of them correct and paid`)
  })
})

describe('stripeGateway.lookup for staff', () => {
  test('returns another amount in rupees with its transaction', async () => {
    expect(await stub(intent({ amount_received: 1_000_000 })).lookup(attempt)).toMatchObject({
      kind: 'mismatch',
      received: 1_000_000,
      providerReference: 'pi_1',
    })
    expect(await stub(intent({ currency: 'usd' })).lookup(attempt)).not.toHaveProperty('received')
  })

  test.each([
    [['needs_response'], 0, { kind: 'disputed', reason: 'Stripe: the payer disputes this payment (du_0)' }],
    [['under_review'], 0, { kind: 'disputed', reason: 'Stripe: the payer disputes this payment (du_0)' }],
    [['won', 'needs_response'], 0, { kind: 'disputed', reason: expect.stringContaining('(du_1)') }],
    [['warning_under_review'], 0, { kind: 'disputed', reason: expect.stringContaining('asks about') }],
    [['won'], 0, { kind: 'paid' }],
    [['lost'], 0, { kind: 'refunded', whole: false, refundedAmount: 700, byDispute: true }],
    [
      ['lost', 'needs_response'],
      300,
      { kind: 'refunded', refundedAmount: 1_000, disputed: expect.stringContaining('(du_1)') },
    ],
    [['needs_response'], 300, { kind: 'refunded', refundedAmount: 300, disputed: expect.stringContaining('(du_0)') }],
  ])('reads the disputes %j of a payment with %d paisa refunded as %j', async (statuses, refunded, report) => {
    const body = intent({ latest_charge: { amount_refunded: refunded, refunded: false, disputed: true } })
    const data = statuses.map((status, at) => ({ id: `du_${at}`, object: 'dispute', status, amount: 700 }))
    const stripe = gateway(({ url }) =>
      Response.json(url.pathname === '/v1/disputes' ? { object: 'list', has_more: false, data } : body),
    )
    expect(await stripe.lookup({ ...attempt, wasPaid: true })).toMatchObject(report)
  })

  test('returns paid for a disputed charge that was not known to be paid, and pending if its disputes are not read', async () => {
    const disputed = intent({ latest_charge: { amount_refunded: 0, refunded: false, disputed: true } })
    expect(await stub(disputed).lookup(attempt)).toMatchObject({ kind: 'paid' })
    const down = gateway(({ url }) =>
      url.pathname === '/v1/disputes' ? new Response('', { status: 503 }) : Response.json(disputed),
    )
    expect(await down.lookup({ ...attempt, wasPaid: true })).toMatchObject({ kind: 'pending', noResponse: true })
  })
})

describe('stripeGateway.refund', () => {
  const order = refundOrder(500, 'pi_1')
  const send = (stripe: Gateway, more = {}) => stripe.refund?.(attempt, { ...order, ...more })

  test('sends the refund once, with its own key', async () => {
    expect(await send(stub({ id: 're_1', status: 'succeeded' }))).toEqual({ kind: 'done', providerReference: 're_1' })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers.get('idempotency-key')).toBe('refund-r-1')
    expect(calls[0]?.form).toMatchObject({ payment_intent: 'pi_1', amount: '500', 'metadata[refund_id]': 'r-1' })
  })

  test('looks the refund up before it sends it again', async () => {
    const made = { id: 're_1', status: 'succeeded', metadata: { refund_id: 'r-1' } }
    const list = (data: unknown[]) =>
      gateway(({ method }) =>
        Response.json(method === 'GET' ? { object: 'list', has_more: false, data } : { id: 're_2', status: 'pending' }),
      )
    expect(await send(list([made]), { isRetry: true })).toEqual({ kind: 'done', providerReference: 're_1' })
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
    expect(await send(list([]), { isRetry: true })).toMatchObject({ kind: 'pending' })
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST'])
  })

  test('is uncertain if a retry is rejected, because the first request may have succeeded', async () => {
    const rejecting = gateway(({ method }) =>
      method === 'GET'
        ? Response.json({ object: 'list', has_more: false, data: [] })
        : Response.json({ error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }, { status: 400 }),
    )
    expect(await send(rejecting, { isRetry: true })).toMatchObject({ kind: 'pending' })
  })

  test('fails only if Stripe reports it', async () => {
    expect(await send(stub({ id: 're_1', status: 'failed', failure_reason: 'lost_or_stolen_card' }))).toEqual({
      kind: 'failed',
      reason: 'Stripe: refund failed, lost_or_stolen_card',
    })
    expect(await send(error('invalid_request_error', 'charge_already_refunded', 400))).toMatchObject({ kind: 'failed' })
    for (const unclear of [gateway(noNetwork), error('api_error', 'x', 500), error('idempotency_error', 'x', 400)])
      expect(await send(unclear)).toMatchObject({ kind: 'pending' })
  })
})
