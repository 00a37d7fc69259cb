import { describe, expect, test } from 'vitest'
import { HOLD_CROWDED } from '#contract/bookings.ts'
import { CROWDED } from '#contract/payments.ts'
import { getPaymentSecret } from '#server/bookings/access.ts'
import { createBooking, extendBookingHold, readBooking } from '#server/bookings/placement.ts'
import { readLocationCapacity } from '#server/desk/capacity.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { describeOnEachEngine, MINUTE } from '../../support/app.ts'
import { blocked } from '../../support/capacity.ts'
import { miscountedDays } from '../../support/moves.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  order,
  type Placed,
  placed,
  seatsTaken,
  setCapacity,
} from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { manager } from '../../support/prices.ts'
import { resize } from '../../support/unpaid-transfers.ts'

const idAndSecret = ({ bookingId, secret }: Placed) => ({ bookingId, secret })

describeOnEachEngine('on %s', (app) => {
  const extend = ({ bookingId, secret }: Placed) => extendBookingHold(app, bookingId, secret)
  const pay = ({ bookingId, secret }: Placed, method: string) => startAttempt(app, bookingId, secret, method)
  const stateOf = async ({ bookingId }: Placed) => (await bookingRow(app, bookingId)).state

  describe('a hold', () => {
    test('lasts HOLD_MINUTES', async () => {
      expect((await placed(app)).expiresAt).toBe('2026-12-01T04:45:00.000Z')
      app.env = { ...app.env, holdMinutes: 45 }
      const { bookingId, expiresAt } = await placed(app)
      expect(expiresAt).toBe('2026-12-01T05:00:00.000Z')
      expect(await bookingRow(app, bookingId)).toMatchObject({ expires_at: expiresAt })
    })

    test('adds its own length three times', async () => {
      const booking = await placed(app)
      app.clock.advance(29 * MINUTE)
      const last = { expiresAt: '2026-12-01T06:15:00.000Z', extensionsLeft: 0 }
      for (const extension of [
        { expiresAt: '2026-12-01T05:15:00.000Z', extensionsLeft: 2 },
        { expiresAt: '2026-12-01T05:45:00.000Z', extensionsLeft: 1 },
        last,
      ])
        expect(granted(await extend(booking))).toEqual(extension)
      expect(await rejection(app, () => extend(booking))).toEqual({ code: 'no_more_extensions' })
      expect(granted(await readBooking(app, booking.bookingId, booking.secret))).toMatchObject(last)
    })

    test('is not extended once it has ended, whether the expiry job ran or not', async () => {
      const booking = await placed(app)
      app.clock.advance(30 * MINUTE)
      expect(codeOf(await extend(booking))).toBe('no_more_extensions')
    })

    test('is extended three times for ten concurrent requests', async () => {
      for (let round = 0; round < 5; round++) {
        const booking = await placed(app)
        const outcomes = await atOnce(10, () => extend(booking))
        expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.extensionsLeft : [])).sort()).toEqual([
          0, 1, 2,
        ])
        const extended = { extensions: 3, expires_at: '2026-12-01T06:15:00.000Z' }
        expect(await bookingRow(app, booking.bookingId)).toMatchObject(extended)
      }
    })
  })

  describe('a hold among others', () => {
    /** Holds a month and this many times one day of it, of 4 seats a day. */
    async function crowd(count: number): Promise<Placed> {
      resize(app, 4)
      const booking = await placed(app)
      for (let number = 0; number < count; number++) await placed(app, dayPass({ startDate: '2026-12-24' }))
      return booking
    }

    test('is extended, also for a slow gateway, while holds use at most half of each day', async () => {
      const booking = await crowd(1)
      granted(await pay(booking, 'khalti'))
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ expires_at: '2026-12-01T05:30:00.000Z' })
      expect(granted(await extend(booking)).extensionsLeft).toBe(2)
    })

    test('is not extended once holds use more than half of one of its days', async () => {
      const booking = await crowd(2)
      const failure = await rejection(app, () => extend(booking))
      expect(failure).toEqual({ code: 'no_more_extensions', message: HOLD_CROWDED })
      const other = await placed(app, order({ startDate: '2026-12-25' }))
      expect(granted(await extend(other)).extensionsLeft).toBe(2)
    })

    test('is extended, also for a slow gateway, if its own seats alone are more than half', async () => {
      resize(app, 6)
      const booking = await placed(app, order({ seats: 4 }))
      const { methods } = granted(await readBooking(app, booking.bookingId, booking.secret))
      expect(methods).toContainEqual({ id: 'khalti', available: true })
      expect(granted(await extend(booking)).extensionsLeft).toBe(2)
      granted(await pay(booking, 'khalti'))
    })

    test('is then not extended for a slow gateway, but can be paid with one that fits into it', async () => {
      const booking = await crowd(2)
      expect(await rejection(app, () => pay(booking, 'khalti'))).toEqual({
        code: 'no_more_extensions',
        message: CROWDED,
      })
      const { methods } = granted(await readBooking(app, booking.bookingId, booking.secret))
      const unavailable = methods.filter(({ available }) => !available)
      expect(unavailable).toEqual([{ id: 'khalti', available: false, reason: CROWDED }])
      app.clock.advance(10 * MINUTE)
      granted(await pay(booking, 'esewa'))
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'held', expires_at: booking.expiresAt })
      app.clock.advance(6 * MINUTE)
      expect(codeOf(await pay(booking, 'esewa'))).toBe('no_more_extensions')
      granted(await pay(booking, 'qr_payment'))
    })
  })

  describe('a booking that replaces a hold', () => {
    test('gets the last seat of the hold, and cancels the hold', async () => {
      setCapacity(app, 1)
      const first = await placed(app, dayPass())
      const second = await placed(app, dayPass({ meetingRoomHours: 1, replaces: idAndSecret(first) }))
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'cancelled', expires_at: null })
      expect(await stateOf(second)).toBe('held')
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
    })

    test('takes its seats before a block that lacks them, and leaves the others to the block', async () => {
      setCapacity(app, 2)
      const by = await manager(app)
      const first = await placed(app, dayPass({ seats: 2 }))
      await blocked(app, by, { seats: 2 })
      const second = await placed(app, dayPass({ replaces: idAndSecret(first) }))
      expect(await stateOf(second)).toBe('held')
      const { blocks } = granted(await readLocationCapacity(app, { location: 'dhobighat-hub' }))
      expect(blocks[0]?.short).toEqual([{ date: '2026-12-10', seats: 1, booked: 1 }])
      expect(await miscountedDays(app)).toEqual([])
      const third = dayPass({ seats: 2, replaces: idAndSecret(second) })
      expect(codeOf(await createBooking(app, third, newKey()))).toBe('sold_out')
      expect(await stateOf(second)).toBe('held')
    })

    test('does not release a hold with the secret of a payment link, which staff see', async () => {
      const first = await placed(app, dayPass())
      const secret = getPaymentSecret(app, await bookingRow(app, first.bookingId))
      await placed(app, dayPass({ replaces: { bookingId: first.bookingId, secret } }))
      expect(await stateOf(first)).toBe('held')
    })

    test('leaves the hold unchanged if it is rejected itself', async () => {
      setCapacity(app, 1)
      const key = newKey()
      const first = await placed(app, dayPass(), key)
      await placed(app, dayPass({ startDate: '2026-12-11' }))
      for (const replacing of [{ replaces: idAndSecret(first) }, { unanswered: [key] }]) {
        const outcome = await createBooking(app, dayPass({ startDate: '2026-12-11', ...replacing }), newKey())
        expect(codeOf(outcome)).toBe('sold_out')
        expect(await stateOf(first)).toBe('held')
        expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1, '2026-12-11': 1 })
      }
    })

    test('releases no announced transfer, and no unknown hold or one of another visitor', async () => {
      const key = newKey()
      const announced = await placed(app, order(), key)
      granted(await pay(announced, 'bank_transfer'))
      await placed(app, order({ replaces: idAndSecret(announced) }))
      await placed(app, order({ unanswered: [key, newKey()] }))
      expect(await stateOf(announced)).toBe('pending_verification')
      const other = await placed(app)
      await placed(app, order({ replaces: { bookingId: other.bookingId, secret: announced.secret } }))
      expect(await stateOf(other)).toBe('held')
    })

    test('gets the last seat of a hold whose response was lost, by its key', async () => {
      setCapacity(app, 1)
      const [first, second] = [newKey(), newKey()]
      const lost = await placed(app, dayPass(), first)
      const changed = dayPass({ meetingRoomHours: 1, unanswered: [first] })
      const next = await placed(app, changed, second)
      expect(await bookingRow(app, lost.bookingId)).toMatchObject({ state: 'cancelled', expires_at: null })
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
      // A repeated request returns the same booking for any keys that it names.
      for (const again of [changed, { ...changed, unanswered: [second] }])
        expect(await placed(app, again, second)).toEqual(next)
      expect(await stateOf(next)).toBe('held')
    })

    test('releases every hold that it names, on all of their days', async () => {
      const keys = [newKey(), newKey(), newKey()]
      const holds = await Promise.all(
        keys.map((key, index) => placed(app, dayPass({ startDate: `2026-12-1${index}` }), key)),
      )
      const replaces = holds[0] && idAndSecret(holds[0])
      await placed(app, dayPass({ startDate: '2026-12-13', ...(replaces && { replaces }), unanswered: keys }))
      for (const hold of holds) expect(await stateOf(hold)).toBe('cancelled')
      expect(await seatsTaken(app)).toEqual({ '2026-12-13': 1 })
    })

    test('is the same request with and without the hold that it replaces', async () => {
      const first = await placed(app)
      const key = newKey()
      const second = await placed(app, dayPass({ replaces: idAndSecret(first) }), key)
      expect(await placed(app, dayPass(), key)).toEqual(second)
    })
  })
})
