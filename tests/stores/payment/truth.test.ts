import { describe, expect, test } from 'vitest'
import type { AttemptState } from '#domain/payment.ts'
import { BOOKING_ID, Payer } from './payer.ts'

const ID = 'attempt-1-00000000'
const OTHER = 'attempt-9-99999999'

/** A browser that went to the gateway once. */
function sentAway(state: AttemptState = 'pending'): Payer {
  const payer = new Payer()
  payer.server.payments.push({ id: ID, method: 'esewa', state: 'pending', transactionId: null })
  payer.storage.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret', paymentId: ID }))
  if (state !== 'pending') payer.server.settle(ID, state, state === 'refunded' ? 'confirmed' : undefined)
  return payer
}

const DATA = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64')
/** Everything a return address can be made to say; none of it is true. */
const TAMPERED = [
  `/payment/esewa/success?oid=${ID}&amt=11400.00&refId=0007G36`,
  `/payment/esewa/success?oid=${OTHER}&amt=1&refId=FORGED`,
  `/payment/esewa/success?payment=${ID}&oid=${OTHER}&amt=1&refId=FORGED`,
  `/payment/esewa/success?data=${DATA({ transaction_uuid: ID, status: 'COMPLETE', total_amount: '1.0' })}`,
  `/payment/esewa/success?data=${DATA({ status: 'COMPLETE' })}`,
  '/payment/esewa/success?data=%%%',
  '/payment/esewa/failure?data=&payment=',
  '/payment?pidx=bZQLD9wRVWo4CdESSfuSsB&status=Completed&total_amount=1140000&transaction_id=GFq9PFS7b2iYvL8Lir9oXe',
  `/payment?payment=${ID}&pidx=forged&status=Completed`,
  '/payment?token=QUao9cqFzxPgvWJNi9aKac&amount=1140000',
  `/payment?payment=${ID}&token=forged&amount=1`,
  '/payment?success=true&paymentId=x&state=confirmed',
]

describe('a tampered return address says nothing', () => {
  test.each(TAMPERED)('%s', async (path) => {
    const cases: [AttemptState, string[]][] = [
      ['pending', ['pending']],
      ['cancelled', ['error', 'selecting']],
      ['mismatch', ['pending']],
      ['confirmed', ['success']],
      ['refunded', ['success']],
    ]
    for (const [state, allowed] of cases) {
      const payer = sentAway(state)
      const page = await payer.open(path)
      const shown = page.state()
      expect(allowed).toContain(shown.state)
      if (shown.state === 'success') expect(shown.receipt.status).toBe(state)
    }
  })
})

describe('a paid booking that was cancelled', () => {
  test.each(['/payment', `/payment/esewa/success?oid=${ID}`])('shows the refund that is due at %s', async (path) => {
    const payer = sentAway('confirmed')
    payer.server.payment(ID).refundDue = 1_140_000
    payer.server.state = 'cancelled'
    expect((await payer.open(path)).state()).toMatchObject({
      state: 'success',
      receipt: { status: 'refund_due', amount: 1_140_000 },
    })
  })

  test.each(['/payment', `/payment/esewa/success?oid=${ID}`])(
    'has ended where no refund is due, at %s',
    async (path) => {
      const payer = sentAway('confirmed')
      payer.server.state = 'cancelled'
      expect((await payer.open(path)).state()).toEqual({ state: 'ended' })
    },
  )
})

describe('a booking that was paid twice', () => {
  test('shows the payment that counts and what is refunded, whichever was started first', async () => {
    for (const firstIsDue of [true, false]) {
      const payer = sentAway('confirmed')
      payer.server.payments.push({ id: OTHER, method: 'stripe', state: 'confirmed', transactionId: 'pi_1' })
      payer.server.payment(firstIsDue ? ID : OTHER).refundDue = 1_180_900
      for (const path of ['/payment', `/payment?payment=${OTHER}&redirect_status=succeeded`])
        expect((await payer.open(path)).state()).toMatchObject({
          state: 'success',
          receipt: {
            status: 'confirmed',
            paidTwice: 1_180_900,
            transactionId: firstIsDue ? 'pi_1' : '0007G36',
          },
        })
    }
  })

  test('says nothing of it while one payment alone is refund due', async () => {
    const payer = sentAway('confirmed')
    payer.server.payment(ID).refundDue = 1_140_000
    const shown = (await payer.open('/payment')).state()
    expect(shown).toMatchObject({ state: 'success' })
    expect(shown).not.toHaveProperty('receipt.paidTwice')
  })
})

