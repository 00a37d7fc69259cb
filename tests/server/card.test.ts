import { describe, expect, test } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { settle } from '#server/payments/settlement.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted } from '../support/orders.ts'
import { alertsOf, paymentRow, type Started } from '../support/payments.ts'
import { Cards } from './cards.ts'

describe.each(ENGINES)('paying by card, on %s', (engine) => {
  let app: TestApp
  let cards: Cards
  withApp(engine, (opened) => {
    app = opened
    cards = new Cards(app)
  })

  test('an intent over total and fee is made and kept; the seats are kept for as long as it can be paid', async () => {
    const payment = await cards.begin()
    expect(payment).toMatchObject({ method: 'stripe', amount: 984_250, fee: 34_250, state: 'pending' })
    const intent = await cards.intentOf(payment)
    expect(intent).toMatchObject({ amount: 984_250, currency: 'npr', metadata: { attempt_id: payment.paymentId } })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ gateway_id: intent.id, provider_reference: null })
    const { expires_at } = await bookingRow(app, payment.bookingId)
    expect(Date.parse(String(expires_at))).toBe(app.now() + 45 * MINUTE)
  })

  test('the signed notice settles, without anybody coming back', async () => {
    const payment = await cards.begin()
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 200 })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({
      state: 'confirmed',
      provider_reference: (await cards.intentOf(payment)).id,
    })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('by notice alone, where the lookup has no answer', async () => {
    const payment = await cards.begin()
    await cards.payUnheard(payment)
    const paid = await cards.notice(payment, 'payment_intent.succeeded')
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    app.gateways = {
      ...app.gateways,
      stripe: { ...gateway, lookup: async () => ({ kind: 'pending', reason: 'down' }) },
    }
    granted(await cards.take(paid))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('notice before return, return before notice, both at once: confirmed once', async () => {
    const orders = [
      async (payment: Started, paid: Awaited<ReturnType<Cards['notice']>>) => {
        granted(await cards.take(paid))
        return verifyAttempt(app, payment.paymentId, {})
      },
      async (payment: Started, paid: Awaited<ReturnType<Cards['notice']>>) => {
        const verdict = await verifyAttempt(app, payment.paymentId, { redirect_status: 'failed' })
        granted(await cards.take(paid))
        return verdict
      },
      async (payment: Started, paid: Awaited<ReturnType<Cards['notice']>>) => {
        const [verdict] = await Promise.all([
          verifyAttempt(app, payment.paymentId, {}),
          ...Array.from({ length: 20 }, () => cards.take(paid)),
          reconcile(app),
        ])
        return verdict
      },
    ]
    for (const inOrder of orders) {
      const payment = await cards.begin()
      await cards.payUnheard(payment)
      const verdict = granted(await inOrder(payment, await cards.notice(payment, 'payment_intent.succeeded')))
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
    const payment = await cards.begin()
    await cards.payUnheard(payment)
    const paid = await cards.notice(payment, 'payment_intent.succeeded')
    for (let times = 0; times < 3; times++)
      expect(await cards.take(paid)).toEqual({ ok: true, value: { received: true } })
    expect(await rows(app.db.read, 'gateway_events')).toHaveLength(1)
    const kept = await rows(app.db.read, 'payment_reports')
    expect(kept.map(({ source }) => source).sort()).toEqual(['lookup', 'webhook'])
  })

  test('what Stripe answered is kept word for word, without what lets a browser pay', async () => {
    const payment = await cards.begin()
    await cards.payUnheard(payment)
    await verifyAttempt(app, payment.paymentId, {})
    const [kept] = await rows(app.db.read, 'payment_reports')
    expect(kept).toMatchObject({ payment_id: payment.paymentId, source: 'lookup' })
    const { id, clientSecret } = await cards.intentOf(payment)
    expect(kept?.body).toContain(id)
    expect(kept?.body).toContain('succeeded')
    expect(kept?.body).not.toContain(clientSecret)
  })

  test('one that only says that something happened comes again until Stripe can be asked', async () => {
    const payment = await cards.begin()
    await cards.confirm(payment, 'visa')
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    const answers = (report: GatewayReport) => {
      app.gateways = { ...app.gateways, stripe: { ...gateway, lookup: async () => report } }
    }
    const { id: payment_intent } = await cards.intentOf(payment)
    const before = await stored(app)
    for (const [type, object] of [
      ['charge.dispute.created', 'dispute'],
      ['charge.refunded', 'charge'],
    ] as const) {
      answers({ kind: 'pending', reason: 'Stripe could not be reached', noResponse: true })
      const told = cards.stripe.signWebhook(type, { object, payment_intent })
      expect(await cards.take(told)).toMatchObject({ failure: { code: 'gateway_unavailable' } })
      expect(await stored(app)).toEqual(before)
      answers({ kind: 'disputed', reason: 'Stripe: the payer disputes this payment' })
      if (object === 'dispute') continue
      granted(await cards.take(told))
      granted(await cards.take(told))
      expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
    }
  })

  test('notices in the wrong order end in the true state', async () => {
    const payment = await cards.begin()
    await cards.confirm(payment, 'chargeDeclined')
    const declined = await cards.notice(payment, 'payment_intent.payment_failed')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({
      state: 'failed',
      reason: 'Stripe: Your card was declined.',
    })
    await cards.confirm(payment, 'visa')
    granted(await cards.take(declined))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('a delayed notice of a declined card does not fail the next card while it is processing', async () => {
    const payment = await cards.begin()
    await cards.confirm(payment, 'chargeDeclined')
    const declined = await cards.notice(payment, 'payment_intent.payment_failed')
    await cards.confirm(payment, 'slow')
    granted(await cards.take(declined))
    const open = granted(await verifyAttempt(app, payment.paymentId, {}))
    expect(open).toMatchObject({ success: false, state: 'pending' })
    expect(open).not.toHaveProperty('error')
    app.clock.advance(MINUTE)
    expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
      success: true,
      state: 'confirmed',
    })
  })

  test.each<[string, (body: string, signature: string) => { body: string; signature: string }]>([
    ['an altered body', (body, signature) => ({ body: body.replace('984250', '984251'), signature })],
    ['no signature', (body) => ({ body, signature: '' })],
    ['another signature', (body) => ({ body, signature: cards.stripe.signWebhook('x', {}).signature })],
  ])('%s is refused and changes nothing', async (_, forge) => {
    const payment = await cards.begin()
    const { body, signature } = await cards.notice(payment, 'payment_intent.succeeded', {
      status: 'succeeded',
      amount_received: 984_250,
    })
    expect(await cards.take(forge(body, signature))).toMatchObject({
      failure: { code: 'bad_signature' as FailureCode },
    })
    app.clock.advance(6 * MINUTE)
    expect(await cards.take({ body, signature })).toMatchObject({ failure: { code: 'bad_signature' } })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending' })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('what is signed and is about nobody is taken without a word', async () => {
    for (const object of [{ object: 'account' }, { object: 'payment_intent', id: 'pi_foreign' }, null])
      expect(await cards.take(cards.stripe.signWebhook('something.new', object))).toEqual({
        ok: true,
        value: { received: true },
      })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('a signed notice of another amount is a mismatch for staff', async () => {
    const payment = await cards.begin()
    granted(
      await cards.take(
        await cards.notice(payment, 'payment_intent.succeeded', { status: 'succeeded', amount_received: 984_249 }),
      ),
    )
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'mismatch' })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification' })
  })

  test('a declined card is tried again with the same intent, an authentication too', async () => {
    const payment = await cards.begin()
    expect(await cards.confirm(payment, 'chargeDeclined')).toMatchObject({
      status: 402,
      body: { error: { message: 'Your card was declined.' } },
    })
    expect(await cards.confirm(payment, 'authenticationRequired')).toMatchObject({
      body: { status: 'requires_action' },
    })
    const { id } = await cards.intentOf(payment)
    expect(await cards.stripe.authenticate(id, false)).toContain('redirect_status=failed')
    expect(granted(await verifyAttempt(app, payment.paymentId, { redirect_status: 'succeeded' }))).toMatchObject({
      success: false,
      state: 'failed',
      bookingState: 'held',
      gatewayMessage:
        'Stripe: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
    // Before anyone answers the second request of the bank, the attempt is open again.
    await cards.confirm(payment, 'authenticationRequired')
    const reopened = granted(await verifyAttempt(app, payment.paymentId, {}))
    expect(reopened).toMatchObject({ state: 'pending' })
    expect(reopened).not.toHaveProperty('gatewayMessage')
    expect(await cards.stripe.authenticate(id, true)).toContain('redirect_status=succeeded')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 400 })
  })

  test('slow money and a lost answer are found by the reconciler', async () => {
    const [slow, lost] = [await cards.begin(), await cards.begin()]
    await cards.confirm(slow, 'slow')
    await cards.payUnheard(lost)
    expect(await paymentRow(app, slow.paymentId)).toMatchObject({ state: 'pending', reason: 'Stripe: processing' })
    app.clock.advance(MINUTE)
    await reconcile(app)
    for (const { paymentId } of [slow, lost])
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('an intent that nobody pays is taken back before its place is given away', async () => {
    const payment = await cards.begin()
    app.clock.advance(31 * MINUTE)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 400 })
    app.clock.advance(HOUR)
    await expireBookings(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
  })

  test('where Stripe does not answer nothing begins, and the next try does', async () => {
    const payment = await cards.begin()
    const gateway = app.gateways.stripe
    if (!gateway) throw new Error('there is no card')
    const down = { ok: false as const, failure: { code: 'gateway_unavailable' as const } }
    app.gateways = { ...app.gateways, stripe: { ...gateway, start: async () => down } }
    expect(await startAttempt(app, payment.bookingId, payment.secret, 'stripe')).toEqual(down)
    // A reason that concerns the payer reaches the payer.
    const small = { ok: false as const, failure: { code: 'amount_too_small' as const } }
    app.gateways = { ...app.gateways, stripe: { ...gateway, start: async () => small } }
    expect(await startAttempt(app, payment.bookingId, payment.secret, 'stripe')).toEqual(small)
    app.gateways = { ...app.gateways, stripe: gateway }
    const again = granted(await startAttempt(app, payment.bookingId, payment.secret, 'stripe'))
    expect(again.paymentId).not.toBe(payment.paymentId)
  })

  test('an intent that another try has made needless is taken back: the card form cannot pay a second time', async () => {
    const payment = await cards.begin()
    const other = granted(await startAttempt(app, payment.bookingId, payment.secret, 'esewa'))
    const paid = { kind: 'paid', amount: paisa(other.amount), providerReference: 'E1' } as const
    await settle(app, other.paymentId, paid, 'lookup')
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 400 })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    expect(await alertsOf(app, payment.paymentId)).toEqual([])
  })
})
