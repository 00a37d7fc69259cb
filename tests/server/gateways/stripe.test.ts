import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOW, refuseAll } from './doubles.ts'
import { asked, attempt, error, gateway, intent, saying } from './stripe-doubles.ts'

const MINUTE = 60_000

beforeEach(() => {
  asked.length = 0
})

describe('start', () => {
  test('makes one intent for one attempt, in paisa of Nepalese rupees, named after it', async () => {
    const started = await saying(intent({ client_secret: 'pi_1_secret_x' })).start(attempt, NOW)
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
    const [{ url, method, headers, form }] = asked as [(typeof asked)[number]]
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

  test('what Stripe does not take or answer is no start, and nothing of its message goes on', async () => {
    const small = await error('invalid_request_error', 'amount_too_small', 400).start(attempt, NOW)
    expect(small).toEqual({ ok: false, failure: { code: 'amount_too_small' } })
    for (const silent of [
      error('api_error', 'x', 500),
      error('invalid_request_error', 'api_key_expired', 401),
      saying(intent()),
      gateway(() => new Response('<html>', { status: 200 })),
      gateway(refuseAll),
    ])
      expect(await silent.start(attempt, NOW)).toEqual({ ok: false, failure: { code: 'gateway_unavailable' } })
  })
})

describe('lookup', () => {
  test('paid is what succeeded with our amount, currency, mode and name', async () => {
    expect(await saying(intent()).lookup(attempt)).toEqual({
      kind: 'paid',
      amount: attempt.amount,
      providerReference: 'pi_1',
    })
    expect(asked[0]?.url.pathname).toBe('/v1/payment_intents/pi_1')
  })

  test.each([
    ['another amount', { amount_received: attempt.amount - 1 }],
    ['a hundredfold', { amount_received: attempt.amount * 100 }],
    ['another currency', { currency: 'usd' }],
    ['live money in test', { livemode: true }],
    ['another try', { metadata: { attempt_id: 'another' } }],
    ['no try', { metadata: {} }],
    ['another intent', { id: 'pi_2' }],
  ])('%s is a mismatch', async (_, more) => {
    expect(await saying(intent(more)).lookup(attempt)).toMatchObject({ kind: 'mismatch' })
  })

  test('test money pays nothing live', async () => {
    const live = gateway(() => Response.json(intent()), { mode: 'live' })
    expect(await live.lookup(attempt)).toMatchObject({ kind: 'mismatch', reason: 'Stripe took test money' })
  })

  test.each(['requires_confirmation', 'requires_action', 'processing', 'requires_capture', 'something_new', undefined])(
    '%s is pending, also after a decline',
    async (status) => {
      // A card is waited for, or its holder: no money is on its way.
      const idle = /^requires_(confirmation|action)$/.test(status ?? '')
      const retried = status === 'requires_action' || status === 'processing'
      const said = intent({ status, amount_received: 0, last_payment_error: { code: 'card_declined' } })
      expect(await saying(said).lookup(attempt)).toEqual({
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
  ])('an intent that waits for another card after an error has failed: %j', async (last_payment_error, reason) => {
    const declined = intent({ status: 'requires_payment_method', amount_received: 0, last_payment_error })
    expect(await saying(declined).lookup(attempt)).toEqual({ kind: 'ended', as: 'failed', reason })
  })

  test('an intent that no card was tried on is pending', async () => {
    const unpaid = intent({ status: 'requires_payment_method', amount_received: 0, last_payment_error: null })
    expect(await saying(unpaid).lookup(attempt)).toMatchObject({ kind: 'pending', idle: true })
  })

  test('canceled is over: given up, or taken back by us', async () => {
    const canceled = (cancellation_reason: string | null) => intent({ status: 'canceled', cancellation_reason })
    expect(await saying(canceled('requested_by_customer')).lookup(attempt)).toMatchObject({ as: 'cancelled' })
    expect(await saying(canceled(null)).lookup(attempt)).toMatchObject({ as: 'cancelled', reason: 'Stripe: canceled' })
    expect(await saying(canceled('abandoned')).lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
  })

  test('an unpaid intent is taken back after its window, unless its money moves at that moment', async () => {
    const waiting = intent({ status: 'requires_action', amount_received: 0 })
    const taken = (at: number) =>
      gateway(
        ({ url, form }) =>
          url.pathname.endsWith('/cancel')
            ? Response.json(intent({ status: 'canceled', ...form }))
            : Response.json(waiting),
        { now: () => NOW + at },
      )
    expect(await taken(30 * MINUTE - 1).lookup(attempt)).toMatchObject({ kind: 'pending' })
    expect(asked).toHaveLength(1)
    expect(await taken(30 * MINUTE).lookup(attempt)).toMatchObject({ kind: 'ended', as: 'expired' })
    const late = gateway(
      ({ method }) =>
        method === 'POST'
          ? Response.json({ error: { type: 'invalid_request_error', code: 'x' } }, { status: 400 })
          : Response.json(waiting),
      { now: () => NOW + 30 * MINUTE },
    )
    expect(await late.lookup(attempt)).toMatchObject({
      kind: 'pending',
      reason: 'Stripe: StripeInvalidRequestError, x',
    })
  })

  test('an intent that was never made keeps nobody waiting for ever, and nobody is asked', async () => {
    const none = { ...attempt, gatewayId: null }
    expect(await saying({}).lookup(none)).toMatchObject({ kind: 'pending' })
    const later = gateway(refuseAll, { now: () => NOW + 30 * MINUTE })
    expect(await later.lookup(none)).toMatchObject({ kind: 'ended', as: 'expired' })
    expect(asked).toEqual([])
  })

  test('money that went back is a refund, in whole or in part', async () => {
    const back = (amount_refunded: number) =>
      intent({ latest_charge: { amount_refunded, refunded: amount_refunded >= attempt.amount } })
    expect(await saying(back(0)).lookup(attempt)).toMatchObject({ kind: 'paid' })
    expect(await saying(back(1)).lookup(attempt)).toMatchObject({
      kind: 'refunded',
      whole: false,
      refundedAmount: 1,
      reason: 'Stripe: NPR\u00a00.01 refunded',
    })
    expect(await saying(back(attempt.amount)).lookup(attempt)).toMatchObject({ kind: 'refunded', whole: true })
  })

  test('trouble is pending with its reason, and never says a key', async () => {
    const answers = [
      gateway(refuseAll),
      gateway(() => new Response('<html>')),
      error('api_error', 'x', 500),
      error('invalid_request_error', 'resource_missing', 404),
      saying({ error: { type: 'invalid_request_error', message: 'Expired API Key provided: sk_test_secret' } }, 401),
      error('rate_limit_error', 'rate_limit', 429),
      ...[null, 'COMPLETE', 17, true, [], {}].map((said) => saying(said)),
    ]
    for (const answer of answers) {
      const report = await answer.lookup(attempt)
      expect(report.kind).toBe('pending')
      expect(JSON.stringify(report)).not.toContain('sk_test')
    }
    expect(await gateway(refuseAll).lookup(attempt)).toEqual({
      kind: 'pending',
      reason: 'Stripe could not be reached',
      noResponse: true,
    })
  })

  test('only one combination of all facts is paid', async () => {
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
      fc.asyncProperty(facts, async (said) => {
        const report = await saying(intent(said)).lookup(attempt)
        const right =
          said.status === 'succeeded' &&
          said.amount_received === attempt.amount &&
          said.currency === 'npr' &&
          !said.livemode &&
          said.metadata?.attempt_id === attempt.id
        expect(report.kind === 'paid').toBe(right)
        if (right) paid++
      }),
      { numRuns: 500 },
    )
    console.log(`500 answers, ${paid} of them right and paid`)
  })
})

describe('what staff compare', () => {
  test('another amount in rupees is named with its number', async () => {
    expect(await saying(intent({ amount_received: 1_000_000 })).lookup(attempt)).toMatchObject({
      kind: 'mismatch',
      received: 1_000_000,
      providerReference: 'pi_1',
    })
    expect(await saying(intent({ currency: 'usd' })).lookup(attempt)).not.toHaveProperty('received')
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
  ])('disputes of what was paid that are %j, beside %d paisa refunded: %j', async (statuses, refunded, report) => {
    const body = intent({ latest_charge: { amount_refunded: refunded, refunded: false, disputed: true } })
    const data = statuses.map((status, at) => ({ id: `du_${at}`, object: 'dispute', status, amount: 700 }))
    const stripe = gateway(({ url }) =>
      Response.json(url.pathname === '/v1/disputes' ? { object: 'list', has_more: false, data } : body),
    )
    expect(await stripe.lookup({ ...attempt, wasPaid: true })).toMatchObject(report)
  })

  test('a disputed charge pays what was not known to be paid, and counts only as far as disputes can be read', async () => {
    const disputed = saying(intent({ latest_charge: { amount_refunded: 0, refunded: false, disputed: true } }))
    expect(await disputed.lookup(attempt)).toMatchObject({ kind: 'paid' })
    const down = gateway(({ url }) =>
      url.pathname === '/v1/disputes'
        ? new Response('', { status: 503 })
        : Response.json(intent({ latest_charge: { amount_refunded: 0, refunded: false, disputed: true } })),
    )
    expect(await down.lookup({ ...attempt, wasPaid: true })).toMatchObject({ kind: 'pending', noResponse: true })
  })
})
