import { describe, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { getBrand } from '#server/catalogue.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { decide as approve } from '#server/payments/decisions.ts'
import { describeOnEachEngine, emailsTo, MINUTE, rows } from '../support/app.ts'
import { bookingRow, dayPass, granted, PRICE } from '../support/orders.ts'
import { atOnce } from '../support/outcomes.ts'
import { decide, paid, paymentRow, reporting, started, verified } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { verdictOf } from './decision-steps.ts'

const FAILED = { success: false, error: 'Payment verification failed' }
const CONFIRMED = { success: true, bookingState: 'confirmed' }

describeOnEachEngine('on %s', (app) => {
  describe('a payment of another amount', () => {
    test('becomes a mismatch for staff, and does not confirm the booking', async () => {
      const payment = await started(app)
      const parameters = await decide(app, payment, 'altered')
      const differs = { ...FAILED, state: 'mismatch', bookingState: 'pending_verification' }
      expect(await verified(app, payment.paymentId, parameters)).toEqual(verdictOf(payment, differs))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({
        reason: 'eSewa received NPR\u00a09,499, requested NPR\u00a09,500',
        gateway_id: null,
        provider_reference: expect.any(String),
      })
      expect(await rows(app.db.read, 'memberships')).toEqual([])
    })

    test('returns the received amount to the payer once staff accepted it', async () => {
      const { paymentId, bookingId, secret } = await started(app)
      reporting(app, () => paid(949_900, 'R100'))
      const read = async () => {
        const { amount, state } = await verified(app, paymentId)
        const { payments } = granted(await readBooking(app, bookingId, secret))
        expect(payments).toMatchObject([{ amount, state }])
        return amount
      }
      expect(await read()).toBe(950_000)
      const by = await someStaff(app)
      granted(await approve(app, by, paymentId, { decision: 'confirm', amount: 949_900, transactionId: 'R100' }))
      expect(await read()).toBe(949_900)
      granted(await refund(app, by, paymentId, 949_900))
      expect(await read()).toBe(949_900)
    })

    test.each([949_999, 950_001, 9_500, 95_000_000, 0])(
      'is a mismatch at %d paisa, also after a later report of the full amount',
      async (amount) => {
        const payment = await started(app)
        reporting(app, () => paid(amount))
        expect(await verified(app, payment.paymentId)).toMatchObject({ success: false, state: 'mismatch' })
        expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification' })
        // A corrected report changes nothing, because staff decide from now on.
        reporting(app, () => paid())
        expect(await verified(app, payment.paymentId)).toMatchObject({ success: false, state: 'mismatch' })
      },
    )
  })

  describe('a payer', () => {
    test.each(['fail', 'cancel'] as const)('can start another attempt after choosing %s', async (choice) => {
      const first = await started(app)
      const parameters = await decide(app, first, choice)
      const canceled = { ...FAILED, state: 'cancelled', bookingState: 'held', gatewayMessage: 'eSewa: CANCELED' }
      expect(await verified(app, first.paymentId, parameters)).toEqual(verdictOf(first, canceled))
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      expect(second.paymentId).not.toBe(first.paymentId)
      await decide(app, second, 'pay')
      expect(await verified(app, second.paymentId)).toMatchObject(CONFIRMED)
      expect(await verified(app, first.paymentId)).toMatchObject({ success: false, state: 'cancelled' })
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    })

    test.each([
      ['ambiguous', 'eSewa: AMBIGUOUS', 'held'],
      ['leave', 'eSewa: PENDING', 'held'],
      ['late', 'eSewa: PENDING', 'confirmed'],
      ['outage', 'eSewa returned no status: Service is currently unavailable', 'confirmed'],
    ] as const)(
      'has a pending payment after choosing %s, with the reason “%s”, and after a later lookup a booking that is %s',
      async (choice, reason, later) => {
        const payment = await started(app)
        const parameters = await decide(app, payment, choice)
        const verdict = await verified(app, payment.paymentId, parameters)
        expect(verdict).toMatchObject({ success: false, state: 'pending', bookingState: 'held' })
        expect(verdict).not.toHaveProperty('error')
        expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', reason })
        app.clock.advance(MINUTE)
        expect(await verified(app, payment.paymentId)).toMatchObject({
          success: later === 'confirmed',
          bookingState: later,
        })
      },
    )

    test('has an expired attempt when returning after the session', async () => {
      const payment = await started(app)
      await decide(app, payment, 'ended')
      expect(await verified(app, payment.paymentId)).toMatchObject({ state: 'pending' })
      app.clock.advance(15 * MINUTE)
      expect(await verified(app, payment.paymentId)).toMatchObject({ ...FAILED, state: 'expired' })
    })

    test('has a confirmed booking if the gateway reports an ended attempt as paid', async () => {
      for (const as of ['failed', 'cancelled', 'expired'] as const) {
        const payment = await started(app)
        reporting(app, () => ({ kind: 'ended', as, reason: 'ended' }))
        expect(await verified(app, payment.paymentId)).toMatchObject({ state: as })
        reporting(app, () => paid(PRICE, `R-${as}`))
        const confirmed = { ...CONFIRMED, state: 'confirmed', transactionId: `R-${as}` }
        expect(await verified(app, payment.paymentId)).toMatchObject(confirmed)
      }
    })

    test('has one booking and membership, and both payments recorded, after paying two attempts', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      await decide(app, first, 'pay')
      await decide(app, second, 'pay')
      await Promise.all([verifyAttempt(app, first.paymentId, {}), verifyAttempt(app, second.paymentId, {})])
      expect(await rows(app.db.read, 'payments')).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }])
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect((await emailsTo(app, 'aarati@example.com')).toSorted()).toEqual([
        expect.stringContaining('Booking confirmed'),
        `You paid twice: we will refund NPR\u00a09,500 for ${first.bookingId}`,
      ])
      expect(await emailsTo(app, getBrand().email)).toEqual([`A booking was paid twice: ${first.bookingId}`])
    })
  })

  describe('a provider’s transaction', () => {
    test('confirms one booking, the next is a mismatch', async () => {
      const [first, second] = [await started(app), await started(app)]
      reporting(app, () => paid(PRICE, 'ONE'))
      expect(await verified(app, first.paymentId)).toMatchObject({ state: 'confirmed' })
      const differs = { state: 'mismatch', bookingState: 'pending_verification' }
      expect(await verified(app, second.paymentId)).toMatchObject(differs)
      const row = { gateway_id: null, provider_reference: null, reason: 'transaction ONE paid another booking' }
      expect(await paymentRow(app, second.paymentId)).toMatchObject(row)
    })

    test('confirms one of ten bookings that report it at once', async () => {
      for (let round = 0; round < 3; round++) {
        await app.empty()
        const payments = await atOnce(10, () => started(app, dayPass()))
        reporting(app, () => paid(50_000, 'ONE'))
        const verdicts = await Promise.all(payments.map(({ paymentId }) => verifyAttempt(app, paymentId, {})))
        const verdictStates = verdicts.map((verdict) => granted(verdict).state).sort()
        expect(verdictStates).toEqual(['confirmed', ...Array(9).fill('mismatch')])
        const states = (await rows(app.db.read, 'bookings')).map(({ state }) => state).sort()
        expect(states).toEqual(['confirmed', ...Array(9).fill('pending_verification')])
      }
    })
  })
})
