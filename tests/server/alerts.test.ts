import { describe, expect, test } from 'vitest'
import { ALERT_RAISED_AGAIN } from '#contract/validation-messages.ts'
import { npr, paisa } from '#domain/money.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { readReviewReasons } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, emailsTo, rows } from '../support/app.ts'
import { bookingRow, failureOf, granted, PRICE } from '../support/orders.ts'
import { codeOf } from '../support/outcomes.ts'
import { alertsOf, paid, paidBooking, paymentRow, resolveAlert, type Started, started } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { decisionSteps } from './decision-steps.ts'

const CARD_AMOUNT = 984_250

describeOnEachEngine('on %s', (app) => {
  const { submit } = decisionSteps(app)
  /** One booking with an eSewa payment and a card payment, both open. */
  async function twoPayments() {
    const first = await started(app)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'stripe'))
    return { first, second }
  }
  const pay = ({ paymentId, amount }: Pick<Started, 'paymentId' | 'amount'>) =>
    settle(app, paymentId, paid(amount), 'lookup')
  const reasons = (paymentId: string) => readReviewReasons(app, paymentId)

  describe('a booking that is paid twice', () => {
    const paidTwiceEmails = async () =>
      (await emailsTo(app, 'aarati@example.com')).filter((subject) => /^You paid twice/.test(subject))

    test('marks the second payment as refund due until it is refunded, and emails customer and staff', async () => {
      const { first, second } = await twoPayments()
      await pay(first)
      await settle(app, second.paymentId, paid(CARD_AMOUNT), 'webhook')
      expect(await paymentRow(app, first.paymentId)).toMatchObject({ state: 'confirmed', refund_due: null })
      expect(await paymentRow(app, second.paymentId)).toMatchObject({ state: 'confirmed', refund_due: CARD_AMOUNT })
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
      expect(await paidTwiceEmails()).toEqual([
        `You paid twice: we will refund ${npr(paisa(CARD_AMOUNT))} for ${first.bookingId}`,
      ])
      expect(await alertsOf(app, second.paymentId)).toEqual(['paid_twice'])
      expect(await reasons(second.paymentId)).toEqual(['refund_due', 'paid_twice'])
      const refundsDue = async () => {
        const { payments } = granted(await readBooking(app, first.bookingId, first.secret))
        return payments.map(({ refundDue }) => refundDue)
      }
      expect(await refundsDue()).toEqual([undefined, CARD_AMOUNT])
      granted(await refund(app, await someStaff(app), second.paymentId, CARD_AMOUNT))
      expect(await refundsDue()).toEqual([undefined, undefined])
      expect(await reasons(second.paymentId)).toEqual([])
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
    })

    test('marks exactly one of two payments that are confirmed at the same time', async () => {
      const { first, second } = await twoPayments()
      await Promise.all([pay(first), pay(second)])
      const due = (await rows(app.db.read, 'payments')).filter(({ refund_due }) => refund_due !== null)
      expect(due).toHaveLength(1)
      expect(await paidTwiceEmails()).toHaveLength(1)
    })

    test('marks nothing if the same payment is confirmed again', async () => {
      const { first } = await twoPayments()
      const report = paid()
      for (const by of ['lookup', 'webhook', 'lookup'] as const) await settle(app, first.paymentId, report, by)
      expect(await paymentRow(app, first.paymentId)).toMatchObject({ state: 'confirmed', refund_due: null })
      expect(await paidTwiceEmails()).toEqual([])
    })

    test('alerts staff about a second payment if the first has been refunded', async () => {
      const { first, second } = await twoPayments()
      await pay(first)
      granted(await refund(app, await someStaff(app), first.paymentId, PRICE))
      await pay(second)
      expect(await paymentRow(app, second.paymentId)).toMatchObject({ state: 'confirmed', refund_due: null })
      expect(await reasons(second.paymentId)).toEqual(['paid_twice'])
      expect(await paidTwiceEmails()).toEqual([])
    })
  })

  describe('payment alerts', () => {
    const review = async (paymentId: string, alert: PaymentAlert, reason: string) =>
      submit(paymentId, await resolveAlert(app, paymentId, alert, reason))

    test('keep a payment paid twice and disputed in the queue until staff have reviewed each reason', async () => {
      const { first, second } = await twoPayments()
      for (const payment of [first, second]) await pay(payment)
      const { paymentId } = second
      expect(codeOf(await review(first.paymentId, 'paid_twice', 'Nothing here'))).toBe('not_decidable')
      expect(codeOf(await review(paymentId, 'disputed', 'Nothing here'))).toBe('not_decidable')
      await settle(app, paymentId, { kind: 'disputed', reason: 'The payer disputes it' }, 'lookup')
      expect(await reasons(paymentId)).toEqual(['refund_due', 'paid_twice', 'disputed'])
      granted(await review(paymentId, 'paid_twice', 'Credit for the next month'))
      expect(await alertsOf(app, paymentId)).toEqual(['disputed'])
      expect(await reasons(paymentId)).toEqual(['refund_due', 'disputed'])
      granted(await review(paymentId, 'disputed', 'Answered at the bank'))
      expect(await reasons(paymentId)).toEqual(['refund_due'])
      const entries = await auditEntries(app)
      expect(entries.map(({ reason, after }) => [JSON.parse(after ?? '{}').seen, reason])).toEqual([
        ['Paid twice', 'Credit for the next month'],
        ['Disputed by the payer', 'Answered at the bank'],
      ])
    })

    test('return when the same thing happens after the review', async () => {
      const { paymentId } = await paidBooking(app)
      const refundAtGateway = (sum: number) => {
        const partly = { whole: false, refundedAmount: paisa(sum), reason: `${sum} refunded` }
        return settle(app, paymentId, { kind: 'refunded', ...partly }, 'lookup')
      }
      await refundAtGateway(1000)
      const first = await resolveAlert(app, paymentId, 'went_back', 'The 10 rupees are fine')
      const { alerts } = granted(await loadPaymentView(app, { workplaces: null }, paymentId))
      expect(alerts).toEqual([{ alert: 'went_back', raised: first.raised }])
      await refundAtGateway(500_000)
      expect(failureOf(await submit(paymentId, { ...first, expectedState: 'partly_refunded' }))).toMatchObject({
        code: 'changed_meanwhile',
        message: ALERT_RAISED_AGAIN,
        current: { state: 'partly_refunded' },
      })
      expect(await reasons(paymentId)).toEqual(['went_back'])
      granted(await review(paymentId, 'went_back', 'All 5,000 are fine'))
      expect(codeOf(await submit(paymentId, first))).toBe('not_decidable')
      await refundAtGateway(600_000)
      expect(codeOf(await submit(paymentId, first))).toBe('changed_meanwhile')
      expect(await reasons(paymentId)).toEqual(['went_back'])
    })
  })
})