describe('money that went back', () => {
  test.each(['cancelled', 'confirmed', 'expired'] as const)('whole, the booking %s: refunded', async (booking) => {
    const payer = sentAway('confirmed')
    payer.server.settle(ID, 'refunded', booking)
    for (const path of ['/payment', `/payment?payment=${ID}`, `/payment/esewa/success?oid=${ID}`])
      expect((await payer.open(path)).state()).toMatchObject({ state: 'success', receipt: { status: 'refunded' } })
    payer.storage.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret' }))
    expect((await payer.open('/payment')).state()).toMatchObject({ receipt: { status: 'refunded' } })
  })

  test('in part: still paid, and it is said', async () => {
    const payer = sentAway('confirmed')
    payer.server.settle(ID, 'partly_refunded', 'confirmed')
    for (const path of ['/payment', `/payment?payment=${ID}`])
      expect((await payer.open(path)).state()).toMatchObject({
        receipt: { status: 'confirmed', partlyRefunded: true },
      })
  })

  test('of one payment, another having paid: paid', async () => {
    const payer = sentAway('confirmed')
    payer.server.settle(ID, 'refunded', 'confirmed')
    payer.server.payments.push({ id: OTHER, method: 'esewa', state: 'confirmed', transactionId: 'T2' })
    expect((await payer.open('/payment')).state()).toMatchObject({
      receipt: { status: 'confirmed', transactionId: 'T2' },
    })
  })
})

test('money that differs for a place that is gone is with staff, not received', async () => {
  const payer = sentAway()
  payer.server.settle(ID, 'mismatch', 'needs_decision')
  for (const path of ['/payment', `/payment?payment=${ID}`])
    expect((await payer.open(path)).state()).toMatchObject({ state: 'pending', view: 'staff' })
})

describe('a tab that is looked at again ends in the true state', () => {
  /** What the tab showed, what happened elsewhere, what it must show then. */
  const MEANWHILE: [string, AttemptState, (payer: Payer) => void, object][] = [
    [
      'confirmed, then refunded',
      'confirmed',
      ({ server }) => server.settle(ID, 'refunded', 'cancelled'),
      { receipt: { status: 'refunded' } },
    ],
    [
      'refunded in part',
      'confirmed',
      ({ server }) => server.settle(ID, 'partly_refunded'),
      { receipt: { partlyRefunded: true } },
    ],
    [
      'failed, then paid late',
      'failed',
      ({ server }) => server.settle(ID, 'confirmed'),
      { receipt: { status: 'confirmed' } },
    ],
    [
      'failed, then paid in another tab',
      'failed',
      ({ server }) => {
        server.payments.push({ id: OTHER, method: 'esewa', state: 'confirmed', transactionId: 'T2' })
        server.state = 'confirmed'
      },
      { receipt: { transactionId: 'T2' } },
    ],
    [
      'failed, then the hold ended',
      'failed',
      ({ server }) => {
        server.state = 'expired'
      },
      { state: 'ended' },
    ],
    ['failed, and nothing happened', 'failed', () => {}, { state: 'error' }],
    [
      'checked, then decided by staff',
      'mismatch',
      ({ server }) => server.settle(ID, 'confirmed'),
      { receipt: { status: 'confirmed' } },
    ],
  ]

  test.each(MEANWHILE)('%s', async (_, state, happens, shown) => {
    const payer = sentAway(state)
    const page = await payer.open(`/payment?payment=${ID}`)
    happens(payer)
    await payer.comeBack()
    expect(page.state()).toMatchObject(shown)
  })

  test('a money decision is followed to its end', async () => {
    const payer = sentAway()
    payer.server.settle(ID, 'confirmed', 'needs_decision')
    const page = await payer.open()
    expect(page.state()).toMatchObject({ receipt: { status: 'needs_decision' } })
    payer.server.settle(ID, 'refunded', 'cancelled')
    await payer.comeBack()
    expect(page.state()).toMatchObject({ receipt: { status: 'refunded' } })
  })

  test('a receipt of a payment whose booking this browser cannot open stays', async () => {
    const payer = sentAway('confirmed')
    payer.storage.clear()
    const page = await payer.open(`/payment?payment=${ID}`)
    const shown = page.state()
    await payer.comeBack()
    expect(page.state()).toEqual(shown)
  })

  test('a server out of reach takes nothing back', async () => {
    for (const state of ['confirmed', 'failed'] as const) {
      const payer = sentAway(state)
      const page = await payer.open(`/payment?payment=${ID}`)
      const shown = page.state()
      payer.server.instead[`GET /api/bookings/${BOOKING_ID}`] = () => 'unreachable'
      await payer.comeBack()
      expect(page.state()).toEqual(shown)
    }
  })
})
