import { describe, expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { getBrand } from '#server/catalogue.ts'
import { decide } from '#server/payments/decisions.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { HOUR, mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey } from '../support/orders.ts'
import { alertsOf, lookedAfter, paymentRow } from '../support/payments.ts'
import { Cards } from './cards.ts'

describe.each(ENGINES)('money that goes back to a card, on %s', (engine) => {
  let app: TestApp
  let cards: Cards
  withApp(engine, (opened) => {
    app = opened
    cards = new Cards(app)
  })
  const refunds = () => rows(app.db.read, 'refunds')

  test('a refund goes back in parts, once each, and never more than came', async () => {
    const payment = await cards.paid()
    const attempt = {
      id: payment.paymentId,
      bookingId: payment.bookingId,
      method: 'stripe' as const,
      amount: payment.amount as never,
      createdAt: app.now(),
      gatewayId: payment.intent,
    }
    const send = (order: string, amount: number, again = false) =>
      app.gateways.stripe?.refund?.(attempt, {
        id: order,
        providerReference: payment.intent,
        amount: amount as never,
        received: payment.amount as never,
        refundedBefore: 0 as never,
        isRetry: again,
      })
    expect(await send('r-1', 500)).toMatchObject({ kind: 'done' })
    expect(await send('r-1', 500)).toMatchObject({ kind: 'done' })
    expect(await send('r-1', 500, true)).toMatchObject({ kind: 'done' })
    expect((await cards.intentOf(payment)).refunds).toMatchObject([{ amount: 500 }])
    expect(await send('r-2', 984_250)).toMatchObject({ kind: 'failed' })
    granted(
      await cards.take(
        cards.stripe.signWebhook('charge.refunded', { object: 'charge', payment_intent: payment.intent }),
      ),
    )
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded' })
  })

  test('a card: the dashboard’s refund, a dispute and the word on a refund of ours come by signed notice', async () => {
    const payment = await cards.paid()
    const tell = (type: string, object: unknown) => cards.take(cards.stripe.signWebhook(type, object))
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    // The answer to our call is lost; Stripe's notice of the refund says how it ended.
    app.gateways = {
      ...app.gateways,
      stripe: { ...gateway, refund: async () => ({ kind: 'pending', reason: 'no answer' }) },
    }
    const by = await someStaff(app)
    const part = { way: 'gateway', amount: 500, reason: 'A part' } as const
    const { refundId } = granted(await createRefund(app, payment.paymentId, part, by, newKey()))
    const about = { object: 'refund', id: 're_1', payment_intent: payment.intent, metadata: { refund_id: refundId } }
    granted(await tell('refund.updated', { ...about, status: 'pending' }))
    expect(await refunds()).toMatchObject([{ state: 'sent' }])
    granted(await tell('refund.updated', { ...about, status: 'succeeded' }))
    granted(await tell('refund.updated', { ...about, status: 'pending' }))
    expect(await refunds()).toMatchObject([{ state: 'done', reference: 're_1' }])
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 500 })
    const report = { kind: 'disputed', reason: 'Stripe: disputed' } as const
    app.gateways = { ...app.gateways, stripe: { ...gateway, lookup: async () => report } }
    granted(await tell('charge.dispute.created', { object: 'dispute', payment_intent: payment.intent }))
    expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
  })

  describe('a card’s refund that was done and came back', () => {
    async function sentBack(amount: number) {
      const payment = await cards.paid()
      const wanted = { way: 'gateway', amount, reason: 'Asked by phone' } as const
      const made = granted(await createRefund(app, payment.paymentId, wanted, await someStaff(app), newKey()))
      expect(made).toMatchObject({ state: 'done', reference: expect.stringMatching(/^re_/) })
      return { payment, refundId: made.refundId, theirs: made.reference ?? '' }
    }

    test.each([
      ['whole', 984_250, 'refunded'],
      ['in part', 500, 'partly_refunded'],
    ] as const)('%s: its money is here and can go another way; staff are told once', async (_, amount, state) => {
      const { payment, theirs } = await sentBack(amount)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state, refunded: amount })
      for (let times = 0; times < 2; times++) await cards.stripe.returnRefund(payment.intent, theirs)
      expect(await refunds()).toMatchObject([
        { state: 'failed', amount, answer: 'Stripe: refund failed, expired_or_canceled_card' },
      ])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['refund_failed'])
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed', kept: 984_250 })
      expect(await mailsTo(app, getBrand().email)).toEqual([`A refund came back: ${payment.bookingId}`])
      const all = { way: 'manual', amount: 984_250, reason: 'Sent by hand' } as const
      granted(await createRefund(app, payment.paymentId, all, await someStaff(app), newKey()))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded' })
      expect(await alertsOf(app, payment.paymentId)).toEqual([])
    })

    test('late word that it succeeded, and an answer to a call of ours, change nothing', async () => {
      const { payment, refundId, theirs } = await sentBack(500)
      const failed = { kind: 'failed', reason: 'charge_already_refunded' } as const
      await settleRefund(app, refundId, payment.paymentId, failed)
      expect(await refunds()).toMatchObject([{ state: 'done' }])
      await cards.stripe.returnRefund(payment.intent, theirs)
      const about = { object: 'refund', id: theirs, payment_intent: payment.intent, metadata: { refund_id: refundId } }
      granted(await cards.take(cards.stripe.signWebhook('charge.refund.updated', { ...about, status: 'succeeded' })))
      expect(await refunds()).toMatchObject([{ state: 'failed' }])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
    })
  })

  describe('a dispute', () => {
    async function disputedOne() {
      const payment = await cards.paid()
      await cards.stripe.dispute(payment.intent, 'needs_response')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
      const mails = (await mailsTo(app, 'aarati@example.com')).length
      return { payment, mails }
    }

    test('that is lost: the money is gone on record, staff are told, and nobody writes that we sent it', async () => {
      const { payment, mails } = await disputedOne()
      const answered = await lookedAfter(app, payment.paymentId, 'disputed', 'Answered')
      granted(await decide(app, await someStaff(app), payment.paymentId, answered))
      for (let times = 0; times < 2; times++) await cards.stripe.dispute(payment.intent, 'lost')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({
        state: 'refunded',
        refunded: 984_250,
        reason: `Stripe: ${npr(paisa(984_250))} lost in a dispute`,
      })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['went_back'])
      expect(await rows(app.db.read, 'refunds')).toMatchObject([{ way: 'outside', amount: 984_250 }])
      expect(await mailsTo(app, getBrand().email)).toHaveLength(2)
      expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(mails)
    })

    test('after one that was looked after and won is news, and so is an inquiry that becomes one', async () => {
      const { payment } = await disputedOne()
      const by = await someStaff(app)
      const { paymentId } = payment
      const answered = () => lookedAfter(app, paymentId, 'disputed', 'Answered')
      const look = async () => granted(await decide(app, by, paymentId, await answered()))
      await look()
      await cards.stripe.dispute(payment.intent, 'won')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', reason: null })
      app.clock.advance(10 * 24 * HOUR)
      await cards.stripe.dispute(payment.intent, 'needs_response')
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
      await look()
      for (const reason of ['Stripe: asked about (du_2)', 'Stripe: disputed (du_2)']) {
        for (let times = 0; times < 2; times++)
          await settle(app, payment.paymentId, { kind: 'disputed', reason }, 'lookup')
        await look()
      }
      expect(await mailsTo(app, getBrand().email)).toHaveLength(4)
    })

    test('of what is left after a part went back is told once, and the part is', async () => {
      const { payment } = await disputedOne()
      const [back, disputed] = [paisa(1_000), 'Stripe: disputed (du_2)']
      const report = { kind: 'refunded', whole: false, back, disputed, reason: 'Stripe: 1000 refunded' } as const
      for (let times = 0; times < 3; times++) await settle(app, payment.paymentId, report, 'lookup')
      expect((await alertsOf(app, payment.paymentId)).toSorted()).toEqual(['disputed', 'went_back'])
      expect(await mailsTo(app, getBrand().email)).toHaveLength(3)
    })

    test('that is won leaves the money, and is no news', async () => {
      const { payment, mails } = await disputedOne()
      await cards.stripe.dispute(payment.intent, 'won')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      expect(await mailsTo(app, getBrand().email)).toHaveLength(1)
      expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(mails)
    })
  })
})
