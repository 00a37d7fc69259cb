import { describe, expect, test } from 'vitest'
import { extendBookingHold, readBooking } from '#server/bookings/placement.ts'
import { MINUTE, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, placed, refusalOf } from '../support/orders.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  describe('a hold', () => {
    test('lasts HOLD_MINUTES', async () => {
      expect((await placed(app)).expiresAt).toBe('2026-12-01T04:45:00.000Z')
      app.env = { ...app.env, holdMinutes: 45 }
      const { bookingId, expiresAt } = await placed(app)
      expect(expiresAt).toBe('2026-12-01T05:00:00.000Z')
      expect(await bookingRow(app, bookingId)).toMatchObject({ expires_at: expiresAt })
    })

    test('is extended three times by its own length', async () => {
      const { bookingId, secret } = await placed(app)
      app.clock.advance(29 * MINUTE)
      const extensions = [
        await extendBookingHold(app, bookingId, secret),
        await extendBookingHold(app, bookingId, secret),
        await extendBookingHold(app, bookingId, secret),
      ]
      expect(extensions.map(granted)).toEqual([
        { expiresAt: '2026-12-01T05:15:00.000Z', extensionsLeft: 2 },
        { expiresAt: '2026-12-01T05:45:00.000Z', extensionsLeft: 1 },
        { expiresAt: '2026-12-01T06:15:00.000Z', extensionsLeft: 0 },
      ])
      const before = await stored(app)
      expect(refusalOf(await extendBookingHold(app, bookingId, secret))).toEqual({ code: 'no_more_extensions' })
      expect(await stored(app)).toEqual(before)
      expect(granted(await readBooking(app, bookingId, secret))).toMatchObject({
        expiresAt: '2026-12-01T06:15:00.000Z',
        extensionsLeft: 0,
      })
    })

    test('is not extended once its time is over, swept or not', async () => {
      const { bookingId, secret } = await placed(app)
      app.clock.advance(30 * MINUTE)
      expect(refusalOf(await extendBookingHold(app, bookingId, secret)).code).toBe('no_more_extensions')
    })

    test('is extended by its owner alone', async () => {
      const [mine, another] = [await placed(app), await placed(app)]
      expect(refusalOf(await extendBookingHold(app, mine.bookingId, another.secret)).code).toBe('not_found')
      expect(await bookingRow(app, mine.bookingId)).toMatchObject({ extensions: 0 })
    })

    test('pressed ten times at once is extended three times', async () => {
      for (let round = 0; round < 5; round++) {
        const { bookingId, secret } = await placed(app)
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => extendBookingHold(app, bookingId, secret)))
        expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.extensionsLeft : [])).sort()).toEqual([
          0, 1, 2,
        ])
        expect(await bookingRow(app, bookingId)).toMatchObject({
          extensions: 3,
          expires_at: '2026-12-01T06:15:00.000Z',
        })
      }
    })
  })
})
