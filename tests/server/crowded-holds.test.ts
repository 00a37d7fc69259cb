import { describe, expect, test } from 'vitest'
import { HOLD_CROWDED } from '#contract/bookings.ts'
import { CROWDED } from '#contract/payments.ts'
import { extendBookingHold, readBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { MINUTE, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, order, type Placed, placed, refusalOf } from '../support/orders.ts'
import { resize } from '../support/unpaid.ts'

describe.each(ENGINES)('holds, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** Holds the seats of one day in a month. */
  async function crowd(count: number): Promise<void> {
    for (let number = 0; number < count; number++) await placed(app, dayPass({ startDate: '2026-12-24' }))
  }
  const pay = ({ bookingId, secret }: Placed, method: string) => startAttempt(app, bookingId, secret, method)

  test('are extended while they take half of each day', async () => {
    resize(app, 4)
    const { bookingId, secret } = await placed(app)
    await crowd(1)
    expect(granted(await extendBookingHold(app, bookingId, secret)).extensionsLeft).toBe(2)
  })

  test('are not extended once they take more than half of one of their days', async () => {
    resize(app, 4)
    const { bookingId, secret } = await placed(app)
    await crowd(2)
    await untouched(app, async () => {
      expect(refusalOf(await extendBookingHold(app, bookingId, secret))).toEqual({
        code: 'no_more_extensions',
        message: HOLD_CROWDED,
      })
    })
    const other = await placed(app, order({ startDate: '2026-12-25' }))
    expect(granted(await extendBookingHold(app, other.bookingId, other.secret)).extensionsLeft).toBe(2)
  })

  test('are not kept longer for a slow gateway, and are for one that fits into the hold', async () => {
    resize(app, 4)
    const booking = await placed(app)
    await crowd(2)
    await untouched(app, async () => {
      expect(refusalOf(await pay(booking, 'khalti'))).toEqual({ code: 'no_more_extensions', message: CROWDED })
    })
    const { methods } = granted(await readBooking(app, booking.bookingId, booking.secret))
    expect(methods.filter(({ available }) => !available)).toEqual([{ id: 'khalti', available: false, reason: CROWDED }])
    app.clock.advance(10 * MINUTE)
    granted(await pay(booking, 'esewa'))
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'held', expires_at: booking.expiresAt })
    app.clock.advance(6 * MINUTE)
    expect(refusalOf(await pay(booking, 'esewa')).code).toBe('no_more_extensions')
    granted(await pay(booking, 'qr_payment'))
  })

  test('are kept for a slow gateway while they take half of each day', async () => {
    resize(app, 4)
    const booking = await placed(app)
    await crowd(1)
    granted(await pay(booking, 'khalti'))
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ expires_at: '2026-12-01T05:30:00.000Z' })
  })
})
