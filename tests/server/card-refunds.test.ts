import { describe, expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { getBrand } from '#server/catalogue.ts'
import { decide } from '#server/payments/decisions.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, HOUR, rows } from '../support/app.ts'
import { bookingRow, granted } from '../support/orders.ts'
import { alertsOf, paymentRow, replaceGateway, resolveAlert, type Started } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { toAttempt } from './decision-steps.ts'
import { refundOrder } from './gateways/doubles.ts'
import { SandboxCards } from './sandbox-cards.ts'

describeOnEachEngine('card refunds and disputes on %s', (app) => {
  const cards = new SandboxCards(app)
  const refunds = () => rows(app.db.read, 'refunds')
  const sendWebhook = (type: string, object: unknown) => cards.send(cards.stripe.signWebhook(type, object))

  test('are sent in parts, once each, and never exceed what was received', async () => {
    const payment = await cards.pay()
    const attempt = toAttempt(app, payment, payment.intent)
    const full = refundOrder(payment.amount, payment.intent)
    const send = (id: string, amount: number, isRetry = false) =>
      app.gateways.stripe?.refund?.(attempt, { ...full, id, amount: paisa(amount), isRetry })
    expect(await send('r-1', 500)).toMatchObject({ kind: 'done' })
    expect(await send('r-1', 500)).toMatchObject({ kind: 'done' })
    expect(await send('r-1', 500, true)).toMatchObject({ kind: 'done' })
    expect((await cards.intentOf(payment)).refunds).toMatchObject([{ amount: 500 }])
    expect(await send('r-2', 984_250)).toMatchObject({ kind: 'failed' })
    granted(await sendWebhook('charge.refunded', { object: 'charge', payment_intent: payment.intent }))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded' })
  })

  test('are recorded from signed webhooks: of the dashboard, of disputes and of our own refunds', async () => {
    const payment = await cards.pay()
    // The response to our call is lost, so that Stripe's webhook reports the result.
    replaceGateway(app, 'stripe', { refund: async () => ({ kind: 'pending', reason: 'no response' }) })
    const by = await someStaff(app)
    const { refundId } = granted(await refund(app, by, payment.paymentId, 500, { channel: 'gateway' }))
    const about = { object: 'refund', id: 're_1', payment_intent: payment.intent, metadata: { refund_id: refundId } }
    granted(await sendWebhook('refund.updated', { ...about, status: 'pending' }))
    expect(await refunds()).toMatchObject([{ state: 'sent' }])
    granted(await sendWebhook('refund.updated', { ...about, status: 'succeeded' }))
    granted(await sendWebhook('refund.updated', { ...about, status: 'pending' }))
    expect(await refunds()).toMatchObject([{ state: 'done', reference: 're_1' }])
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 500 })
    const report = { kind: 'disputed', reason: 'Stripe: disputed' } as const
    replaceGateway(app, 'stripe', { lookup: async () => report })
    granted(await sendWebhook('charge.dispute.created', { object: 'dispute', payment_intent: payment.intent }))
    expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
  })

  describe('completed refunds that the bank returned', () => {
    async function refunded(amount: number) {
      const payment = await cards.pay()
      const by = await someStaff(app)
      const made = granted(await refund(app, by, payment.paymentId, amount, { channel: 'gateway' }))
      expect(made).toMatchObject({ state: 'done', reference: expect.stringMatching(/^re_/) })
      return { payment, refundId: made.refundId, stripeId: made.reference ?? '' }
    }

    test.each([
      ['whole', 984_250, 'refunded'],
      ['in part', 500, 'partly_refunded'],
    ] as const)('allow another refund of the amount (%s), and notify staff once', async (_, amount, state) => {
      const { payment, stripeId } = await refunded(amount)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state, refunded: amount })
      for (let times = 0; times < 2; times++) await cards.stripe.returnRefund(payment.intent, stripeId)
      const response = 'Stripe: refund failed, expired_or_canceled_card'
      expect(await refunds()).toMatchObject([
        { state: 'failed', amount, response, refunded_at: null, refunded_on: null },
      ])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['refund_failed'])
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed', net_received: 984_250 })
      expect(await emailsTo(app, getBrand().email)).toEqual([`A refund was returned: ${payment.bookingId}`])
      granted(await refund(app, await someStaff(app), payment.paymentId, 984_250))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded' })
      expect(await alertsOf(app, payment.paymentId)).toEqual([])
    })

    test('ignore late reports of success and later responses', async () => {
      const { payment, refundId, stripeId } = await refunded(500)
      const failed = { kind: 'failed', reason: 'charge_already_refunded' } as const
      await settleRefund(app, refundId, payment.paymentId, failed)
      expect(await refunds()).toMatchObject([{ state: 'done' }])
      await cards.stripe.returnRefund(payment.intent, stripeId)
      const data = { object: 'refund', id: stripeId, payment_intent: payment.intent, metadata: { refund_id: refundId } }
      granted(await sendWebhook('charge.refund.updated', { ...data, status: 'succeeded' }))
      expect(await refunds()).toMatchObject([{ state: 'failed' }])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
    })
  })

  describe('disputes', () => {
    async function disputedPayment() {
      const payment = await cards.pay()
      await cards.stripe.dispute(payment.intent, 'needs_response')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
      const emails = (await emailsTo(app, 'aarati@example.com')).length
      return { payment, emails }
    }

    async function review({ paymentId }: Started) {
      const resolution = await resolveAlert(app, paymentId, 'disputed', 'Answered')
      granted(await decide(app, await someStaff(app), paymentId, resolution))
    }

    test('are recorded as refunded when lost, notify staff, and email no customer that we refunded', async () => {
      const { payment, emails } = await disputedPayment()
      await review(payment)
      for (let times = 0; times < 2; times++) await cards.stripe.dispute(payment.intent, 'lost')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({
        state: 'refunded',
        refunded: 984_250,
        reason: `Stripe: ${npr(paisa(984_250))} lost in a dispute`,
      })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['went_back'])
      expect(await rows(app.db.read, 'refunds')).toMatchObject([{ channel: 'outside', amount: 984_250 }])
      expect(await emailsTo(app, getBrand().email)).toHaveLength(2)
      expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(emails)
    })

    test('notify staff again after a won one, and when an inquiry becomes a dispute', async () => {
      const { payment } = await disputedPayment()
      const reviewIt = () => review(payment)
      await reviewIt()
      await cards.stripe.dispute(payment.intent, 'won')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', reason: null })
      app.clock.advance(10 * 24 * HOUR)
      await cards.stripe.dispute(payment.intent, 'needs_response')
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
      await reviewIt()
      for (const reason of ['Stripe: asked about (du_2)', 'Stripe: disputed (du_2)']) {
        for (let times = 0; times < 2; times++)
          await settle(app, payment.paymentId, { kind: 'disputed', reason }, 'lookup')
        await reviewIt()
      }
      expect(await emailsTo(app, getBrand().email)).toHaveLength(4)
    })

    test('are recorded once for the rest of a payment, beside the refunded part', async () => {
      const { payment } = await disputedPayment()
      const [back, disputed] = [paisa(1_000), 'Stripe: disputed (du_2)']
      const report = { kind: 'refunded', whole: false, back, disputed, reason: 'Stripe: 1000 refunded' } as const
      for (let times = 0; times < 3; times++) await settle(app, payment.paymentId, report, 'lookup')
      expect((await alertsOf(app, payment.paymentId)).toSorted()).toEqual(['disputed', 'went_back'])
      expect(await emailsTo(app, getBrand().email)).toHaveLength(3)
    })

    test('change nothing when won', async () => {
      const { payment, emails } = await disputedPayment()
      await cards.stripe.dispute(payment.intent, 'won')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      expect(await emailsTo(app, getBrand().email)).toHaveLength(1)
      expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(emails)
    })
  })
})
