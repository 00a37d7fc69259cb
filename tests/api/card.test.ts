import { expect, test } from 'vitest'
import { createPaymentIntent, receiveStripeWebhook } from '#contract/card.ts'
import { readSite } from '#contract/site.ts'
import { describeOnEachEngine, expectNothingStored, rows } from '../support/app.ts'
import { placed } from '../support/orders.ts'
import { call, rejected } from '../support/requests.ts'

describeOnEachEngine('card payments on %s', (app) => {
  test('create an intent for the price of the booking, and ignore other fields', async () => {
    const { bookingId, secret } = await placed(app)
    const customer_info = { name: 'X', email: 'x@example.com', phone: '1' }
    for (const amount of [undefined, 950_000, 984_250]) {
      const body = { booking_id: bookingId, currency: 'npr', customer_info, ...(amount && { amount }) }
      const { client_secret, payment_id } = await call(createPaymentIntent, { body, secret })
      const intent = await app.sandbox?.stripe.find(client_secret.split('_secret_')[0] ?? '')
      expect(intent).toMatchObject({ amount: 984_250, metadata: { attempt_id: payment_id, booking_id: bookingId } })
    }
  })

  test('are rejected with another amount, another currency and another secret', async () => {
    const { bookingId: booking_id, secret } = await placed(app)
    const another = await placed(app)
    await expectNothingStored(app, async () => {
      for (const amount of [1, 949_999, 950_001, 984_249, 9_500, 95_000_000, -950_000]) {
        const { fields } = await rejected('invalid', createPaymentIntent, { body: { booking_id, amount }, secret })
        expect(fields).toEqual({ amount: 'This amount is not the price of the booking' })
      }
      await rejected('invalid', createPaymentIntent, { body: { booking_id, currency: 'usd' }, secret })
      await rejected('invalid', createPaymentIntent, { body: { booking_id, discount: 1 }, secret })
      await rejected('not_found', createPaymentIntent, { body: { booking_id } })
      await rejected('not_found', createPaymentIntent, { body: { booking_id }, secret: another.secret })
    })
  })

  test('verify the signature of a webhook over its bytes', async () => {
    const signed = app.sandbox?.stripe.signWebhook('account.updated', { object: 'account', name: 'चौतारी' })
    if (!signed) throw new Error('there is no sandbox')
    const headers = { 'stripe-signature': signed.signature }
    expect(await call(receiveStripeWebhook, { raw: signed.body, headers })).toEqual({ received: true })
    for (const raw of ['', '{"a":', signed.body.replace('चौ', 'चो'), ` ${signed.body}`, `${signed.body}\n`])
      await rejected('bad_signature', receiveStripeWebhook, { raw, headers })
    await rejected('bad_signature', receiveStripeWebhook, { raw: signed.body })
    await rejected('too_large', receiveStripeWebhook, { raw: 'x'.repeat(65_537), headers })
    expect(await rows(app.db.read, 'gateway_events')).toEqual([])
  })

  test('are not offered without keys, and their webhooks are rejected', async () => {
    const { stripe: _, ...others } = app.gateways
    Object.assign(app, { gateways: others, sandbox: undefined, env: { ...app.env, payments: 'test' } })
    const site = await call(readSite)
    expect(site.methods).toContainEqual({ id: 'stripe', available: false, reason: 'Card payments are not set up yet' })
    expect(site).not.toHaveProperty('cardKey')
    const { bookingId: booking_id, secret } = await placed(app)
    const failure = await rejected('unsupported_method', createPaymentIntent, { body: { booking_id }, secret })
    expect(failure.message).toBe('Unsupported payment method: stripe')
    await rejected('not_found', receiveStripeWebhook, { raw: '{}' })
  })
})
