import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { refuseAll } from './doubles.ts'
import { asked, attempt, error, gateway, saying } from './stripe-doubles.ts'

beforeEach(() => {
  asked.length = 0
})

describe('a refund by Stripe', () => {
  const order = {
    id: 'r-1',
    providerReference: 'pi_1',
    amount: paisa(500),
    received: paisa(500),
    refundedBefore: paisa(0),
    isRetry: false,
  }
  const ask = (stripe: Gateway, more = {}) => stripe.refund?.(attempt, { ...order, ...more })

  test('is asked for once, by its own key', async () => {
    expect(await ask(saying({ id: 're_1', status: 'succeeded' }))).toEqual({ kind: 'done', providerReference: 're_1' })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.headers.get('idempotency-key')).toBe('refund-r-1')
    expect(asked[0]?.form).toMatchObject({ payment_intent: 'pi_1', amount: '500', 'metadata[refund_id]': 'r-1' })
  })

  test('is looked for before it is asked for again', async () => {
    const made = { id: 're_1', status: 'succeeded', metadata: { refund_id: 'r-1' } }
    const list = (data: unknown[]) =>
      gateway(({ method }) =>
        Response.json(method === 'GET' ? { object: 'list', has_more: false, data } : { id: 're_2', status: 'pending' }),
      )
    expect(await ask(list([made]), { isRetry: true })).toEqual({ kind: 'done', providerReference: 're_1' })
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
    expect(await ask(list([]), { isRetry: true })).toMatchObject({ kind: 'pending' })
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST'])
  })

  test('refused when it is asked for again, it may have gone the first time', async () => {
    const refuses = gateway(({ method }) =>
      method === 'GET'
        ? Response.json({ object: 'list', has_more: false, data: [] })
        : Response.json({ error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }, { status: 400 }),
    )
    expect(await ask(refuses, { isRetry: true })).toMatchObject({ kind: 'pending' })
  })

  test('has failed only where Stripe says so', async () => {
    expect(await ask(saying({ id: 're_1', status: 'failed', failure_reason: 'lost_or_stolen_card' }))).toEqual({
      kind: 'failed',
      reason: 'Stripe: refund failed, lost_or_stolen_card',
    })
    expect(await ask(error('invalid_request_error', 'charge_already_refunded', 400))).toMatchObject({ kind: 'failed' })
    for (const unclear of [gateway(refuseAll), error('api_error', 'x', 500), error('idempotency_error', 'x', 400)])
      expect(await ask(unclear)).toMatchObject({ kind: 'pending' })
  })
})
