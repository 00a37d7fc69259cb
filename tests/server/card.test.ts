import { expect, test } from 'vitest'
import { fail } from '#contract/failure.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, HOUR, MINUTE, rows } from '../support/app.ts'
import { bookingRow, granted } from '../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter } from '../support/outcomes.ts'
import { alertsOf, paid, paymentRow, replaceGateway, type Started, statesOf, verified } from '../support/payments.ts'
import { SandboxCards } from './sandbox-cards.ts'

const RECEIVED = { ok: true, value: { received: true } }

describeOnEachEngine('card payments on %s', (app) => {
  const cards = new SandboxCards(app)

  test('store an intent over total and fee, and hold the seats while it can be paid', async () => {
    const payment = await cards.start()
    expect(payment).toMatchObject({ method: 'stripe', amount: 984_250, fee: 34_250, state: 'pending' })
    const intent = await cards.intentOf(payment)
    expect(intent).toMatchObject({ amount: 984_250, currency: 'npr', metadata: { attempt_id: payment.paymentId } })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ gateway_id: intent.id, provider_reference: null })
    const { expires_at } = await bookingRow(app, payment.bookingId)
    expect(Date.parse(String(expires_at))).toBe(app.now() + 45 * MINUTE)
  })

  test('settle by signed webhook without a return of the payer', async () => {
    const payment = await cards.start()
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 200 })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({
      state: 'confirmed',
      provider_reference: (await cards.intentOf(payment)).id,
    })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('settle by webhook when the lookup has no response', async () => {
    const payment = await cards.payWithoutResponse()
    const paid = await cards.webhook(payment, 'payment_intent.succeeded')
    replaceGateway(app, 'stripe', { lookup: async () => ({ kind: 'pending', reason: 'down' }) })
    granted(await cards.send(paid))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('are confirmed once in any order of webhook and return', async () => {
    type Webhook = Awaited<ReturnType<SandboxCards['webhook']>>
    const verify = ({ paymentId }: Started, parameters = {}) => verifyAttempt(app, paymentId, parameters)
    const orders = [
      async (payment: Started, paid: Webhook) => {
        granted(await cards.send(paid))
        return verify(payment)
      },
      async (payment: Started, paid: Webhook) => {
        const verdict = await verify(payment, { redirect_status: 'failed' })
        granted(await cards.send(paid))
        return verdict
      },
      async (payment: Started, paid: Webhook) => {
        const [verdict] = await Promise.all([verify(payment), atOnce(20, () => cards.send(paid)), reconcile(app)])
        return verdict
      },
    ]
    for (const inOrder of orders) {
      const payment = await cards.payWithoutResponse()
      const verdict = granted(await inOrder(payment, await cards.webhook(payment, 'payment_intent.succeeded')))
      expect(verdict).toMatchObject({ success: true, bookingState: 'confirmed', amount: 984_250 })
      const members = await rows(app.db.read, 'memberships')
      expect(members.filter(({ booking_id }) => booking_id === payment.bookingId)).toHaveLength(1)
    }
    expect(await rows(app.db.read, 'emails')).toHaveLength(orders.length)
    expect(await rows(app.db.read, 'gateway_events')).toHaveLength(orders.length)
  })

  test('handle a repeated webhook once', async () => {
    const payment = await cards.payWithoutResponse()
    const paid = await cards.webhook(payment, 'payment_intent.succeeded')
    for (let times = 0; times < 3; times++) expect(await cards.send(paid)).toEqual(RECEIVED)
    expect(await rows(app.db.read, 'gateway_events')).toHaveLength(1)
    const reports = await rows(app.db.read, 'payment_reports')
    expect(reports.map(({ source }) => source).sort()).toEqual(['lookup', 'webhook'])
  })

  test('store the response of Stripe without the client secret', async () => {
    const payment = await cards.payWithoutResponse()
    await verifyAttempt(app, payment.paymentId, {})
    const [report] = await rows(app.db.read, 'payment_reports')
    expect(report).toMatchObject({ payment_id: payment.paymentId, source: 'lookup' })
    const { id, clientSecret } = await cards.intentOf(payment)
    expect(report?.body).toContain(id)
    expect(report?.body).toContain('succeeded')
    expect(report?.body).not.toContain(clientSecret)
  })

  test('reject a webhook without a report until Stripe responds to the lookup', async () => {
    const payment = await cards.start()
    await cards.confirm(payment, 'visa')
    const respondWith = (report: GatewayReport) => replaceGateway(app, 'stripe', { lookup: async () => report })
    const { id: payment_intent } = await cards.intentOf(payment)
    const webhook = (type: string, object: string) => cards.stripe.signWebhook(type, { object, payment_intent })
    const sent = [webhook('charge.dispute.created', 'dispute'), webhook('charge.refunded', 'charge')] as const
    respondWith({ kind: 'pending', reason: 'Stripe could not be reached', noResponse: true })
    for (const each of sent) expect((await rejection(app, () => cards.send(each))).code).toBe('gateway_unavailable')
    respondWith({ kind: 'disputed', reason: 'Stripe: the payer disputes this payment' })
    for (let time = 0; time < 2; time++) granted(await cards.send(sent[1]))
    expect(await alertsOf(app, payment.paymentId)).toEqual(['disputed'])
  })

  test('end in the true state when webhooks arrive out of order', async () => {
    const payment = await cards.start()
    await cards.confirm(payment, 'chargeDeclined')
    const declined = await cards.webhook(payment, 'payment_intent.payment_failed')
    const failed = { state: 'failed', reason: 'Stripe: Your card was declined.' }
    expect(await paymentRow(app, payment.paymentId)).toMatchObject(failed)
    await cards.confirm(payment, 'visa')
    granted(await cards.send(declined))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('ignore a delayed decline while the next card is processing', async () => {
    const payment = await cards.start()
    await cards.confirm(payment, 'chargeDeclined')
    const declined = await cards.webhook(payment, 'payment_intent.payment_failed')
    await cards.confirm(payment, 'slow')
    granted(await cards.send(declined))
    const open = await verified(app, payment.paymentId)
    expect(open).toMatchObject({ success: false, state: 'pending' })
    expect(open).not.toHaveProperty('error')
    app.clock.advance(MINUTE)
    expect(await verified(app, payment.paymentId)).toMatchObject({ success: true, state: 'confirmed' })
  })

  test.each<[string, (body: string, signature: string) => { body: string; signature: string }]>([
    ['an altered body', (body, signature) => ({ body: body.replace('984250', '984251'), signature })],
    ['no signature', (body) => ({ body, signature: '' })],
    ['another signature', (body) => ({ body, signature: cards.stripe.signWebhook('x', {}).signature })],
  ])('reject a webhook with %s and change nothing', async (_, forge) => {
    const payment = await cards.start()
    const succeeded = { status: 'succeeded', amount_received: 984_250 }
    const { body, signature } = await cards.webhook(payment, 'payment_intent.succeeded', succeeded)
    expect(codeOf(await cards.send(forge(body, signature)))).toBe('bad_signature')
    app.clock.advance(6 * MINUTE)
    expect(codeOf(await cards.send({ body, signature }))).toBe('bad_signature')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending' })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('accept a signed webhook that concerns no payment', async () => {
    for (const object of [{ object: 'account' }, { object: 'payment_intent', id: 'pi_foreign' }, null])
      expect(await cards.send(cards.stripe.signWebhook('something.new', object))).toEqual(RECEIVED)
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('become a mismatch by a webhook with another amount', async () => {
    const payment = await cards.start()
    const succeeded = { status: 'succeeded', amount_received: 984_249 }
    granted(await cards.send(await cards.webhook(payment, 'payment_intent.succeeded', succeeded)))
    expect(await statesOf(app, payment.paymentId)).toEqual(['mismatch', 'pending_verification'])
  })

  test('reuse the intent after a decline and a failed authentication', async () => {
    const payment = await cards.start()
    const declined = { status: 402, body: { error: { message: 'Your card was declined.' } } }
    expect(await cards.confirm(payment, 'chargeDeclined')).toMatchObject(declined)
    const authentication = { body: { status: 'requires_action' } }
    expect(await cards.confirm(payment, 'authenticationRequired')).toMatchObject(authentication)
    const { id } = await cards.intentOf(payment)
    expect(await cards.stripe.authenticate(id, false)).toContain('redirect_status=failed')
    expect(await verified(app, payment.paymentId, { redirect_status: 'succeeded' })).toMatchObject({
      success: false,
      state: 'failed',
      bookingState: 'held',
      gatewayMessage:
        'Stripe: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
    // The attempt is open again until the second authentication is decided.
    await cards.confirm(payment, 'authenticationRequired')
    const reopened = await verified(app, payment.paymentId)
    expect(reopened).toMatchObject({ state: 'pending' })
    expect(reopened).not.toHaveProperty('gatewayMessage')
    expect(await cards.stripe.authenticate(id, true)).toContain('redirect_status=succeeded')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 400 })
  })

  test('are found by reconciliation if they are slow or unreported', async () => {
    const [slow, lost] = [await cards.start(), await cards.payWithoutResponse()]
    await cards.confirm(slow, 'slow')
    expect(await paymentRow(app, slow.paymentId)).toMatchObject({ state: 'pending', reason: 'Stripe: processing' })
    await runAfter(app, MINUTE, reconcile)
    for (const { paymentId } of [slow, lost])
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
  })

  test('cancel an unpaid intent before the seats are released', async () => {
    const payment = await cards.start()
    await runAfter(app, 31 * MINUTE, reconcile)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 400 })
    await runAfter(app, HOUR, expireBookings)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
  })

  test('do not start without a response, and start with the next attempt', async () => {
    const payment = await cards.start()
    const start = () => startAttempt(app, payment.bookingId, payment.secret, 'stripe')
    const { gateways } = app
    for (const failure of [fail('gateway_unavailable'), fail('amount_too_small')]) {
      replaceGateway(app, 'stripe', { start: async () => failure })
      expect(await start()).toEqual(failure)
    }
    app.gateways = gateways
    const again = granted(await start())
    expect(again.paymentId).not.toBe(payment.paymentId)
  })

  test('cancel the intent when another attempt has paid the booking', async () => {
    const payment = await cards.start()
    const other = granted(await startAttempt(app, payment.bookingId, payment.secret, 'esewa'))
    await settle(app, other.paymentId, paid(), 'lookup')
    await runAfter(app, MINUTE, reconcile)
    expect(await cards.confirm(payment, 'visa')).toMatchObject({ status: 400 })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    expect(await alertsOf(app, payment.paymentId)).toEqual([])
  })
})
