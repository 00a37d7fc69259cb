import { describe, expect, test } from 'vitest'
import { extendBookingHold } from '#server/bookings/placement.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { HOUR, mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, order, placed, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  describe('a bank transfer', () => {
    test('tells where to pay, waits for staff and keeps the seats for TRANSFER_HOURS', async () => {
      const { bookingId, paymentId, next, ...answer } = await started(app, order(), 'bank_transfer')
      expect(answer).toMatchObject({ method: 'bank_transfer', state: 'pending', amount: 950_000, fee: 0 })
      expect(next).toEqual({
        kind: 'transfer',
        bankName: 'Sample Bank',
        accountName: 'Sample payee, do not pay',
        accountNumber: '000000000000',
        branch: 'Kathmandu',
        reference: bookingId,
        expiresAt: '2026-12-04T04:15:00.000Z',
      })
      expect(await bookingRow(app, bookingId)).toMatchObject({
        state: 'pending_verification',
        expires_at: '2026-12-04T04:15:00.000Z',
      })
      expect(refusalOf(await verifyAttempt(app, paymentId, {}))).toEqual({
        code: 'unsupported_method',
        message: 'Verification not supported for method: bank_transfer',
      })
      expect(await rows(app.db.read, 'mails')).toMatchObject([
        { body: expect.stringContaining(`Reference: ${bookingId}`) },
      ])
    })

    test('asked for again shows the same, and keeps the seats no longer', async () => {
      const first = await started(app, order(), 'bank_transfer')
      const { bookingId, secret, paymentId, next } = first
      app.clock.advance(5 * HOUR)
      const again = granted(await startAttempt(app, bookingId, secret, 'bank_transfer'))
      expect(again).toMatchObject({ paymentId, next })
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
      expect(await rows(app.db.read, 'mails')).toHaveLength(1)
    })

    test('announced ten times at once is announced once', async () => {
      const { bookingId, secret } = await placed(app)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => startAttempt(app, bookingId, secret, 'bank_transfer')),
      )
      expect(new Set(answers.map((answer) => granted(answer).paymentId)).size).toBe(1)
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
      expect(await rows(app.db.read, 'mails')).toHaveLength(1)
    })

    test('that nobody found in time: the customer is told that the place is kept no longer', async () => {
      const { bookingId } = await started(app, order(), 'bank_transfer')
      app.clock.advance(72 * HOUR)
      await expireBookings(app)
      await expireBookings(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
      expect((await mailsTo(app, 'aarati@example.com')).slice(1)).toEqual([
        'Your place is no longer kept: Dhobighat Hub',
      ])
      await started(app)
      app.clock.advance(HOUR)
      await expireBookings(app)
      expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(2)
    })

    test('is paid by no other method, and its hold is not extended', async () => {
      const { bookingId, secret } = await started(app, order(), 'bank_transfer')
      expect(refusalOf(await startAttempt(app, bookingId, secret, 'esewa')).code).toBe('not_payable')
      expect(refusalOf(await extendBookingHold(app, bookingId, secret)).code).toBe('no_more_extensions')
    })

    test('is not offered with a sample account where money is real', async () => {
      app.env = { ...app.env, payments: 'live' }
      const { bookingId, secret } = await placed(app)
      expect(refusalOf(await startAttempt(app, bookingId, secret, 'bank_transfer'))).toEqual({
        code: 'unsupported_method',
        message: 'Bank transfer is not set up yet',
      })
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held' })
    })
  })
})
