import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readBookingList } from '#server/bookings/list.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { getBrand } from '#server/catalogue.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { HOUR, MINUTE, mailsTo, NOW, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, seatsTaken } from '../support/orders.ts'
import { decide, paymentRow, reporting, started } from '../support/payments.ts'

describe.each(ENGINES)('the sweeper on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const seats = (capacity: number): void => {
    const { catalogue } = app
    app.catalogue = { ...catalogue, locations: catalogue.locations.map((location) => ({ ...location, capacity })) }
  }

  test('leaves a hold alone until its last moment, then frees its seats', async () => {
    const { bookingId } = await placed(app)
    await placed(app, dayPass())
    app.clock.advance(30 * MINUTE - 1)
    const before = await stored(app)
    await expireBookings(app)
    expect(await stored(app)).toEqual(before)
    app.clock.advance(1)
    await expireBookings(app)
    expect(await bookingRow(app, bookingId)).toMatchObject({
      state: 'expired',
      expires_at: null,
      updated_at: '2026-12-01T04:45:00.000Z',
    })
    expect(await seatsTaken(app)).toEqual({})
    const events = await rows(app.db.read, 'staff_events')
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      'booking_new',
      'booking_new',
      'booking_update',
      'booking_update',
    ])
  })

  test('frees no seat twice, run after run and ten at once', async () => {
    await placed(app, dayPass())
    app.clock.advance(20 * MINUTE)
    await placed(app, dayPass())
    app.clock.advance(10 * MINUTE)
    await Promise.all(Array.from({ length: 10 }, () => expireBookings(app)))
    await expireBookings(app)
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(3)
  })

  test('gives the place to the next', async () => {
    seats(1)
    await placed(app, dayPass())
    app.clock.advance(30 * MINUTE)
    await expireBookings(app)
    await placed(app, dayPass())
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
  })

  test('never touches what is confirmed', async () => {
    const payment = await started(app)
    await decide(app, payment, 'pay')
    await verifyAttempt(app, payment.paymentId, {})
    app.clock.advance(400 * 24 * HOUR)
    await expireBookings(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
    expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
  })

  test('rings once for a sweep that ended something, and not for one that did not', async () => {
    await placed(app)
    let rings = 0
    const stop = app.notifier.subscribe(() => rings++)
    await expireBookings(app)
    expect(rings).toBe(0)
    app.clock.advance(30 * MINUTE)
    await expireBookings(app)
    expect(rings).toBe(1)
    stop()
  })

  describe('asks the gateway first:', () => {
    test('who paid and was never heard of is confirmed', async () => {
      const payment = await started(app)
      await decide(app, payment, 'silent')
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })

    test('who paid the second of three tries is confirmed', async () => {
      const first = await started(app)
      app.clock.advance(MINUTE)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      await decide(app, first, 'leave')
      await decide(app, second, 'silent')
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
    })

    test('who left has a try that is over and a booking that has expired', async () => {
      const payment = await started(app)
      await decide(app, payment, 'leave')
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired', reason: 'eSewa: NOT_FOUND' })
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
      expect(await seatsTaken(app)).toEqual({})
    })

    test('what it leaves open keeps its place for a day at most, and staff see it', async () => {
      const payment = await started(app)
      const seats = await seatsTaken(app)
      await decide(app, payment, 'ambiguous')
      let rings = 0
      const stop = app.notifier.subscribe(() => rings++)
      app.clock.advance(30 * MINUTE)
      for (let sweeps = 0; sweeps < 3; sweeps++) await expireBookings(app)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', reason: 'eSewa: AMBIGUOUS' })
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({
        state: 'held',
        expires_at: new Date(app.now() + 5 * MINUTE).toISOString(),
      })
      const attention = async () =>
        granted(await readBookingList(app, {}, { workplaces: null })).items.map((row) => row.attention)
      expect(await attention()).toEqual(['unsettled'])
      for (; app.now() < NOW + 24 * HOUR; app.clock.advance(30 * MINUTE)) await expireBookings(app)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'held' })
      expect(await seatsTaken(app)).toEqual(seats)
      expect(rings).toBe(1)
      await expireBookings(app)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
      expect(await seatsTaken(app)).toEqual({})
      stop()
    })

    test('one that gives no answer keeps the place; one that knows of nothing does not', async () => {
      const [silent, idle] = [await started(app), await started(app, dayPass())]
      reporting(app, (id) => ({
        kind: 'pending',
        reason: 'x',
        ...(id === idle.paymentId && ({ idle: true } as const)),
      }))
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(await bookingRow(app, silent.bookingId)).toMatchObject({ state: 'held' })
      expect(await bookingRow(app, idle.bookingId)).toMatchObject({ state: 'expired' })
      reporting(app, () => ({ kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }))
      app.clock.advance(5 * MINUTE)
      await expireBookings(app)
      expect(await bookingRow(app, silent.bookingId)).toMatchObject({ state: 'expired' })
      expect(granted(await readBookingList(app, {}, { workplaces: null })).items.map((row) => row.attention)).toEqual([
        null,
        null,
      ])
    })

    test('five at once, so that one that hangs does not hold up the others', async () => {
      for (let number = 0; number < 8; number++) await started(app, dayPass())
      let [asked, most] = [0, 0]
      const answered = Promise.withResolvers<void>()
      reporting(app, async () => {
        most = Math.max(most, ++asked)
        if (asked === 5) setImmediate(answered.resolve)
        await answered.promise
        asked--
        return { kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }
      })
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(most).toBe(5)
      expect((await rows(app.db.read, 'bookings')).map(({ state }) => state)).toEqual(Array(8).fill('expired'))
    })

    test('one that breaks down does not keep the others from ending', async () => {
      const broken = await started(app)
      await placed(app)
      reporting(app, () => {
        throw new Error('a bug in a gateway')
      })
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(app.bugs.splice(0)).toEqual([new Error('a bug in a gateway')])
      const states = (await rows(app.db.read, 'bookings')).map(({ id, state }) => [id === broken.bookingId, state])
      // Nobody knows whether the one was paid: it waits for the next sweep.
      expect(states.sort()).toEqual([
        [false, 'expired'],
        [true, 'held'],
      ])
    })

    test('paid at the very moment of the sweep, it is never both paid and expired', async () => {
      for (let round = 0; round < 8; round++) {
        await app.empty()
        const payment = await started(app, dayPass())
        await decide(app, payment, 'pay')
        app.clock.advance(30 * MINUTE)
        await Promise.all([expireBookings(app), verifyAttempt(app, payment.paymentId, {}), expireBookings(app)])
        expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
        expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
      }
    })
  })

  describe('of an announced transfer', () => {
    test('waits TRANSFER_HOURS, then frees the seats', async () => {
      const { bookingId, paymentId } = await started(app, order(), 'bank_transfer')
      app.clock.advance(72 * HOUR - 1)
      await expireBookings(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'pending_verification' })
      app.clock.advance(1)
      await expireBookings(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'expired' })
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'pending' })
      expect(await seatsTaken(app)).toEqual({})
    })
  })

  describe('was too early:', () => {
    /** A payer of whom the gateway knows nothing when the time is over, and who pays all the same. */
    async function paidAtTheLastMinute(sent = order()) {
      const payment = await started(app, sent)
      app.clock.advance(30 * MINUTE)
      await expireBookings(app)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
      expect(await seatsTaken(app)).toEqual({})
      await decide(app, payment, 'pay')
      app.clock.advance(MINUTE)
      return payment
    }

    test.each([
      ['today', NOW, 'confirmed'],
      ['yesterday', NOW + 24 * HOUR, 'needs_decision'],
    ] as const)('late money for days that began %s: %s', async (_, now, state) => {
      const payment = await paidAtTheLastMinute(order({ startDate: '2026-12-01' as never }))
      app.clock.set(now + HOUR)
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ bookingState: state })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(state === 'confirmed' ? 31 : 0)
    })

    test('late money with the seats still free confirms and takes them again', async () => {
      const payment = await paidAtTheLastMinute()
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
        success: true,
        bookingState: 'confirmed',
      })
      expect(Object.values(await seatsTaken(app))).toEqual(Array(31).fill(1))
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    })

    test('late money with a seat gone needs a decision, and takes nothing', async () => {
      seats(1)
      const payment = await paidAtTheLastMinute()
      await placed(app, dayPass({ startDate: '2026-12-20' }))
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
        success: true,
        state: 'confirmed',
        bookingState: 'needs_decision',
      })
      expect(await seatsTaken(app)).toEqual({ '2026-12-20': 1 })
      expect(await rows(app.db.read, 'memberships')).toEqual([])
      expect(await mailsTo(app, 'aarati@example.com')).toEqual([expect.stringContaining('has arrived late')])
      expect(await mailsTo(app, getBrand().email)).toEqual([
        expect.stringContaining('Money came, but the place is gone'),
      ])
      // Asked again, it stays so.
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ bookingState: 'needs_decision' })
    })

    test('late money and a new buyer at once for the last seat: one has it', async () => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        seats(1)
        const payment = await paidAtTheLastMinute(dayPass())
        const [verdict, buyer] = await Promise.all([
          verifyAttempt(app, payment.paymentId, {}),
          createBooking(app, dayPass(), newKey()),
        ])
        expect(granted(verdict).bookingState).toBe(buyer.ok ? 'needs_decision' : 'confirmed')
        expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
      }
    })

    test('late money twenty times at once takes the seats once', async () => {
      const payment = await paidAtTheLastMinute()
      await Promise.all(Array.from({ length: 20 }, () => verifyAttempt(app, payment.paymentId, {})))
      expect(Object.values(await seatsTaken(app))).toEqual(Array(31).fill(1))
    })

    test('late money that is not the money asked for confirms nothing', async () => {
      const payment = await paidAtTheLastMinute()
      reporting(app, () => ({ kind: 'paid', amount: paisa(1), providerReference: 'R' }))
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
        state: 'mismatch',
        bookingState: 'needs_decision',
      })
    })
  })
})
