import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { GatewayContext } from '#server/payments/gateways/gateway.ts'
import { khaltiV1Gateway } from '#server/payments/gateways/khalti-v1.ts'
import { contextWith, attempt as esewaAttempt, NOW, refuseAll, SITE } from './doubles.ts'

const TOKEN = 'QUao9cqFzxPgvWJNi9aKac'
const attempt = { ...esewaAttempt, method: 'khalti', claims: [TOKEN] } as const
/** As Khalti's documentation printed it, with our amount. */
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

test('start configures the script on the page, and asks nobody', async () => {
  const { gateway, calls } = khalti(refuseAll)
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

describe('lookup', () => {
  test('sends the token with the amount that was asked for; the older API has one host', async () => {
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
    ['completed', { kind: 'pending' }],
    ['Complete', { kind: 'pending' }],
    ['Initiated', { kind: 'pending' }],
    ['Confirmed', { kind: 'pending' }],
    ['', { kind: 'pending' }],
    ['Failed', { kind: 'ended', as: 'failed' }],
    ['Refunded', { kind: 'refunded', whole: true }],
    ['Partially refunded', { kind: 'refunded', whole: false }],
  ])('the state %j is not paid', async (name, report) => {
    expect(await lookup({ ...paid, state: { name } })).toMatchObject(report)
  })

  test.each([1_139_999, 1_140_001, 11_400, '1140000', null, undefined])(
    'the amount %j is a mismatch',
    async (amount) => {
      expect(await lookup({ ...paid, amount })).toMatchObject({ kind: 'mismatch' })
    },
  )

  test.each([
    [400, { token: ['Invalid token.'] }, 'Khalti gave no state: Invalid token.'],
    [200, { state: 'Completed' }, 'Khalti gave no state: Completed'],
    [200, { ...paid, idx: '' }, 'Khalti: Completed without a transaction'],
    [500, paid, 'Khalti answered 500'],
  ])('the answer %i %j waits', async (status, body, reason) => {
    expect(await lookup(body, status)).toEqual({ kind: 'pending', reason })
  })

  test('a wrong token beside the right one loses nothing', async () => {
    const { gateway } = khalti((token) =>
      token === TOKEN ? Response.json(paid) : Response.json({ token: ['Invalid token.'] }, { status: 400 }),
    )
    expect(await gateway.lookup({ ...attempt, claims: ['garbage', TOKEN] })).toMatchObject({ kind: 'paid' })
  })

  test('without a token nothing is asked, and the try ends with the window', async () => {
    for (const [after, report] of [
      [15 * 60_000 - 1, { kind: 'pending', idle: true }],
      [15 * 60_000, { kind: 'ended', as: 'expired' }],
    ] as const) {
      const { gateway, calls } = khalti(refuseAll, { now: () => NOW + after })
      expect(await gateway.lookup({ ...attempt, claims: [] })).toMatchObject(report)
      expect(calls).toEqual([])
    }
  })
})

test('the way back names a token to ask about, or that the payer gave up', () => {
  const { gateway } = khalti(refuseAll)
  expect(gateway.readCallback({ token: TOKEN, amount: '1' })).toEqual({ kind: 'claimed', providerReference: TOKEN })
  expect(gateway.readCallback({ token: '../x' })).toMatchObject({ kind: 'refused' })
  expect(gateway.readCallback({ token: 'x'.repeat(101) })).toMatchObject({ kind: 'refused' })
  expect(gateway.readCallback({ error: 'Wrong PIN' })).toEqual({ kind: 'given_up', reason: 'Khalti: Wrong PIN' })
  expect(gateway.readCallback({})).toEqual({ kind: 'none' })
})
