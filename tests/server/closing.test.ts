import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { createBooking, extendBookingHold, readBooking } from '#server/bookings/placement.ts'
import type { Instant } from '#server/db/schema.ts'
import { confirm } from '#server/desk/confirmation.ts'
import { move } from '#server/desk/move.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { deriveBookingSecret } from '#server/secrets.ts'
import { HOUR, kathmandu, MINUTE, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'
import { paymentRow, reporting, started } from '../support/payments.ts'
import { drawnReceipt } from '../support/uploads.ts'
import { deciding, found, paid } from './deciding.ts'

/** Tuesday 1 December 2026: Dhobighat Hub is open until 22:00. */
const TODAY = '2026-12-01'
const CLOSING = new Date(kathmandu(TODAY, '22:00')).toISOString()

const walkIn = (startDate: string) => ({ ...dayPass({ startDate }), totalAmount: 50_000, paid: 'later' as const })

describe.each(ENGINES)('a booking for today, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const { say } = deciding(() => app)
  const methodsOf = async (booking: { bookingId: string; secret: string }) => {
    const { methods } = granted(await readBooking(app, booking.bookingId, booking.secret))
    return Object.fromEntries(methods.map(({ id, available, reason }) => [id, reason ?? available]))
  }

  test('lists every payment method as available while there is time', async () => {
    const booking = await placed(app, dayPass({ startDate: TODAY }))
    expect(await methodsOf(booking)).toEqual({
      esewa: true,
      khalti: true,
      stripe: true,
      qr_payment: true,
      bank_transfer: true,
    })
  })

  test('rejects a method whose window ends after closing time, with the reason', async () => {
    app.clock.set(kathmandu(TODAY, '20:59'))
    const booking = await placed(app, dayPass({ startDate: TODAY }))
    app.clock.advance(2 * MINUTE)
    expect(await methodsOf(booking)).toMatchObject({ esewa: true, khalti: 'Too late today for Khalti; choose eSewa' })
    await untouched(app, async () => {
      expect(refusalOf(await startAttempt(app, booking.bookingId, booking.secret, 'khalti'))).toEqual({
        code: 'unavailable',
        message: 'Too late today for Khalti; choose eSewa',
      })
    })
    granted(await startAttempt(app, booking.bookingId, booking.secret, 'esewa'))
    expect(await rows(app.db.read, 'payments')).toHaveLength(1)
  })

  test('does not restrict a month that starts today', async () => {
    app.clock.set(kathmandu(TODAY, '20:59'))
    const booking = await placed(app, order({ startDate: TODAY }))
    app.clock.advance(2 * MINUTE)
    expect(await methodsOf(booking)).toMatchObject({ khalti: true })
  })

  test('lists no method once the hold has expired', async () => {
    const booking = granted(await createBooking(app, dayPass({ startDate: TODAY }), newKey()))
    app.clock.advance(30 * MINUTE)
    const reasons = Object.values(await methodsOf(booking))
    expect(reasons).toEqual(Array(5).fill('This booking no longer waits for a payment.'))
  })

  test('is held until closing time at the latest', async () => {
    app.clock.set(kathmandu(TODAY, '20:50'))
    app.env = { ...app.env, holdMinutes: 90 }
    const booking = await placed(app, dayPass({ startDate: TODAY }))
    expect(booking.expiresAt).toBe(CLOSING)
    const view = granted(await readBooking(app, booking.bookingId, booking.secret))
    expect(view).toMatchObject({ expiresAt: CLOSING, extensionsLeft: 0 })
    await untouched(app, async () => {
      expect(refusalOf(await extendBookingHold(app, booking.bookingId, booking.secret)).code).toBe('no_more_extensions')
    })
  })

  test('extends its hold until closing time and no further', async () => {
    app.clock.set(kathmandu(TODAY, '20:50'))
    const { bookingId, secret } = await placed(app, dayPass({ startDate: TODAY }))
    granted(await extendBookingHold(app, bookingId, secret))
    expect(granted(await extendBookingHold(app, bookingId, secret))).toEqual({ expiresAt: CLOSING, extensionsLeft: 0 })
  })

  test('ends an announced transfer at closing time, and its email states that time', async () => {
    const { next, bookingId } = await started(app, dayPass({ startDate: TODAY }), 'bank_transfer')
    expect(next).toMatchObject({ kind: 'transfer', expiresAt: CLOSING })
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'pending_verification', expires_at: CLOSING })
    const [mail] = await rows(app.db.read, 'mails')
    expect(mail?.body).toContain('Please pay before 1 Dec 2026, 22:00 (Kathmandu time).')
    app.clock.set(Date.parse(CLOSING))
    await expireBookings(app)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
  })

  test('keeps an announced transfer for TRANSFER_HOURS when the last covered day is later', async () => {
    const { next } = await started(app, order({ startDate: TODAY }), 'bank_transfer')
    expect(next).toMatchObject({ expiresAt: new Date(app.now() + 72 * HOUR).toISOString() })
  })

  test('keeps a receipt with staff for VERIFY_HOURS, beyond closing time', async () => {
    const payment = await started(app, dayPass({ startDate: TODAY }), 'bank_transfer')
    app.clock.set(Date.parse(CLOSING) - MINUTE)
    const row = await paymentRow(app, payment.paymentId)
    granted(await saveReceipt(app, row, await drawnReceipt()))
    const until = new Date(app.now() + 72 * HOUR).toISOString()
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({
      state: 'pending_verification',
      expires_at: until,
    })
    app.clock.advance(12 * HOUR)
    await expireBookings(app)
    granted(await say(payment.paymentId, found(payment.amount)))
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('is not kept beyond closing time for a gateway that has not answered', async () => {
    app.clock.set(kathmandu(TODAY, '20:59'))
    const { bookingId } = await started(app, dayPass({ startDate: TODAY }))
    reporting(app, () => ({ kind: 'pending', reason: 'eSewa could not be reached' }))
    app.clock.set(kathmandu(TODAY, '21:58'))
    await expireBookings(app)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held', expires_at: CLOSING })
    app.clock.set(Date.parse(CLOSING))
    await expireBookings(app)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
  })

  test('needs a decision when its money comes after closing time, and staff may confirm it', async () => {
    const payment = await started(app, dayPass({ startDate: TODAY }))
    app.clock.set(kathmandu(TODAY, '22:01'))
    await expireBookings(app)
    reporting(app, () => paid(payment.amount))
    expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ bookingState: 'needs_decision' })
    app.clock.advance(24 * HOUR)
    granted(await say(payment.paymentId, { decision: 'give_place' }))
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('can be confirmed by staff on a later day', async () => {
    const { bookingId } = await started(app, dayPass({ startDate: TODAY }), 'bank_transfer')
    app.clock.set(kathmandu('2026-12-02', '11:00'))
    await expireBookings(app)
    const { version } = await bookingRow(app, bookingId)
    const money = { version, method: 'bank_transfer', transactionId: 'TXN-77002', reason: 'In the account' } as const
    granted(await confirm(app, await someStaff(app), bookingId, money))
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('is not paid after closing time, even when its hold still runs', async () => {
    const { bookingId, secret } = await placed(app, dayPass({ startDate: TODAY }))
    await app.db.write(async (db) => {
      const later = new Date(app.now() + 72 * HOUR).toISOString() as Instant
      await db.updateTable('bookings').set({ expires_at: later }).where('id', '=', bookingId).execute()
      return succeed(undefined)
    })
    app.clock.set(kathmandu(TODAY, '22:00'))
    for (const method of PAYMENT_METHODS)
      expect(refusalOf(await startAttempt(app, bookingId, secret, method)).code).toBe('not_payable')
  })

  test('taken by phone is held until closing time, and its payment link states that time', async () => {
    const staff = await someStaff(app)
    const { bookingId } = granted(await createWalkInBooking(app, staff, walkIn(TODAY), newKey()))
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held', expires_at: CLOSING })
    const secret = deriveBookingSecret(app.bookingKey, bookingId)
    expect(granted(await readBooking(app, bookingId, secret)).placedByStaff).toBe(true)
    granted(await createPaymentLink(app, staff, bookingId, { by: 'mail' }, newKey()))
    const mails = await rows(app.db.read, 'mails')
    expect(mails.map(({ body }) => body).join()).toContain('until 1 Dec 2026, 22:00 (Kathmandu time)')
  })

  test('that staff move to today is held until closing time at the latest', async () => {
    const staff = await someStaff(app)
    const { bookingId } = granted(await createWalkInBooking(app, staff, walkIn('2026-12-03'), newKey()))
    const { version } = await bookingRow(app, bookingId)
    granted(await move(app, staff, bookingId, { version, startDate: TODAY }))
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held', expires_at: CLOSING })
  })
})
