import { describe, expect, test } from 'vitest'
import { place, readBooking } from '#server/bookings.ts'
import { start } from '#server/payments.ts'
import { kathmandu, MINUTE, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'

/** Tuesday 1 December 2026: Dhobighat Hub is open until 22:00. */
const TODAY = '2026-12-01'

describe.each(ENGINES)('a booking for today, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

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
      expect(refusalOf(await start(app, booking.bookingId, booking.secret, 'khalti'))).toEqual({
        code: 'unavailable',
        message: 'Too late today for Khalti; choose eSewa',
      })
    })
    granted(await start(app, booking.bookingId, booking.secret, 'esewa'))
    expect(await rows(app.db.read, 'payments')).toHaveLength(1)
  })

  test('does not restrict a month that starts today', async () => {
    app.clock.set(kathmandu(TODAY, '20:59'))
    const booking = await placed(app, order({ startDate: TODAY }))
    app.clock.advance(2 * MINUTE)
    expect(await methodsOf(booking)).toMatchObject({ khalti: true })
  })

  test('lists no method once the hold has expired', async () => {
    const booking = granted(await place(app, dayPass({ startDate: TODAY }), newKey()))
    app.clock.advance(30 * MINUTE)
    const reasons = Object.values(await methodsOf(booking))
    expect(reasons).toEqual(Array(5).fill('This booking no longer waits for a payment.'))
  })
})
