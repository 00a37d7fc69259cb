import { describe, expect, test } from 'vitest'
import type { AttemptState } from '#domain/payment.ts'
import { BOOKING_ID, encodeData, ID, Payer } from './payer.ts'

const OTHER = 'attempt-9-99999999'
const PAID = { id: OTHER, state: 'confirmed', transactionId: 'T2' } as const

/** A browser with one attempt at the gateway. */
function payerAtGateway(state: AttemptState = 'pending'): Payer {
  const payer = new Payer()
  payer.server.addPayment()
  payer.store({ paymentId: ID })
  if (state !== 'pending') payer.server.settle(state, state === 'refunded' ? 'confirmed' : undefined)
  return payer
}

/** Forged return URLs. */
const FORGED_URLS = [
  `/payment/esewa/success?oid=${ID}&amt=11400.00&refId=0007G36`,
  `/payment/esewa/success?oid=${OTHER}&amt=1&refId=FORGED`,
  `/payment/esewa/success?payment=${ID}&oid=${OTHER}&amt=1&refId=FORGED`,
  `/payment/esewa/success?data=${encodeData({ transaction_uuid: ID, status: 'COMPLETE', total_amount: '1.0' })}`,
  `/payment/esewa/success?data=${encodeData({ status: 'COMPLETE' })}`,
  '/payment/esewa/success?data=%%%',
  '/payment/esewa/failure?data=&payment=',
  '/payment?pidx=bZQLD9wRVWo4CdESSfuSsB&status=Completed&total_amount=1140000&transaction_id=GFq9PFS7b2iYvL8Lir9oXe',
  `/payment?payment=${ID}&pidx=forged&status=Completed`,
  '/payment?token=QUao9cqFzxPgvWJNi9aKac&amount=1140000',
  `/payment?payment=${ID}&token=forged&amount=1`,
  '/payment?success=true&paymentId=x&state=confirmed',
]

describe('a forged return URL', () => {
  test.each(FORGED_URLS)('changes no outcome: %s', async (path) => {
    const cases: [AttemptState, string[]][] = [
      ['pending', ['pending']],
      ['cancelled', ['error', 'selecting']],
      ['mismatch', ['pending']],
      ['confirmed', ['success']],
      ['refunded', ['success']],
    ]
    for (const [state, allowed] of cases) {
      const payer = payerAtGateway(state)
      const page = await payer.open(path)
      const shown = page.state()
      expect(allowed).toContain(shown.state)
      if (shown.state === 'success') expect(shown.result.status).toBe(state)
    }
  })
})

describe('a paid booking that was cancelled', () => {
  test.each([
    [1_140_000, { state: 'success', result: { status: 'refund_due', amount: 1_140_000 } }],
    [undefined, { state: 'ended' }],
  ])('shows the refund due of %s, if any', async (refundDue, shown) => {
    for (const path of ['/payment', `/payment/esewa/success?oid=${ID}`]) {
      const payer = payerAtGateway('confirmed')
      Object.assign(payer.server.payment(), { refundDue })
      payer.server.state = 'cancelled'
      expect((await payer.open(path)).state()).toMatchObject(shown)
    }
  })
})

describe('a booking that was paid twice', () => {
  test('shows the payment that counts and the refund, whichever was started first', async () => {
    for (const firstIsDue of [true, false]) {
      const payer = payerAtGateway('confirmed')
      payer.server.addPayment({ id: OTHER, method: 'stripe', state: 'confirmed', transactionId: 'pi_1' })
      payer.server.payment(firstIsDue ? ID : OTHER).refundDue = 1_180_900
      for (const path of ['/payment', `/payment?payment=${OTHER}&redirect_status=succeeded`])
        expect((await payer.open(path)).state()).toMatchObject({
          state: 'success',
          result: { status: 'confirmed', paidTwice: 1_180_900, transactionId: firstIsDue ? 'pi_1' : '0007G36' },
        })
    }
  })

  test('shows no second payment while a refund of the only payment is due', async () => {
    const payer = payerAtGateway('confirmed')
    payer.server.payment().refundDue = 1_140_000
    const shown = (await payer.open('/payment')).state()
    expect(shown).toMatchObject({ state: 'success' })
    expect(shown).not.toHaveProperty('result.paidTwice')
  })
})

