import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import {
  ATTEMPT_STATES,
  type AttemptState,
  canSettle,
  canShowScreen,
  DEFAULT_METHOD,
  type Evidence,
  getReceivedAmount,
  isInstantMethod,
  isOpenAttempt,
  isPaid,
  isQueryable,
  methodFee,
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  type PaymentMethod,
  parsePaymentMethod,
  RECORDED_METHODS,
  SCREEN_STATES,
  type ScreenState,
  TRIAL_PAYMENT,
} from '#domain/payment.ts'
import { assertProperty } from '../support/property.ts'

const EVIDENCE: readonly Evidence[] = ['lookup', 'webhook', 'staff', 'clock', 'visitor']

test('PAYMENT_METHODS are five, with eSewa as the default', () => {
  expect([...PAYMENT_METHODS].sort()).toEqual(['bank_transfer', 'esewa', 'khalti', 'qr_payment', 'stripe'])
  expect(DEFAULT_METHOD).toBe('esewa')
  expect(PAYMENT_METHODS.map(parsePaymentMethod)).toEqual([...PAYMENT_METHODS])
  expect(['paypal', '', 'ESEWA', 'toString', null, 1].map(parsePaymentMethod)).toEqual(Array(6).fill(undefined))
})

test('isQueryable accepts payments of gateways, and QR payments whose code a gateway made', () => {
  const queryable = (gateway_id: string | null) =>
    RECORDED_METHODS.filter((method) => isQueryable({ method, gateway_id }))
  expect(queryable(null)).toEqual(['esewa', 'khalti', 'stripe'])
  expect(queryable('label')).toEqual(['esewa', 'khalti', 'stripe', 'qr_payment'])
})

test('isInstantMethod returns true for eSewa, Khalti and cards', () => {
  expect(RECORDED_METHODS.filter(isInstantMethod)).toEqual(['esewa', 'khalti', 'stripe'])
})

test('a payment is for a booking, a difference or hours', () => {
  expect(PAYMENT_PURPOSES).toEqual(['booking', 'difference', 'hours'])
})

test('TRIAL_PAYMENT has the trial amount and labels', () => {
  expect(TRIAL_PAYMENT).toEqual({ amount: 120_000, planLabel: 'hot-desk', locationLabel: 'thamel-hub', days: 30 })
})

test.each([
  [0, 1_000],
  [950_000, 34_250],
  [120_000, 5_200],
  // 3.5 % of 14 and 15 paisa is 0.49 and 0.525: rounded, half up.
  [14, 1_000],
  [15, 1_001],
  [100, 1_004],
  [10_260_000, 360_100],
])('methodFee of %d paisa by card is %d: 3.5 percent, rounded, and 1,000', (amount, fee) => {
  expect(methodFee('stripe', paisa(amount))).toBe(fee)
})

test('methodFee is a whole amount for every amount by card, and 0 for the others', () => {
  assertProperty(fc.integer({ min: 0, max: 10_000_000_000 }), (amount) => {
    const exact = BigInt(amount) * 35n
    const oracle = exact / 1_000n + (exact % 1_000n >= 500n ? 1n : 0n) + 1_000n
    for (const method of PAYMENT_METHODS) {
      expect(BigInt(methodFee(method, paisa(amount)))).toBe(method === 'stripe' ? oracle : 0n)
    }
  })
})

/** Repeats the transitions of the code, so that a change there needs one here. */
const LISTED: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['pending', 'confirmed', 'failed', 'cancelled', 'expired', 'mismatch'],
  pending: ['confirmed', 'failed', 'cancelled', 'expired', 'mismatch'],
  failed: ['pending', 'confirmed', 'mismatch'],
  cancelled: ['confirmed', 'mismatch'],
  expired: ['confirmed', 'mismatch'],
  mismatch: ['confirmed', 'refunded', 'failed'],
  confirmed: ['partly_refunded', 'refunded'],
  partly_refunded: ['refunded'],
  refunded: [],
}

