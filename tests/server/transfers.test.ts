import { expect, test } from 'vitest'
import { extendBookingHold } from '#server/bookings/placement.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { describeOnEachEngine, emailsTo, HOUR, rows } from '../support/app.ts'
import { bookingRow, failureOf, granted, order, placed } from '../support/orders.ts'
import { atOnce, codeOf, runAfter } from '../support/outcomes.ts'
import { started } from '../support/payments.ts'

describeOnEachEngine('a bank transfer on %s', (app) => {
  test('returns the account, waits for staff and holds the seats for TRANSFER_HOURS', async () => {
    const { bookingId, paymentId, next, ...attempt } = await started(app, order(), 'bank_transfer')
    expect(attempt).toMatchObject({ method: 'bank_transfer', state: 'pending', amount: 950_000, fee: 0 })
    expect(next).toEqual({
      kind: 'transfer',
      bankName: 'Sample Bank',
      accountName: 'Sample payee, do not pay',
      accountNumber: '000000000000',
      branch: 'Kathmandu',
      reference: bookingId,
      expiresAt: '2026-12-04T04:15:00.000Z',
    })
    const held = { state: 'pending_verification', expires_at: '2026-12-04T04:15:00.000Z' }
    expect(await bookingRow(app, bookingId)).toMatchObject(held)
    expect(failureOf(await verifyAttempt(app, paymentId, {}))).toEqual({
      code: 'unsupported_method',
      message: 'Verification not supported for method: bank_transfer',
    })
    const body = expect.stringContaining(`Reference: ${bookingId}`)
    expect(await rows(app.db.read, 'emails')).toMatchObject([{ body }])
  })

  test('is announced once by ten requests at once and one later, without a longer hold', async () => {
    const { bookingId, secret } = await placed(app)
    const outcomes = await atOnce(10, () => startAttempt(app, bookingId, secret, 'bank_transfer'))
    expect(new Set(outcomes.map((outcome) => granted(outcome).paymentId)).size).toBe(1)
    const { paymentId, next } = granted(await startAttempt(app, bookingId, secret, 'bank_transfer'))
    app.clock.advance(5 * HOUR)
    expect(granted(await startAttempt(app, bookingId, secret, 'bank_transfer'))).toMatchObject({ paymentId, next })
    expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    expect(await rows(app.db.read, 'emails')).toHaveLength(1)
  })

  test('emails the customer that the seat was released if the payment was not found in time', async () => {
    const { bookingId } = await started(app, order(), 'bank_transfer')
    await runAfter(app, 72 * HOUR, expireBookings)
    await expireBookings(app)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
    expect((await emailsTo(app, 'aarati@example.com')).slice(1)).toEqual(['Your seat is no longer held: Dhobighat Hub'])
    await started(app)
    await runAfter(app, HOUR, expireBookings)
    expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(2)
  })

  test('cannot be paid by another method, and its hold is not extended', async () => {
    const { bookingId, secret } = await started(app, order(), 'bank_transfer')
    expect(codeOf(await startAttempt(app, bookingId, secret, 'esewa'))).toBe('not_payable')
    expect(codeOf(await extendBookingHold(app, bookingId, secret))).toBe('no_more_extensions')
  })

  test('is not offered with a sample account for real money', async () => {
    app.env = { ...app.env, payments: 'live' }
    const { bookingId, secret } = await placed(app)
    expect(failureOf(await startAttempt(app, bookingId, secret, 'bank_transfer'))).toEqual({
      code: 'unsupported_method',
      message: 'Bank transfer is not set up yet',
    })
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held' })
  })
})
