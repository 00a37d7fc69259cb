import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBookingList } from '#server/bookings/list.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { getBrand } from '#server/catalogue.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { describeOnEachEngine, emailsTo, expectNothingStored, HOUR, MINUTE, NOW, rows } from '../support/app.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, seatsTaken, setCapacity } from '../support/orders.ts'
import { atOnce, codeOf, runAfter } from '../support/outcomes.ts'
import { decide, paid, paymentRow, reporting, started, statesOf, verified } from '../support/payments.ts'

describeOnEachEngine('the expiry job on %s', (app) => {
  test('releases a hold’s seats after its last moment, not before', async () => {
    const { bookingId } = await placed(app)
    await placed(app, dayPass())
    app.clock.advance(30 * MINUTE - 1)
    await expectNothingStored(app, async () => {
      await expireBookings(app)
    })
    await runAfter(app, 1, expireBookings)
    const expired = { state: 'expired', expires_at: null, updated_at: '2026-12-01T04:45:00.000Z' }
    expect(await bookingRow(app, bookingId)).toMatchObject(expired)
    expect(await seatsTaken(app)).toEqual({})
    const kinds = (await rows(app.db.read, 'staff_events')).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['booking_new', 'booking_new', 'booking_update', 'booking_update'])
  })

  test('releases a seat once in repeated and concurrent runs', async () => {
    setCapacity(app, 2)
    await placed(app, dayPass())
    app.clock.advance(20 * MINUTE)
    await placed(app, dayPass())
    app.clock.advance(10 * MINUTE)
    await atOnce(10, () => expireBookings(app))
    await expireBookings(app)
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(3)
    await placed(app, dayPass())
    expect(codeOf(await createBooking(app, dayPass(), newKey()))).toBe('sold_out')
  })

  test('never changes a confirmed booking', async () => {
    const payment = await started(app)
    await decide(app, payment, 'pay')
    await verifyAttempt(app, payment.paymentId, {})
    await runAfter(app, 400 * 24 * HOUR, expireBookings)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
    expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
  })

  test('notifies once for a run that expired something, and not otherwise', async () => {
    await placed(app)
    const notified = vi.fn()
    onTestFinished(app.notifier.subscribe(notified))
    await expireBookings(app)
    expect(notified).not.toHaveBeenCalled()
    await runAfter(app, 30 * MINUTE, expireBookings)
    expect(notified).toHaveBeenCalledOnce()
  })

  describe('queries the gateway first:', () => {
    const attention = async () =>
      granted(await readBookingList(app, {}, { workplaces: null })).items.map((row) => row.attention)

    test('a paid booking without a return is confirmed', async () => {
      const payment = await started(app)
      await decide(app, payment, 'silent')
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })

    test('a booking whose second of three attempts was paid is confirmed', async () => {
      const first = await started(app)
      app.clock.advance(MINUTE)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      await decide(app, first, 'leave')
      await decide(app, second, 'silent')
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
    })

    test('an unpaid booking expires with its attempt', async () => {
      const payment = await started(app)
      await decide(app, payment, 'leave')
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired', reason: 'eSewa: NOT_FOUND' })
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
      expect(await seatsTaken(app)).toEqual({})
    })

    test('a pending attempt holds its seat for a day at most, and staff see it', async () => {
      const payment = await started(app)
      const seats = await seatsTaken(app)
      await decide(app, payment, 'ambiguous')
      const notified = vi.fn()
      onTestFinished(app.notifier.subscribe(notified))
      app.clock.advance(30 * MINUTE)
      for (let runs = 0; runs < 3; runs++) await expireBookings(app)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', reason: 'eSewa: AMBIGUOUS' })
      const expires_at = new Date(app.now() + 5 * MINUTE).toISOString()
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'held', expires_at })
      expect(await attention()).toEqual(['unsettled'])
      for (; app.now() < NOW + 24 * HOUR; app.clock.advance(30 * MINUTE)) await expireBookings(app)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'held' })
      expect(await seatsTaken(app)).toEqual(seats)
      expect(notified).toHaveBeenCalledOnce()
      await expireBookings(app)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
      expect(await seatsTaken(app)).toEqual({})
    })

    test('a seat is held while the gateway is unreachable, but not for an unknown payment', async () => {
      const [silent, idle] = [await started(app), await started(app, dayPass())]
      const pending = { kind: 'pending', reason: 'x' } as const
      reporting(app, (id) => (id === idle.paymentId ? { ...pending, idle: true } : pending))
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(await bookingRow(app, silent.bookingId)).toMatchObject({ state: 'held' })
      expect(await bookingRow(app, idle.bookingId)).toMatchObject({ state: 'expired' })
      reporting(app, () => ({ kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }))
      await runAfter(app, 5 * MINUTE, expireBookings)
      expect(await bookingRow(app, silent.bookingId)).toMatchObject({ state: 'expired' })
      expect(await attention()).toEqual([null, null])
    })

    test('five are queried at once, so that a slow one does not delay the others', async () => {
      for (let number = 0; number < 8; number++) await started(app, dayPass())
      let [running, max] = [0, 0]
      const responded = Promise.withResolvers<void>()
      reporting(app, async () => {
        max = Math.max(max, ++running)
        if (running === 5) setImmediate(responded.resolve)
        await responded.promise
        running--
        return { kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }
      })
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(max).toBe(5)
      expect((await rows(app.db.read, 'bookings')).map(({ state }) => state)).toEqual(Array(8).fill('expired'))
    })

    test('a booking expires although the gateway failed for another one', async () => {
      const broken = await started(app)
      await placed(app)
      reporting(app, () => {
        throw new Error('a bug in a gateway')
      })
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(app.bugs.splice(0)).toEqual([new Error('a bug in a gateway')])
      const states = (await rows(app.db.read, 'bookings')).map(({ id, state }) => [id === broken.bookingId, state])
      // The other one may be paid, so it waits for the next run.
      expect(states.sort()).toEqual([
        [false, 'expired'],
        [true, 'held'],
      ])
    })

    test('a booking that is paid during the run is never both paid and expired', async () => {
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

  test('waits TRANSFER_HOURS for an announced transfer, then releases its seats', async () => {
    const { bookingId, paymentId } = await started(app, order(), 'bank_transfer')
    await runAfter(app, 72 * HOUR - 1, expireBookings)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'pending_verification' })
    await runAfter(app, 1, expireBookings)
    expect(await statesOf(app, paymentId)).toEqual(['pending', 'expired'])
    expect(await seatsTaken(app)).toEqual({})
  })

  describe('handles payments after the hold:', () => {
    /** A payment that the gateway does not know when the hold expires, and that is then paid. */
    async function paidAtTheLastMinute(sent = order()) {
      const payment = await started(app, sent)
      await runAfter(app, 30 * MINUTE, expireBookings)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
      expect(await seatsTaken(app)).toEqual({})
      await decide(app, payment, 'pay')
      app.clock.advance(MINUTE)
      return payment
    }

    test.each([
      ['today', NOW, 'confirmed'],
      ['yesterday', NOW + 24 * HOUR, 'needs_decision'],
    ] as const)('a late payment for days that started %s: %s', async (_, now, state) => {
      const payment = await paidAtTheLastMinute(order({ startDate: '2026-12-01' as never }))
      app.clock.set(now + HOUR)
      expect(await verified(app, payment.paymentId)).toMatchObject({ bookingState: state })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(state === 'confirmed' ? 31 : 0)
    })

    test('a late payment reported twenty times at once confirms the booking once if its seats are free', async () => {
      const payment = await paidAtTheLastMinute()
      await atOnce(20, () => verifyAttempt(app, payment.paymentId, {}))
      expect(await verified(app, payment.paymentId)).toMatchObject({ success: true, bookingState: 'confirmed' })
      expect(Object.values(await seatsTaken(app))).toEqual(Array(31).fill(1))
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    })

    test('a late payment needs a decision if a seat is taken, and reserves none', async () => {
      setCapacity(app, 1)
      const payment = await paidAtTheLastMinute()
      await placed(app, dayPass({ startDate: '2026-12-20' }))
      const late = { success: true, state: 'confirmed', bookingState: 'needs_decision' }
      expect(await verified(app, payment.paymentId)).toMatchObject(late)
      expect(await seatsTaken(app)).toEqual({ '2026-12-20': 1 })
      expect(await rows(app.db.read, 'memberships')).toEqual([])
      expect(await emailsTo(app, 'aarati@example.com')).toEqual([
        expect.stringMatching(/^We received your payment for .* late$/),
      ])
      const subject = expect.stringContaining('Payment received after the seat was released')
      expect(await emailsTo(app, getBrand().email)).toEqual([subject])
      // A repeated verification returns the same.
      expect(await verified(app, payment.paymentId)).toMatchObject({ bookingState: 'needs_decision' })
    })

    test('one of a late payment and a concurrent booking gets the last seat', async () => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        setCapacity(app, 1)
        const payment = await paidAtTheLastMinute(dayPass())
        const [verdict, buyer] = await Promise.all([
          verifyAttempt(app, payment.paymentId, {}),
          createBooking(app, dayPass(), newKey()),
        ])
        expect(granted(verdict).bookingState).toBe(buyer.ok ? 'needs_decision' : 'confirmed')
        expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
      }
    })

    test('a late payment of another amount confirms nothing', async () => {
      const payment = await paidAtTheLastMinute()
      reporting(app, () => paid(1))
      const differs = { state: 'mismatch', bookingState: 'needs_decision' }
      expect(await verified(app, payment.paymentId)).toMatchObject(differs)
    })
  })
})
