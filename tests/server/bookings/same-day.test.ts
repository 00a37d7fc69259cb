import { describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { createBooking, extendBookingHold, readBooking } from '#server/bookings/placement.ts'
import { instant } from '#server/db/instant.ts'
import { preview } from '#server/desk/move.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { deriveBookingSecret } from '#server/secrets.ts'
import { describeOnEachEngine, execute, HOUR, kathmandu, MINUTE, rows } from '../../support/app.ts'
import { bookingRow, dayPass, failureOf, granted, newKey, type Order, order, placed } from '../../support/orders.ts'
import { codeOf, rejection, runAfter, versionOf } from '../../support/outcomes.ts'
import { paid, paymentRow, reporting, started, verified } from '../../support/payments.ts'
import { drawnReceipt } from '../../support/receipt-uploads.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'
import { approval, decisionSteps } from '../decision-steps.ts'

/** Tuesday 1 December 2026: Dhobighat Hub is open until 22:00, Kausimaa until 18:00. */
const TODAY = '2026-12-01'
const CLOSING = new Date(kathmandu(TODAY, '22:00')).toISOString()
const TOO_LATE = { startDate: 'It is too late to book for today. Choose a later date' }

const walkIn = (startDate: string, payment: 'cash' | 'later') => ({
  ...dayPass({ startDate }),
  totalAmount: 50_000,
  paid: payment,
})

describeOnEachEngine('on %s', (app) => {
  const { submit } = decisionSteps(app)
  const at = (time: string) => app.clock.set(kathmandu(TODAY, time))
  const today = dayPass({ startDate: TODAY })

  describe('a booking for today', () => {
    const methodsOf = async (booking: { bookingId: string; secret: string }) => {
      const { methods } = granted(await readBooking(app, booking.bookingId, booking.secret))
      return Object.fromEntries(methods.map(({ id, available, reason }) => [id, reason ?? available]))
    }
    const expectConfirmed = async (bookingId: string) =>
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })

    test('lists every payment method as available while there is time, and none once the hold has expired', async () => {
      const booking = await placed(app, today)
      const all = (value: unknown) => Object.fromEntries(PAYMENT_METHODS.map((method) => [method, value]))
      expect(await methodsOf(booking)).toEqual(all(true))
      app.clock.advance(30 * MINUTE)
      const ended = 'This booking can no longer be paid. Reload the page to see its status.'
      expect(await methodsOf(booking)).toEqual(all(ended))
    })

    test('rejects a method whose window ends after closing time, with the reason, unlike a month', async () => {
      at('20:59')
      const [booking, month] = [await placed(app, today), await placed(app, order({ startDate: TODAY }))]
      app.clock.advance(2 * MINUTE)
      const message = 'Too late today for Khalti; choose eSewa'
      expect(await methodsOf(booking)).toMatchObject({ esewa: true, khalti: message })
      expect(await methodsOf(month)).toMatchObject({ khalti: true })
      const pay = (method: string) => startAttempt(app, booking.bookingId, booking.secret, method)
      expect(await rejection(app, () => pay('khalti'))).toEqual({ code: 'unavailable', message })
      granted(await pay('esewa'))
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    })

    test('is held until closing time at the latest', async () => {
      at('20:50')
      app.env = { ...app.env, holdMinutes: 90 }
      const { bookingId, secret, expiresAt } = await placed(app, today)
      expect(expiresAt).toBe(CLOSING)
      const view = granted(await readBooking(app, bookingId, secret))
      expect(view).toMatchObject({ expiresAt: CLOSING, extensionsLeft: 0 })
      const failure = await rejection(app, () => extendBookingHold(app, bookingId, secret))
      expect(failure.code).toBe('no_more_extensions')
    })

    test('extends its hold until closing time and no further', async () => {
      at('20:50')
      const { bookingId, secret } = await placed(app, today)
      granted(await extendBookingHold(app, bookingId, secret))
      const last = { expiresAt: CLOSING, extensionsLeft: 0 }
      expect(granted(await extendBookingHold(app, bookingId, secret))).toEqual(last)
    })

    test('ends an announced transfer at closing time, and its email states that time, unlike a month', async () => {
      const month = await started(app, order({ startDate: TODAY }), 'bank_transfer')
      expect(month.next).toMatchObject({ expiresAt: new Date(app.now() + 72 * HOUR).toISOString() })
      const { next, bookingId } = await started(app, today, 'bank_transfer')
      expect(next).toMatchObject({ kind: 'transfer', expiresAt: CLOSING })
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'pending_verification', expires_at: CLOSING })
      const email = (await rows(app.db.read, 'emails')).find(({ booking_id }) => booking_id === bookingId)
      expect(email?.body).toContain('Please pay before 1 Dec 2026, 22:00 (Kathmandu time).')
      at('22:00')
      await expireBookings(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
    })

    test('holds a receipt for VERIFY_HOURS, beyond closing time', async () => {
      const payment = await started(app, today, 'bank_transfer')
      at('21:59')
      granted(await saveReceipt(app, await paymentRow(app, payment.paymentId), await drawnReceipt()))
      const expires_at = new Date(app.now() + 72 * HOUR).toISOString()
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification', expires_at })
      await runAfter(app, 12 * HOUR, expireBookings)
      granted(await submit(payment.paymentId, approval(payment.amount)))
      await expectConfirmed(payment.bookingId)
    })

    test('is not held beyond closing time for a gateway that has not responded', async () => {
      at('20:59')
      const { bookingId } = await started(app, today)
      reporting(app, () => ({ kind: 'pending', reason: 'eSewa could not be reached' }))
      at('21:58')
      await expireBookings(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held', expires_at: CLOSING })
      at('22:00')
      await expireBookings(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
    })

    test('needs a decision if its payment arrives after closing time, and staff may confirm it', async () => {
      const payment = await started(app, today)
      at('22:01')
      await expireBookings(app)
      reporting(app, () => paid(payment.amount))
      expect(await verified(app, payment.paymentId)).toMatchObject({ bookingState: 'needs_decision' })
      app.clock.advance(24 * HOUR)
      granted(await submit(payment.paymentId, { decision: 'give_place' }))
      await expectConfirmed(payment.bookingId)
    })

    test('can be confirmed by staff on a later day', async () => {
      const { bookingId } = await started(app, today, 'bank_transfer')
      app.clock.set(kathmandu('2026-12-02', '11:00'))
      await expireBookings(app)
      const money = { method: 'bank_transfer', transactionId: 'TXN-77002', reason: 'In the account' } as const
      const version = await versionOf(app, bookingId)
      granted(await confirm(app, await someStaff(app), bookingId, { version, ...money }))
      await expectConfirmed(bookingId)
    })

    test('is not paid after closing time, even when its hold still runs', async () => {
      const { bookingId, secret } = await placed(app, today)
      const later = instant(app.now() + 72 * HOUR)
      await execute(app, (db) => db.updateTable('bookings').set({ expires_at: later }).where('id', '=', bookingId))
      at('22:00')
      for (const method of PAYMENT_METHODS)
        expect(codeOf(await startAttempt(app, bookingId, secret, method))).toBe('not_payable')
    })

    test('is held until closing time when made by phone, and its payment link states that time', async () => {
      const staff = await someStaff(app)
      const { bookingId } = granted(await createWalkInBooking(app, staff, walkIn(TODAY, 'later'), newKey()))
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held', expires_at: CLOSING })
      const secret = deriveBookingSecret(app.bookingKey, bookingId)
      expect(granted(await readBooking(app, bookingId, secret)).placedByStaff).toBe(true)
      granted(await createPaymentLink(app, staff, bookingId, { delivery: 'email' }, newKey()))
      const emails = await rows(app.db.read, 'emails')
      expect(emails.map(({ body }) => body).join()).toContain('until 1 Dec 2026, 22:00 (Kathmandu time)')
    })

    test('is held until closing time at the latest when staff move it to today', async () => {
      const staff = await someStaff(app)
      const { bookingId } = granted(await createWalkInBooking(app, staff, walkIn('2026-12-03', 'later'), newKey()))
      granted(await moveBooking(app, staff, bookingId, TODAY))
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held', expires_at: CLOSING })
    })
  })

  describe('sales for today', () => {
    test('end an hour before the location closes, for every plan', async () => {
      at('20:59')
      await placed(app, today)
      at('21:00')
      for (const late of [today, order({ startDate: TODAY })]) {
        const failure = await rejection(app, () => createBooking(app, late, newKey()))
        expect(failure).toEqual({ code: 'invalid', fields: TOO_LATE })
      }
      await placed(app, dayPass({ startDate: '2026-12-02' }))
    })

    test('end SAME_DAY_CUTOFF_MINUTES before closing', async () => {
      app.env = { ...app.env, sameDayCutoffMinutes: 15 }
      at('21:44')
      await placed(app, today)
      at('21:45')
      expect(failureOf(await createBooking(app, today, newKey())).fields).toEqual(TOO_LATE)
    })

    test('end for walk-ins and for bookings that staff move when the location closes', async () => {
      const staff = await someStaff(app)
      const quote = { locationId: 'dhobighat-hub', planId: 'explorer', startDate: TODAY }
      const sell = () => createWalkInBooking(app, staff, walkIn(TODAY, 'cash'), newKey())
      const { bookingId } = await placed(app, dayPass({ startDate: '2026-12-02' }))
      const moved = () => preview(app, staff, bookingId, { startDate: TODAY })
      at('21:59')
      expect(granted(await priceWalkIn(app, staff, quote)).fields).toEqual({})
      granted(await sell())
      granted(await moved())
      at('22:00')
      expect(granted(await priceWalkIn(app, staff, quote)).fields).toEqual(TOO_LATE)
      for (const late of [await sell(), await moved()]) expect(failureOf(late).fields).toEqual(TOO_LATE)
    })

    test('are not offered as the nearest date once they have ended', async () => {
      at('17:30')
      const alternatives = async (full: Order, seats: number) => {
        for (let seat = 0; seat < seats; seat++) await placed(app, full)
        const { nearest } = failureOf(await createBooking(app, full, newKey()))
        return nearest?.map(({ locationId, startDate }) => [locationId, startDate])
      }
      expect(await alternatives(dayPass({ startDate: '2026-12-02', locationId: 'kausimaa' }), 40)).toEqual([
        ['kausimaa', '2026-12-03'],
        ['dhobighat-hub', '2026-12-02'],
      ])
      expect(await alternatives(today, 30)).toEqual([
        ['dhobighat-hub', '2026-12-02'],
        ['kausimaa', '2026-12-03'],
      ])
    })
  })
})
