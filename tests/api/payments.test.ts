import { describe, expect, test } from 'vitest'
import { placeBooking, readBooking } from '#contract/bookings.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { setApp } from '#server/open-app.ts'
import { HOUR, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { newKey, order } from '../support/orders.ts'
import { decide } from '../support/payments.ts'
import { call, OWN, refused } from '../support/requests.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  const book = () => call(placeBooking, { body: order(), headers: { 'idempotency-key': newKey(), ...OWN } })
  const begin = async (method = 'esewa') => {
    const { bookingId, secret } = await book()
    return { bookingId, secret, ...(await call(startPayment, { body: { bookingId, method }, secret, headers: OWN })) }
  }

  test('from the booking over the gateway to the confirmation', async () => {
    const payment = await begin()
    const { paymentId: id, bookingId, secret } = payment
    expect(payment).toMatchObject({ method: 'esewa', state: 'pending', amount: 950_000, fee: 0 })
    expect(await call(verifyPayment, { id, body: {}, headers: OWN })).toMatchObject({
      success: false,
      state: 'pending',
    })
    const hints = await decide(app, payment, 'pay')
    const verdict = await call(verifyPayment, { id, body: hints, headers: OWN })
    expect(verdict).toMatchObject({ success: true, amount: 950_000, state: 'confirmed', bookingState: 'confirmed' })
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'confirmed',
      expiresAt: null,
      extensionsLeft: 0,
      payments: [{ paymentId: id, method: 'esewa', state: 'confirmed', transactionId: verdict.transactionId }],
    })
  })

  test('a bank transfer is told where to go and waits for staff', async () => {
    const { bookingId, secret, next, paymentId } = await begin('bank_transfer')
    expect(next).toMatchObject({ kind: 'transfer', reference: bookingId, expiresAt: '2026-12-04T04:15:00.000Z' })
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'pending_verification',
      payments: [{ paymentId, method: 'bank_transfer', state: 'pending', transactionId: null }],
    })
  })

  test.each(['cash'])('%s is rejected as an unsupported payment method', async (method) => {
    const { bookingId, secret } = await book()
    const failure = await refused('unsupported_method', startPayment, { body: { bookingId, method }, secret })
    expect(failure.message).toBe(`Unsupported payment method: ${method}`)
    expect(await rows(app.db.read, 'payments')).toEqual([])
  })

  test('is started by who holds the secret', async () => {
    const { bookingId } = await book()
    const another = await book()
    const before = await stored(app)
    await refused('not_found', startPayment, { body: { bookingId, method: 'esewa' } })
    await refused('not_found', startPayment, { body: { bookingId, method: 'esewa' }, secret: another.secret })
    await refused('not_found', startPayment, { body: { bookingId: 'x', method: 'esewa' }, secret: another.secret })
    expect(await stored(app)).toEqual(before)
  })

  test('is not started any more once the hold is over', async () => {
    const { bookingId, secret } = await book()
    app.clock.advance(HOUR)
    await refused('not_payable', startPayment, { body: { bookingId, method: 'esewa' }, secret })
  })

  test.each([
    [{}, { bookingId: 'This field is missing', method: 'This field is missing' }],
    [
      { bookingId: 1, method: ['esewa'] },
      { bookingId: 'Send this as text', method: 'Send this as text' },
    ],
    [{ bookingId: 'x'.repeat(61), method: 'esewa' }, { bookingId: 'Send at most 60 characters' }],
    [{ bookingId: 'x', method: 'x'.repeat(41) }, { method: 'Send at most 40 characters' }],
  ])('is not started with %j', async (body, fields) => {
    expect(await refused('invalid', startPayment, { body })).toMatchObject({ fields })
  })

  test.each([
    [{ data: 1 }, { data: 'Send this as text' }],
    [{ data: null }, { data: 'Send this as text' }],
    [{ data: 'x'.repeat(4_001) }, { data: 'Send at most 4000 characters' }],
    [[], { body: 'Send this as a JSON object' }],
  ])('is not verified with %j', async (body, fields) => {
    const { paymentId: id } = await begin()
    const before = await stored(app)
    expect(await refused('invalid', verifyPayment, { id, body })).toMatchObject({ fields })
    expect(await stored(app)).toEqual(before)
  })

  test('a payment that nobody started is not found', async () => {
    const { bookingId } = await begin()
    for (const id of ['x', bookingId, "' or 1=1 --"]) await refused('not_found', verifyPayment, { id, body: {} })
  })

  test('is started ten times at once, then slowed down; other bookings are not', async () => {
    const { bookingId, secret } = await book()
    const begun = { body: { bookingId, method: 'esewa' }, secret }
    for (let times = 0; times < 10; times++) await call(startPayment, begun)
    expect(await refused('too_many', startPayment, begun)).toMatchObject({ retryAfter: 60 })
    await begin()
  })

  test('is verified twenty times at once, then slowed down; other payments are not', async () => {
    const { paymentId: id } = await begin()
    for (let times = 0; times < 20; times++) await call(verifyPayment, { id, body: {} })
    expect(await refused('too_many', verifyPayment, { id, body: {} })).toMatchObject({ retryAfter: 6 })
    const another = await begin()
    await call(verifyPayment, { id: another.paymentId, body: {} })
  })
})