describe('the payment screen after a refund', () => {
  test.each(['cancelled', 'confirmed', 'expired'] as const)(
    'shows a fully refunded booking that is %s as refunded',
    async (booking) => {
      const payer = payerAtGateway('confirmed')
      payer.server.settle('refunded', booking)
      for (const path of ['/payment', `/payment?payment=${ID}`, `/payment/esewa/success?oid=${ID}`])
        expect((await payer.open(path)).state()).toMatchObject({ state: 'success', result: { status: 'refunded' } })
      payer.store()
      expect((await payer.open('/payment')).state()).toMatchObject({ result: { status: 'refunded' } })
    },
  )

  test('shows a partly refunded booking as paid and partly refunded', async () => {
    const payer = payerAtGateway('confirmed')
    payer.server.settle('partly_refunded', 'confirmed')
    const result = { status: 'confirmed', partlyRefunded: true }
    for (const path of ['/payment', `/payment?payment=${ID}`])
      expect((await payer.open(path)).state()).toMatchObject({ result })
  })

  test('shows a booking as paid by its other payment', async () => {
    const payer = payerAtGateway('confirmed')
    payer.server.settle('refunded', 'confirmed')
    payer.server.addPayment(PAID)
    const result = { status: 'confirmed', transactionId: 'T2' }
    expect((await payer.open('/payment')).state()).toMatchObject({ result })
  })
})

test('a different amount for released seats is shown as under review by staff', async () => {
  const payer = payerAtGateway()
  payer.server.settle('mismatch', 'needs_decision')
  for (const path of ['/payment', `/payment?payment=${ID}`])
    expect((await payer.open(path)).state()).toMatchObject({ state: 'pending', view: 'staff' })
})

describe('a tab that becomes visible again', () => {
  const confirm = ({ server }: Payer) => server.settle('confirmed')
  const confirmed = { result: { status: 'confirmed' } }
  const refunded = { result: { status: 'refunded' } }
  /** The state at first, the change elsewhere, and the expected screen. */
  const CHANGES: [string, AttemptState, (payer: Payer) => void, object][] = [
    ['confirmed, then refunded', 'confirmed', ({ server }) => server.settle('refunded', 'cancelled'), refunded],
    [
      'refunded in part',
      'confirmed',
      ({ server }) => server.settle('partly_refunded'),
      { result: { partlyRefunded: true } },
    ],
    ['failed, then paid late', 'failed', confirm, confirmed],
    [
      'failed, then paid in another tab',
      'failed',
      ({ server }) => server.addPayment(PAID).set({ state: 'confirmed' }),
      { result: { transactionId: 'T2' } },
    ],
    ['failed, then the hold ended', 'failed', ({ server }) => server.set({ state: 'expired' }), { state: 'ended' }],
    ['failed, and nothing happened', 'failed', () => {}, { state: 'error' }],
    ['checked, then decided by staff', 'mismatch', confirm, confirmed],
  ]

  test.each(CHANGES)('shows the current state: %s', async (_, state, change, shown) => {
    const payer = payerAtGateway(state)
    const page = await payer.open(`/payment?payment=${ID}`)
    change(payer)
    await payer.makeVisible()
    expect(page.state()).toMatchObject(shown)
  })

  test('shows the refund that follows a decision by staff', async () => {
    const payer = payerAtGateway()
    payer.server.settle('confirmed', 'needs_decision')
    const page = await payer.open()
    expect(page.state()).toMatchObject({ result: { status: 'needs_decision' } })
    payer.server.settle('refunded', 'cancelled')
    await payer.makeVisible()
    expect(page.state()).toMatchObject(refunded)
  })

  test('keeps the receipt of a booking that this browser cannot open', async () => {
    const payer = payerAtGateway('confirmed')
    payer.local.entries.clear()
    const page = await payer.open(`/payment?payment=${ID}`)
    const shown = page.state()
    await payer.makeVisible()
    expect(page.state()).toEqual(shown)
  })

  test('keeps the outcome while the server is unreachable', async () => {
    for (const state of ['confirmed', 'failed'] as const) {
      const payer = payerAtGateway(state)
      const page = await payer.open(`/payment?payment=${ID}`)
      const shown = page.state()
      payer.server.overrides[`GET /api/bookings/${BOOKING_ID}`] = () => 'unreachable'
      await payer.makeVisible()
      expect(page.state()).toEqual(shown)
    }
  })
})
