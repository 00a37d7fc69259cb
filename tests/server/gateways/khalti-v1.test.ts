import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { GatewayContext } from '#server/payments/gateways/gateway.ts'
import { khaltiV1Gateway } from '#server/payments/gateways/khalti-v1.ts'
import { contextWith, attempt as esewaAttempt, NOW, noNetwork, SITE } from './doubles.ts'

const TOKEN = 'QUao9cqFzxPgvWJNi9aKac'
const attempt = { ...esewaAttempt, method: 'khalti', claims: [TOKEN] } as const
/** The response in Khalti's documentation, with our amount. */
const paid = {
  idx: '8xmeJnNXfoVjCvGcZiiGe7',
  type: { idx: 'e476BL6jt9kgagEmsakyTL', name: 'Wallet payment' },
  state: { idx: 'DhvMj9hdRufLqkP8ZY4d8g', name: 'Completed', template: 'is complete' },
  amount: 1_140_000,
  fee_amount: 30,
  refunded: false,
}

function khalti(reply: (token: string) => Response | Promise<Response>, more: Partial<GatewayContext> = {}) {
  const calls: { url: string; body: { token: string; amount: number }; key: string | null }[] = []
  const context = contextWith(
    (url, init) => {
      const body = JSON.parse(String(init?.body))
      calls.push({ url: url.href, body, key: new Headers(init?.headers).get('authorization') })
      return reply(body.token)
    },
    { khaltiApi: 'v1', ...more },
  )
  return { gateway: khaltiV1Gateway(context), calls }
}
const lookup = (body: unknown, status = 200) => khalti(() => Response.json(body, { status })).gateway.lookup(attempt)

test('khaltiV1Gateway.start configures the script on the page without a request', async () => {
  const { gateway, calls } = khalti(noNetwork)
  const started = await gateway.start(attempt, NOW)
  expect(started).toEqual({
    ok: true,
    value: {
      next: {
        kind: 'khalti_window',
        script: 'https://khalti.s3.ap-south-1.amazonaws.com/KPG/dist/2020.12.17.0.0.0/khalti-checkout.iffe.js',
        publicKey: 'a_public',
        productIdentity: attempt.id,
        productName: `Booking ${attempt.bookingId}`,
        productUrl: `${SITE}/booking`,
        paymentPreference: ['KHALTI', 'EBANKING', 'MOBILE_BANKING', 'CONNECT_IPS', 'SCT'],
        amount: 1_140_000,
      },
    },
  })
  expect(calls).toEqual([])
  expect(JSON.stringify(started)).not.toContain('a_secret')
})

describe('khaltiV1Gateway.lookup', () => {
  test('sends the token with the requested amount to the only host of the older API', async () => {
    const { gateway, calls } = khalti(() => Response.json(paid))
    expect(await gateway.lookup(attempt)).toEqual({
      kind: 'paid',
      amount: paisa(1_140_000),
      providerReference: '8xmeJnNXfoVjCvGcZiiGe7',
    })
    expect(calls).toEqual([
      {
        url: 'https://khalti.com/api/v2/payment/verify/',
        body: { token: TOKEN, amount: 1_140_000 },
        key: 'Key a_secret',
      },
    ])
  })

  test.each([
    ...['completed', 'Complete', 'Initiated', 'Confirmed', ''].map((name) => ({ name, report: { kind: 'pending' } })),
    { name: 'Failed', report: { kind: 'ended', as: 'failed' } },
    { name: 'Refunded', report: { kind: 'refunded', whole: true } },
    { name: 'Partially refunded', report: { kind: 'refunded', whole: false } },
  ])('returns no payment for the state $name', async ({ name, report }) => {
    expect(await lookup({ ...paid, state: { name } })).toMatchObject(report)
  })

  const amounts = [1_139_999, 1_140_001, 11_400, '1140000', null, undefined]
  test.each(amounts)('returns mismatch for the amount %j', async (amount) => {
    expect(await lookup({ ...paid, amount })).toMatchObject({ kind: 'mismatch' })
  })

  test.each([
    [400, { token: ['Invalid token.'] }, 'Khalti returned no state: Invalid token.'],
    [200, { state: 'Completed' }, 'Khalti returned no state: Completed'],
    [200, { ...paid, idx: '' }, 'Khalti: Completed without a transaction'],
    [500, paid, 'Khalti responded with 500'],
  ])('remains pending for the response %i %j', async (status, body, reason) => {
    expect(await lookup(body, status)).toEqual({ kind: 'pending', reason })
  })

  test('finds the correct token beside a wrong one', async () => {
    const { gateway } = khalti((token) =>
      token === TOKEN ? Response.json(paid) : Response.json({ token: ['Invalid token.'] }, { status: 400 }),
    )
    expect(await gateway.lookup({ ...attempt, claims: ['garbage', TOKEN] })).toMatchObject({ kind: 'paid' })
  })

  test('sends nothing without a token, and ends the attempt with its window', async () => {
    for (const [after, report] of [
      [15 * 60_000 - 1, { kind: 'pending', idle: true }],
      [15 * 60_000, { kind: 'ended', as: 'expired' }],
    ] as const) {
      const { gateway, calls } = khalti(noNetwork, { now: () => NOW + after })
      expect(await gateway.lookup({ ...attempt, claims: [] })).toMatchObject(report)
      expect(calls).toEqual([])
    }
  })
})

test('khaltiV1Gateway.readReturn returns a token, or that the payer cancelled', () => {
  const { gateway } = khalti(noNetwork)
  expect(gateway.readReturn({ token: TOKEN, amount: '1' })).toEqual({ kind: 'claimed', providerReference: TOKEN })
  expect(gateway.readReturn({ token: '../x' })).toMatchObject({ kind: 'rejected' })
  expect(gateway.readReturn({ token: 'x'.repeat(101) })).toMatchObject({ kind: 'rejected' })
  expect(gateway.readReturn({ error: 'Wrong PIN' })).toEqual({ kind: 'cancelled', reason: 'Khalti: Wrong PIN' })
  expect(gateway.readReturn({})).toEqual({ kind: 'none' })
})
