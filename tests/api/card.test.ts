import { describe, expect, test } from 'vitest'
import { createPaymentIntent, receiveStripeWebhook } from '#contract/card.ts'
import { readSite } from '#contract/site.ts'
import { setApp } from '#server/open-app.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { placed } from '../support/orders.ts'
import { call, refused } from '../support/requests.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  test('creates an intent for the booking and its price, whatever else is sent', async () => {
    const { bookingId, secret } = await placed(app)
    const customer_info = { name: 'X', email: 'x@example.com', phone: '1' }
    for (const amount of [undefined, 950_000, 984_250]) {
      const body = { booking_id: bookingId, currency: 'npr', customer_info, ...(amount && { amount }) }
      const { client_secret, payment_id } = await call(createPaymentIntent, { body, secret })
      const intent = await app.sandbox?.stripe.find(client_secret.split('_secret_')[0] ?? '')
      expect(intent).toMatchObject({ amount: 984_250, metadata: { attempt_id: payment_id, booking_id: bookingId } })
    }
  })

  test('is refused for another sum, another currency, another secret', async () => {
    const { bookingId: booking_id, secret } = await placed(app)
    const another = await placed(app)
    const before = await stored(app)
    for (const amount of [1, 949_999, 950_001, 984_249, 9_500, 95_000_000, -950_000])
      expect(await refused('invalid', createPaymentIntent, { body: { booking_id, amount }, secret })).toMatchObject({
        fields: { amount: 'This is not what the booking costs' },
      })
    await refused('invalid', createPaymentIntent, { body: { booking_id, currency: 'usd' }, secret })
    await refused('invalid', createPaymentIntent, { body: { booking_id, discount: 1 }, secret })
    await refused('not_found', createPaymentIntent, { body: { booking_id } })
    await refused('not_found', createPaymentIntent, { body: { booking_id }, secret: another.secret })
    expect(await stored(app)).toEqual(before)
  })

  test('a notice is verified over its bytes, whatever it is', async () => {
    const signed = app.sandbox?.stripe.signWebhook('account.updated', { object: 'account', name: 'चौतारी' })
    if (!signed) throw new Error('there is no sandbox')
    const headers = { 'stripe-signature': signed.signature }
    expect(await call(receiveStripeWebhook, { raw: signed.body, headers })).toEqual({ received: true })
    for (const raw of ['', '{"a":', signed.body.replace('चौ', 'चो'), ` ${signed.body}`, `${signed.body}\n`])
      await refused('bad_signature', receiveStripeWebhook, { raw, headers })
    await refused('bad_signature', receiveStripeWebhook, { raw: signed.body })
    await refused('too_large', receiveStripeWebhook, { raw: 'x'.repeat(65_537), headers })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('without keys cards say so, and nobody is listened to', async () => {
    const { stripe: _, ...others } = app.gateways
    Object.assign(app, { gateways: others, sandbox: undefined, env: { ...app.env, payments: 'test' } })
    const site = await call(readSite)
    expect(site.methods).toContainEqual({ id: 'stripe', available: false, reason: 'Card payments are not set up yet' })
    expect(site).not.toHaveProperty('cardKey')
    const { bookingId, secret } = await placed(app)
    const refusal = await refused('unsupported_method', createPaymentIntent, {
      body: { booking_id: bookingId },
      secret,
    })
    expect(refusal.message).toBe('Unsupported payment method: stripe')
    await refused('not_found', receiveStripeWebhook, { raw: '{}' })
  })
})
