import { expect, test } from 'vitest'
import { placeBooking, readBooking } from '#contract/bookings.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { describeOnEachEngine, expectNothingStored, HOUR, rows } from '../support/app.ts'
import { newKey, order } from '../support/orders.ts'
import { decide } from '../support/payments.ts'
import { call, rejected, SAME_ORIGIN } from '../support/requests.ts'

describeOnEachEngine('the payment API on %s', (app) => {
  const book = () => call(placeBooking, { body: order(), headers: { 'idempotency-key': newKey(), ...SAME_ORIGIN } })
  const start = async (method = 'esewa') => {
    const { bookingId, secret } = await book()
    const payment = await call(startPayment, { body: { bookingId, method }, secret, headers: SAME_ORIGIN })
    return { bookingId, secret, ...payment }
  }

  test('confirms a booking paid through the gateway', async () => {
    const payment = await start()
    const { paymentId: id, bookingId, secret } = payment
    expect(payment).toMatchObject({ method: 'esewa', state: 'pending', amount: 950_000, fee: 0 })
    const verify = (body: object) => call(verifyPayment, { id, body, headers: SAME_ORIGIN })
    expect(await verify({})).toMatchObject({ success: false, state: 'pending' })
    const verdict = await verify(await decide(app, payment, 'pay'))
    expect(verdict).toMatchObject({ success: true, amount: 950_000, state: 'confirmed', bookingState: 'confirmed' })
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'confirmed',
      expiresAt: null,
      extensionsLeft: 0,
      payments: [{ paymentId: id, method: 'esewa', state: 'confirmed', transactionId: verdict.transactionId }],
    })
  })

  test('returns the account for a bank transfer, which staff then verify', async () => {
    const { bookingId, secret, next, paymentId } = await start('bank_transfer')
    expect(next).toMatchObject({ kind: 'transfer', reference: bookingId, expiresAt: '2026-12-04T04:15:00.000Z' })
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'pending_verification',
      payments: [{ paymentId, method: 'bank_transfer', state: 'pending', transactionId: null }],
    })
  })

  test('rejects an unsupported payment method', async () => {
    const { bookingId, secret } = await book()
    const failure = await rejected('unsupported_method', startPayment, { body: { bookingId, method: 'cash' }, secret })
    expect(failure.message).toBe('Unsupported payment method: cash')
    expect(await rows(app.db.read, 'payments')).toEqual([])
  })

  test('rejects a start without the booking’s secret', async () => {
    const { bookingId } = await book()
    const { secret } = await book()
    const body = { bookingId, method: 'esewa' }
    for (const sent of [{ body }, { body, secret }, { body: { ...body, bookingId: 'x' }, secret }])
      await expectNothingStored(app, () => rejected('not_found', startPayment, sent))
  })

  test('rejects a start after the hold has expired', async () => {
    const { bookingId, secret } = await book()
    app.clock.advance(HOUR)
    await rejected('not_payable', startPayment, { body: { bookingId, method: 'esewa' }, secret })
  })

  test.each([
    [{}, { bookingId: 'This field is missing', method: 'This field is missing' }],
    [
      { bookingId: 1, method: ['esewa'] },
      { bookingId: 'Send this as text', method: 'Send this as text' },
    ],
    [{ bookingId: 'x'.repeat(61), method: 'esewa' }, { bookingId: 'Send at most 60 characters' }],
    [{ bookingId: 'x', method: 'x'.repeat(41) }, { method: 'Send at most 40 characters' }],
  ])('rejects a start with %j', async (body, fields) => {
    expect(await rejected('invalid', startPayment, { body })).toMatchObject({ fields })
  })

  test.each([
    [{ data: 1 }, { data: 'Send this as text' }],
    [{ data: null }, { data: 'Send this as text' }],
    [{ data: 'x'.repeat(4_001) }, { data: 'Send at most 4000 characters' }],
    [[], { body: 'Send this as a JSON object' }],
  ])('rejects a verification with %j', async (body, fields) => {
    const { paymentId: id } = await start()
    const failure = await expectNothingStored(app, () => rejected('invalid', verifyPayment, { id, body }))
    expect(failure).toMatchObject({ fields })
  })

  test('limits a booking to ten starts at once, without limiting other bookings', async () => {
    const { bookingId, secret } = await book()
    const input = { body: { bookingId, method: 'esewa' }, secret }
    for (let times = 0; times < 10; times++) await call(startPayment, input)
    expect(await rejected('too_many', startPayment, input)).toMatchObject({ retryAfter: 60 })
    await start()
  })

  test('limits a payment to twenty verifications at once, without limiting other payments', async () => {
    const { paymentId: id } = await start()
    for (let times = 0; times < 20; times++) await call(verifyPayment, { id, body: {} })
    expect(await rejected('too_many', verifyPayment, { id, body: {} })).toMatchObject({ retryAfter: 3 })
    const another = await start()
    await call(verifyPayment, { id: another.paymentId, body: {} })
  })
})
