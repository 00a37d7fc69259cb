import { describe, expect, test } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { npr, paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { brand } from '#server/catalogue.ts'
import { decide } from '#server/decisions.ts'
import { expireBookings } from '#server/expiry.ts'
import type { SandboxStripe } from '#server/gateways/sandbox/stripe.ts'
import type { TestCard } from '#server/gateways/sandbox/stripe-intent.ts'
import { intentObject } from '#server/gateways/sandbox/stripe-intent.ts'
import { takeNotice } from '#server/notices.ts'
import { start, verify } from '#server/payments.ts'
import { reconcile } from '#server/reconciliation.ts'
import { settle } from '#server/settlement.ts'
import { HOUR, MINUTE, mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted } from '../support/orders.ts'
import { alertsOf, lookedAfter, paymentRow, type Started, started } from '../support/payments.ts'

describe.each(ENGINES)('paying by card, on %s', (engine) => {
  let app: TestApp
  let stripe: SandboxStripe
  withApp(engine, (opened) => {
    app = opened
    if (!app.sandbox) throw new Error('there is no sandbox')
    stripe = app.sandbox.stripe
  })

  const byCard = () => started(app, undefined, 'stripe')
  const intentOf = async ({ next }: Pick<Started, 'next'>) => {
    const secret = next.kind === 'card' ? next.clientSecret : ''
    const intent = await stripe.find(secret.split('_secret_')[0] ?? '')
    if (!intent) throw new Error('there is no intent')
    return intent
  }
  const confirm = async (payment: Started, card: TestCard) => {
    const { id, clientSecret } = await intentOf(payment)
    return stripe.confirm(id, clientSecret, card, `http://localhost:4321/payment?payment=${payment.paymentId}`)
  }
  const notice = async (payment: Started, type: string, more = {}) =>
    stripe.notice(type, { ...intentObject(await intentOf(payment)), ...more })
  const take = async ({ body, signature }: { body: string; signature: string }) =>
    takeNotice(app, 'stripe', body, signature)
  /** Pays, and no notice of it comes: its connection is cut. */
  const payUnheard = (payment: Started) => confirm(payment, 'answerLost')

  test('an intent over total and fee is made and kept; the seats are kept for as long as it can be paid', async () => {
    const payment = await byCard()
    expect(payment).toMatchObject({ method: 'stripe', amount: 984_250, fee: 34_250, state: 'pending' })
    const intent = await intentOf(payment)
    expect(intent).toMatchObject({ amount: 984_250, currency: 'npr', metadata: { attempt_id: payment.paymentId } })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ gateway_id: intent.id, provider_reference: null })
    const { expires_at } = await bookingRow(app, payment.bookingId)
    expect(Date.parse(String(expires_at))).toBe(app.now() + 45 * MINUTE)
  })

  test('the signed notice settles, without anybody coming back', async () => {
    const payment = await byCard()
    expect(await confirm(payment, 'visa')).toMatchObject({ status: 200 })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({
      state: 'confirmed',
      provider_reference: (await intentOf(payment)).id,
    })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('by notice alone, where the lookup has no answer', async () => {
    const payment = await byCard()
    await payUnheard(payment)
    const paid = await notice(payment, 'payment_intent.succeeded')
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    app.gateways = {
      ...app.gateways,
      stripe: { ...gateway, lookup: async () => ({ kind: 'pending', reason: 'down' }) },
    }
    granted(await take(paid))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('notice before return, return before notice, both at once: confirmed once', async () => {
    const orders = [
      async (payment: Started, paid: Awaited<ReturnType<typeof notice>>) => {
        granted(await take(paid))
        return verify(app, payment.paymentId, {})
      },
      async (payment: Started, paid: Awaited<ReturnType<typeof notice>>) => {
        const verdict = await verify(app, payment.paymentId, { redirect_status: 'failed' })
        granted(await take(paid))
        return verdict
      },
      async (payment: Started, paid: Awaited<ReturnType<typeof notice>>) => {
        const [verdict] = await Promise.all([
          verify(app, payment.paymentId, {}),
          ...Array.from({ length: 20 }, () => take(paid)),
          reconcile(app),
        ])
        return verdict
      },
    ]
    for (const inOrder of orders) {
      const payment = await byCard()
      await payUnheard(payment)
      const verdict = granted(await inOrder(payment, await notice(payment, 'payment_intent.succeeded')))
      expect(verdict).toMatchObject({ success: true, bookingState: 'confirmed', amount: 984_250 })
      const members = (await rows(app.db.read, 'memberships')).filter(
        (member) => (member as { booking_id: string }).booking_id === payment.bookingId,
      )
      expect(members).toHaveLength(1)
    }
    expect(await rows(app.db.read, 'mails')).toHaveLength(orders.length)
    expect(await rows(app.db.read, 'gateway_events')).toHaveLength(orders.length)
  })

  test('a notice is worked through once, however often it comes', async () => {
    const payment = await byCard()
    await payUnheard(payment)
    const paid = await notice(payment, 'payment_intent.succeeded')
    for (let times = 0; times < 3; times++) expect(await take(paid)).toEqual({ ok: true, value: { received: true } })
    expect(await rows(app.db.read, 'gateway_events')).toHaveLength(1)
    const kept = await rows(app.db.read, 'payment_reports')
    expect(kept.map(({ source }) => source).sort()).toEqual(['lookup', 'webhook'])
  })

  test('what Stripe answered is kept word for word, without what lets a browser pay', async () => {
    const payment = await byCard()
    await payUnheard(payment)
    await verify(app, payment.paymentId, {})
    const [kept] = await rows(app.db.read, 'payment_reports')
    expect(kept).toMatchObject({ payment_id: payment.paymentId, source: 'lookup' })
    const { id, clientSecret } = await intentOf(payment)
    expect(kept?.body).toContain(id)
    expect(kept?.body).toContain('succeeded')
    expect(kept?.body).not.toContain(clientSecret)
  })

  test('one that only says that something happened comes again until Stripe can be asked', async () => {
    const payment = await byCard()
    await confirm(payment, 'visa')
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    const answers = (report: GatewayReport) => {
      app.gateways = { ...app.gateways, stripe: { ...gateway, lookup: async () => report } }
    }
    const { id: payment_intent } = await intentOf(payment)
    const before = await stored(app)
    for (const [type, object] of [
      ['charge.dispute.created', 'dispute'],
      ['charge.refunded', 'charge'],
    ] as const) {
      answers({ kind: 'pending', reason: 'Stripe could not be reached', unheard: true })
      const told = stripe.notice(type, { object, payment_intent })
      expect(await take(told)).toMatchObject({ failure: { code: 'gateway_unavailable' } })
      expect(await stored(app)).toEqual(before)
      answers({ kind: 'disputed', reason: 'Stripe: the payer disputes this payment' })
      if (object === 'dispute') continue
      granted(await take(told))
      granted(await take(told))
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
    }
  })

  test('notices in the wrong order end in the true state', async () => {
    const payment = await byCard()
    await confirm(payment, 'chargeDeclined')
    const declined = await notice(payment, 'payment_intent.payment_failed')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({
      state: 'pending',
      reason: 'Stripe: requires_payment_method, card_declined',
    })
    await confirm(payment, 'visa')
    granted(await take(declined))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test.each<[string, (body: string, signature: string) => { body: string; signature: string }]>([
    ['an altered body', (body, signature) => ({ body: body.replace('984250', '984251'), signature })],
    ['no signature', (body) => ({ body, signature: '' })],
    ['another signature', (body) => ({ body, signature: stripe.notice('x', {}).signature })],
  ])('%s is refused and changes nothing', async (_, forge) => {
    const payment = await byCard()
    const { body, signature } = await notice(payment, 'payment_intent.succeeded', {
      status: 'succeeded',
      amount_received: 984_250,
    })
    expect(await take(forge(body, signature))).toMatchObject({ failure: { code: 'bad_signature' as FailureCode } })
    app.clock.advance(6 * MINUTE)
    expect(await take({ body, signature })).toMatchObject({ failure: { code: 'bad_signature' } })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending' })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('what is signed and is about nobody is taken without a word', async () => {
    for (const object of [{ object: 'account' }, { object: 'payment_intent', id: 'pi_foreign' }, null])
      expect(await take(stripe.notice('something.new', object))).toEqual({ ok: true, value: { received: true } })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('a signed notice of another amount is a mismatch for staff', async () => {
    const payment = await byCard()
    granted(
      await take(await notice(payment, 'payment_intent.succeeded', { status: 'succeeded', amount_received: 984_249 })),
    )
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'mismatch' })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification' })
  })

  test('a declined card is tried again with the same intent, an authentication too', async () => {
    const payment = await byCard()
    expect(await confirm(payment, 'chargeDeclined')).toMatchObject({
      status: 402,
      body: { error: { message: 'Your card was declined.' } },
    })
    expect(await confirm(payment, 'authenticationRequired')).toMatchObject({ body: { status: 'requires_action' } })
    const { id } = await intentOf(payment)
    expect(await stripe.authenticate(id, false)).toContain('redirect_status=failed')
    expect(granted(await verify(app, payment.paymentId, { redirect_status: 'succeeded' }))).toMatchObject({
      success: false,
      state: 'pending',
    })
    await confirm(payment, 'authenticationRequired')
    expect(await stripe.authenticate(id, true)).toContain('redirect_status=succeeded')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await confirm(payment, 'visa')).toMatchObject({ status: 400 })
  })

  test('slow money and a lost answer are found by the reconciler', async () => {
    const [slow, lost] = [await byCard(), await byCard()]
    await confirm(slow, 'slow')
    await payUnheard(lost)
    expect(await paymentRow(app, slow.paymentId)).toMatchObject({ state: 'pending', reason: 'Stripe: processing' })
    app.clock.advance(MINUTE)
    await reconcile(app)
    for (const { paymentId } of [slow, lost])
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('an intent that nobody pays is taken back before its place is given away', async () => {
    const payment = await byCard()
    app.clock.advance(31 * MINUTE)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    expect(await confirm(payment, 'visa')).toMatchObject({ status: 400 })
    app.clock.advance(HOUR)
    await expireBookings(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
  })

  test('where Stripe does not answer nothing begins, and the next try does', async () => {
    const payment = await byCard()
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    const down = { ok: false as const, failure: { code: 'gateway_unavailable' as const } }
    app.gateways = { ...app.gateways, stripe: { ...gateway, start: async () => down } }
    expect(await start(app, payment.bookingId, payment.secret, 'stripe')).toEqual(down)
    // A reason that concerns the payer reaches the payer.
    const small = { ok: false as const, failure: { code: 'amount_too_small' as const } }
    app.gateways = { ...app.gateways, stripe: { ...gateway, start: async () => small } }
    expect(await start(app, payment.bookingId, payment.secret, 'stripe')).toEqual(small)
    app.gateways = { ...app.gateways, stripe: gateway }
    const again = granted(await start(app, payment.bookingId, payment.secret, 'stripe'))
    expect(again.paymentId).not.toBe(payment.paymentId)
  })

  test('a refund goes back in parts, once each, and never more than came', async () => {
    const payment = await byCard()
    await confirm(payment, 'visa')
    const { id } = await intentOf(payment)
    const attempt = {
      id: payment.paymentId,
      bookingId: payment.bookingId,
      method: 'stripe' as const,
      amount: payment.amount as never,
      createdAt: app.now(),
      gatewayId: id,
    }
    const refund = (order: string, amount: number, again = false) =>
      app.gateways.stripe?.refund?.(attempt, {
        id: order,
        providerReference: id,
        amount: amount as never,
        received: payment.amount as never,
        before: 0 as never,
        again,
      })
    expect(await refund('r-1', 500)).toMatchObject({ kind: 'done' })
    expect(await refund('r-1', 500)).toMatchObject({ kind: 'done' })
    expect(await refund('r-1', 500, true)).toMatchObject({ kind: 'done' })
    expect((await intentOf(payment)).refunds).toMatchObject([{ amount: 500 }])
    expect(await refund('r-2', 984_250)).toMatchObject({ kind: 'failed' })
    granted(await take(stripe.notice('charge.refunded', { object: 'charge', payment_intent: id })))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded' })
  })

  test('an intent that another try has made needless is taken back: the card form cannot pay a second time', async () => {
    const payment = await byCard()
    const other = granted(await start(app, payment.bookingId, payment.secret, 'esewa'))
    const paid = { kind: 'paid', amount: paisa(other.amount), providerReference: 'E1' } as const
    await settle(app, other.paymentId, paid, 'lookup')
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await confirm(payment, 'visa')).toMatchObject({ status: 400 })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    expect(await alertsOf(app, payment.paymentId)).toEqual([])
  })

  describe('a dispute', () => {
    async function disputedOne() {
      const payment = await byCard()
      await confirm(payment, 'visa')
      const { id } = await intentOf(payment)
      await stripe.dispute(id, 'needs_response')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
      const mails = (await mailsTo(app, 'aarati@example.com')).length
      return { payment, id, mails }
    }

    test('that is lost: the money is gone on record, staff are told, and nobody writes that we sent it', async () => {
      const { payment, id, mails } = await disputedOne()
      const answered = await lookedAfter(app, payment.paymentId, 'disputed', 'Answered')
      granted(await decide(app, await someStaff(app), payment.paymentId, answered))
      for (let times = 0; times < 2; times++) await stripe.dispute(id, 'lost')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({
        state: 'refunded',
        refunded: 984_250,
        reason: `Stripe: ${npr(paisa(984_250))} lost in a dispute`,
      })
      expect(await alertsOf(app, payment.paymentId)).toEqual(['went_back'])
      expect(await rows(app.db.read, 'refunds')).toMatchObject([{ way: 'outside', amount: 984_250 }])
      expect(await mailsTo(app, brand().email)).toHaveLength(2)
      expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(mails)
    })

    test('after one that was looked after and won is news, and so is an inquiry that becomes one', async () => {
      const { payment, id } = await disputedOne()
      const by = await someStaff(app)
      const { paymentId } = payment
      const answered = () => lookedAfter(app, paymentId, 'disputed', 'Answered')
      const look = async () => granted(await decide(app, by, paymentId, await answered()))
      await look()
      await stripe.dispute(id, 'won')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', reason: null })
      app.clock.advance(10 * 24 * HOUR)
      await stripe.dispute(id, 'needs_response')
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
      await look()
      for (const reason of ['Stripe: asked about (du_2)', 'Stripe: disputed (du_2)']) {
        for (let times = 0; times < 2; times++)
          await settle(app, payment.paymentId, { kind: 'disputed', reason }, 'lookup')
        await look()
      }
      expect(await mailsTo(app, brand().email)).toHaveLength(4)
    })

    test('of what is left after a part went back is told once, and the part is', async () => {
      const { payment } = await disputedOne()
      const [back, disputed] = [paisa(1_000), 'Stripe: disputed (du_2)']
      const report = { kind: 'refunded', whole: false, back, disputed, reason: 'Stripe: 1000 refunded' } as const
      for (let times = 0; times < 3; times++) await settle(app, payment.paymentId, report, 'lookup')
      expect((await alertsOf(app, payment.paymentId)).toSorted()).toEqual(['disputed', 'went_back'])
      expect(await mailsTo(app, brand().email)).toHaveLength(3)
    })

    test('that is won leaves the money, and is no news', async () => {
      const { payment, id, mails } = await disputedOne()
      await stripe.dispute(id, 'won')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      expect(await mailsTo(app, brand().email)).toHaveLength(1)
      expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(mails)
    })
  })
})
