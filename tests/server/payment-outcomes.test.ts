import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { getBrand } from '#server/catalogue.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { decide as approve } from '#server/payments/decisions.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { MINUTE, mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey } from '../support/orders.ts'
import { decide, paymentRow, reporting, started } from '../support/payments.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  describe('money that is not the money asked for', () => {
    test('is a mismatch, for staff to decide; the booking is not confirmed', async () => {
      const payment = await started(app)
      const hints = await decide(app, payment, 'altered')
      expect(granted(await verifyAttempt(app, payment.paymentId, hints))).toEqual({
        success: false,
        paymentId: payment.paymentId,
        method: 'esewa',
        amount: 950_000,
        state: 'mismatch',
        bookingState: 'pending_verification',
        error: 'Payment verification failed',
      })
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({
        reason: 'eSewa took NPR\u00a09,499, asked were NPR\u00a09,500',
        gateway_id: null,
        provider_reference: expect.any(String),
      })
      expect(await rows(app.db.read, 'memberships')).toEqual([])
    })

    test('taken by staff as it is: its payer reads what came, of the payment and of the booking', async () => {
      const { paymentId, bookingId, secret } = await started(app)
      reporting(app, () => ({ kind: 'paid', amount: paisa(949_900), providerReference: 'R100' }))
      const read = async () => {
        const { amount, state } = granted(await verifyAttempt(app, paymentId, {}))
        const { payments } = granted(await readBooking(app, bookingId, secret))
        expect(payments).toMatchObject([{ amount, state }])
        return amount
      }
      expect(await read()).toBe(950_000)
      const by = await someStaff(app)
      granted(await approve(app, by, paymentId, { decision: 'confirm', amount: 949_900, transactionId: 'R100' }))
      expect(await read()).toBe(949_900)
      granted(await createRefund(app, paymentId, { way: 'manual', amount: 949_900, reason: 'Asked to' }, by, newKey()))
      expect(await read()).toBe(949_900)
    })

    test.each([949_999, 950_001, 9_500, 95_000_000, 0])(
      '%d paisa: a mismatch, whatever a gateway reports',
      async (amount) => {
        const payment = await started(app)
        reporting(app, () => ({ kind: 'paid', amount: paisa(amount), providerReference: 'R1' }))
        expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
          success: false,
          state: 'mismatch',
        })
        expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification' })
        // Nor does a gateway that thinks better of it: from now on staff decide.
        reporting(app, () => ({ kind: 'paid', amount: paisa(950_000), providerReference: 'R1' }))
        expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
          success: false,
          state: 'mismatch',
        })
      },
    )
  })

  describe('a payer who', () => {
    test.each(['fail', 'cancel'] as const)('decides to %s ends the try and may try again', async (choice) => {
      const first = await started(app)
      const hints = await decide(app, first, choice)
      expect(granted(await verifyAttempt(app, first.paymentId, hints))).toEqual({
        success: false,
        paymentId: first.paymentId,
        method: 'esewa',
        amount: 950_000,
        state: 'cancelled',
        bookingState: 'held',
        error: 'Payment verification failed',
        gatewayMessage: 'eSewa: CANCELED',
      })
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      expect(second.paymentId).not.toBe(first.paymentId)
      await decide(app, second, 'pay')
      expect(granted(await verifyAttempt(app, second.paymentId, {}))).toMatchObject({
        success: true,
        bookingState: 'confirmed',
      })
      expect(granted(await verifyAttempt(app, first.paymentId, {}))).toMatchObject({
        success: false,
        state: 'cancelled',
      })
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    })

    test.each([
      ['ambiguous', 'eSewa: AMBIGUOUS'],
      ['leave', 'eSewa: PENDING'],
      ['late', 'eSewa: PENDING'],
      ['outage', 'eSewa gave no status: Service is currently unavailable'],
    ] as const)('leaves it open (%s) stays pending, with the reason on record', async (choice, reason) => {
      const payment = await started(app)
      const hints = await decide(app, payment, choice)
      const verdict = granted(await verifyAttempt(app, payment.paymentId, hints))
      expect(verdict).toMatchObject({ success: false, state: 'pending', bookingState: 'held' })
      expect(verdict).not.toHaveProperty('error')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', reason })
    })

    test.each(['late', 'outage'] as const)('is heard of later (%s) is confirmed then', async (choice) => {
      const payment = await started(app)
      await decide(app, payment, choice)
      granted(await verifyAttempt(app, payment.paymentId, {}))
      app.clock.advance(MINUTE)
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
        success: true,
        bookingState: 'confirmed',
      })
    })

    test('comes after the session is told that the try is over', async () => {
      const payment = await started(app)
      await decide(app, payment, 'ended')
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ state: 'pending' })
      app.clock.advance(15 * MINUTE)
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
        state: 'expired',
        error: 'Payment verification failed',
      })
    })

    test('was thought to have ended is believed when the gateway says paid after all', async () => {
      for (const as of ['failed', 'cancelled', 'expired'] as const) {
        const payment = await started(app)
        reporting(app, () => ({ kind: 'ended', as, reason: 'said so' }))
        expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ state: as })
        reporting(app, () => ({ kind: 'paid', amount: paisa(950_000), providerReference: `R-${as}` }))
        expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
          state: 'confirmed',
          bookingState: 'confirmed',
          transactionId: `R-${as}`,
        })
      }
    })

    test('pays two tries of one booking has one booking and one membership, and both payments on record', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      await decide(app, first, 'pay')
      await decide(app, second, 'pay')
      await Promise.all([verifyAttempt(app, first.paymentId, {}), verifyAttempt(app, second.paymentId, {})])
      expect(await rows(app.db.read, 'payments')).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }])
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect((await mailsTo(app, 'aarati@example.com')).toSorted()).toEqual([
        expect.stringContaining('Booking confirmed'),
        `You paid twice: we refund NPR\u00a09,500 for ${first.bookingId}`,
      ])
      expect(await mailsTo(app, getBrand().email)).toEqual([`A booking was paid twice: ${first.bookingId}`])
    })
  })

  describe('a provider’s transaction', () => {
    const paid = () => ({ kind: 'paid', amount: paisa(950_000), providerReference: 'ONE' }) as const

    test('confirms one booking, the next is a mismatch', async () => {
      const [first, second] = [await started(app), await started(app)]
      reporting(app, paid)
      expect(granted(await verifyAttempt(app, first.paymentId, {}))).toMatchObject({ state: 'confirmed' })
      expect(granted(await verifyAttempt(app, second.paymentId, {}))).toMatchObject({
        state: 'mismatch',
        bookingState: 'pending_verification',
      })
      expect(await paymentRow(app, second.paymentId)).toMatchObject({
        gateway_id: null,
        provider_reference: null,
        reason: 'transaction ONE paid another booking',
      })
    })

    test('aimed at ten bookings at once confirms one of them', async () => {
      for (let round = 0; round < 3; round++) {
        await app.empty()
        const payments = await Promise.all(Array.from({ length: 10 }, () => started(app, dayPass())))
        reporting(app, () => ({ ...paid(), amount: paisa(50_000) }))
        const verdicts = await Promise.all(payments.map(({ paymentId }) => verifyAttempt(app, paymentId, {})))
        expect(verdicts.map((verdict) => granted(verdict).state).sort()).toEqual([
          'confirmed',
          ...Array(9).fill('mismatch'),
        ])
        const bookings = await rows(app.db.read, 'bookings')
        expect(bookings.map(({ state }) => state).sort()).toEqual([
          'confirmed',
          ...Array(9).fill('pending_verification'),
        ])
      }
    })
  })
})