describe('a payment attempt', () => {
  const every = PAYMENT_METHODS.flatMap((method) =>
    ATTEMPT_STATES.flatMap((from) =>
      ATTEMPT_STATES.flatMap((to) =>
        EVIDENCE.map((by) => ({ method, from, to, by, may: canSettle(method, from, to, by) })),
      ),
    ),
  )

  test('makes only the listed transitions, each on some evidence', () => {
    for (const method of PAYMENT_METHODS) {
      for (const from of ATTEMPT_STATES) {
        const reached = ATTEMPT_STATES.filter((to) => EVIDENCE.some((by) => canSettle(method, from, to, by)))
        expect(new Set(reached), `${method} ${from}`).toEqual(new Set(LISTED[from]))
      }
    }
  })

  test('becomes confirmed by a lookup, a verified webhook or staff alone', () => {
    const by = (method: PaymentMethod, from: AttemptState) =>
      every
        .filter((move) => move.method === method && move.from === from && move.to === 'confirmed' && move.may)
        .map((move) => move.by)
    for (const from of ['created', 'pending', 'failed', 'cancelled', 'expired'] as const) {
      expect(by('esewa', from)).toEqual(['lookup'])
      expect(by('khalti', from)).toEqual(['lookup'])
      expect(by('stripe', from)).toEqual(['lookup', 'webhook'])
      expect(by('qr_payment', from)).toEqual(['lookup', 'staff'])
      expect(by('bank_transfer', from)).toEqual(['staff'])
    }
    for (const method of PAYMENT_METHODS) expect(by(method, 'mismatch')).toEqual(['staff'])
  })

  test.each<[AttemptState, AttemptState, Evidence[]]>([
    ['created', 'pending', ['lookup', 'webhook', 'staff', 'clock', 'visitor']],
    ['pending', 'failed', ['lookup', 'webhook', 'staff']],
    ['pending', 'cancelled', ['lookup', 'webhook', 'staff', 'visitor']],
    ['pending', 'expired', ['lookup', 'clock']],
    ['pending', 'mismatch', ['lookup', 'webhook']],
    ['expired', 'mismatch', ['lookup', 'webhook']],
    ['mismatch', 'refunded', ['lookup', 'webhook', 'staff']],
    ['mismatch', 'failed', ['staff']],
    ['failed', 'pending', ['lookup', 'webhook']],
    ['confirmed', 'partly_refunded', ['lookup', 'webhook', 'staff']],
    ['confirmed', 'refunded', ['lookup', 'webhook', 'staff']],
    ['partly_refunded', 'refunded', ['lookup', 'webhook', 'staff']],
  ])('changes from %s to %s on the evidence of %j', (from, to, evidence) => {
    for (const method of PAYMENT_METHODS)
      expect(EVIDENCE.filter((by) => canSettle(method, from, to, by))).toEqual(evidence)
  })

  test('is never paid or refunded by the visitor or the clock', () => {
    const paid: readonly AttemptState[] = ['confirmed', 'partly_refunded', 'refunded', 'mismatch']
    const untrusted = every.filter(({ by, may }) => may && (by === 'visitor' || by === 'clock'))
    expect(untrusted.filter(({ to }) => paid.includes(to))).toEqual([])
  })

  test('ends by the clock only as expired', () => {
    const ends = every.filter(({ by, may, to }) => may && by === 'clock' && to !== 'pending').map(({ to }) => to)
    expect([...new Set(ends)]).toEqual(['expired'])
  })

  test('remains paid until it is fully refunded', () => {
    const commands = fc.array(fc.record({ to: fc.constantFrom(...ATTEMPT_STATES), by: fc.constantFrom(...EVIDENCE) }))
    fc.assert(
      fc.property(fc.constantFrom(...PAYMENT_METHODS), commands, (method, sequence) => {
        let state: AttemptState = 'created'
        let trusted = false
        let paid = false
        for (const { to, by } of sequence) {
          if (!canSettle(method, state, to, by)) continue
          if (to === 'confirmed') trusted = by === 'lookup' || by === 'webhook' || by === 'staff'
          state = to
          if (paid) expect(isPaid(state) || state === 'refunded').toBe(true)
          paid = isPaid(state)
          if (paid) expect(trusted).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('is settled unless created or pending', () => {
    expect(ATTEMPT_STATES.filter(isOpenAttempt)).toEqual(['created', 'pending'])
    expect(ATTEMPT_STATES.filter(isPaid)).toEqual(['confirmed', 'partly_refunded'])
  })
})

describe('the payment screen', () => {
  test('has six states and the form of a card', () => {
    expect(SCREEN_STATES).toEqual(['selecting', 'processing', 'card', 'pending', 'qr_payment', 'success', 'error'])
  })

  test.each<[ScreenState, readonly ScreenState[]]>([
    ['selecting', ['processing', 'success', 'error']],
    ['processing', ['selecting', 'card', 'pending', 'qr_payment', 'success', 'error']],
    ['card', ['selecting', 'processing', 'success', 'error']],
    ['pending', ['selecting', 'processing', 'success', 'error']],
    ['qr_payment', ['selecting', 'pending', 'success', 'error']],
    ['success', []],
    ['error', ['selecting']],
  ])('remains %s or changes to %j only', (from, reachable) => {
    expect(SCREEN_STATES.filter((to) => to !== from && canShowScreen(from, to))).toEqual(reachable)
    expect(canShowScreen(from, from)).toBe(true)
  })
})

test.each([
  ['confirmed', null, 950_000],
  ['partly_refunded', null, 950_000],
  ['refunded', null, 950_000],
  ['confirmed', 949_900, 949_900],
  ['mismatch', 949_900, 949_900],
  ['mismatch', null, 0],
  ['pending', null, 0],
  ['failed', null, 0],
] as const)('getReceivedAmount of a %s payment with %s received returns %d', (state, received, expected) => {
  const payment = { state, received: received === null ? null : paisa(received), amount: paisa(950_000) }
  expect(getReceivedAmount(payment)).toBe(expected)
})
