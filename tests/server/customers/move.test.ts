import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { CHANGE_ALREADY_HELD, CHANGE_NEEDS_INSTANT_METHOD, MOVE_PROBLEMS } from '#contract/move-booking.ts'
import { SAME_START_DATE } from '#contract/validation-messages.ts'
import { paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { preview } from '#server/customers/move.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle, settleWithin } from '#server/payments/settlement.ts'
import {
  auditEntries,
  describeOnEachEngine,
  emailsTo,
  execute,
  HOUR,
  kathmandu,
  MINUTE,
  rows,
} from '../../support/app.ts'
import { miscountedDays, moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import {
  bookingRow,
  dayPass,
  failureOf,
  granted,
  newKey,
  order,
  type Placed,
  PRICE,
  placed,
  seatsTaken,
  setCapacity,
} from '../../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter, versionOf } from '../../support/outcomes.ts'
import { alertsOf, paid, paidBooking, paymentRow, reporting, verified } from '../../support/payments.ts'
import { placedRenewal } from '../../support/renewals.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { SandboxCards } from '../sandbox-cards.ts'

/** The hub opens at 06:00 on Thursday the 10th: a day before that is Wednesday, 06:00. */
const IN_TIME = kathmandu('2026-12-09', '06:00')
const DIFFERENCE = 50_000
const CUSTOMER = 'aarati@example.com'

describeOnEachEngine('a move by the customer on %s', (app) => {
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const read = async ({ bookingId, secret }: Placed) => granted(await readBooking(app, bookingId, secret))
  const changes = () => rows(app.db.read, 'booking_changes')
  /** The calendar file of the email about the move. */
  const movedCalendar = async () =>
    (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('You have moved'))?.calendar
  const cheaper = () => paidAt(app, PRICE - DIFFERENCE)

  describe('to days that are not dearer', () => {
    test.each([
      ['equal', PRICE],
      ['lower', PRICE + DIFFERENCE],
    ])('happens at once when the price is %s, and nothing is refunded', async (_, price) => {
      const booking = await paidAt(app, price, order({ startTime: '06:00', endTime: '22:00' }))
      const own = { id: booking.bookingId, secret: booking.secret }
      // A Saturday: the hub opens at eight.
      const startDate = '2026-12-12'
      const planned = { startDate, endDate: '2027-01-11', startTime: '08:00', endTime: '20:00', price: PRICE }
      expect(granted(await preview(app, own, { startDate }))).toEqual({
        ...planned,
        free: 30,
        seats: 1,
        difference: 0,
        isFinal: false,
      })
      const moved = granted(await moveOwn(app, booking, { startDate, expectedDifference: 0 }))
      expect(moved).toMatchObject({ change: null, booking: { startDate, startTime: '08:00', status: 'confirmed' } })
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({
        first_start_date: '2026-12-10',
        total_amount: price,
        moved_price: PRICE,
        customer_moves: 1,
        free_until: null,
      })
      expect(Object.keys(await seatsTaken(app)).at(0)).toBe(startDate)
      expect(await rows(app.db.read, 'memberships')).toMatchObject([{ start_date: startDate, end_date: '2027-01-12' }])
      expect(await emailsTo(app, CUSTOMER)).toContainEqual(expect.stringContaining('You have moved your booking'))
      expect(await movedCalendar()).toContain('DTSTART;VALUE=DATE:20261212')
      const entry = (await auditEntries(app)).find(({ action }) => action === 'booking_moved')
      expect(entry).toMatchObject({ actor: 'customer', staff_id: null, subject_id: booking.bookingId })
      expect(await paymentRow(app, booking.paymentId)).toMatchObject({ refunded: 0, refund_due: null })
      expect(granted(await loadBookingDetail(app, await staffMember(app), booking.bookingId)).difference).toBe(0)
    })

    test('happens once for a repeated request', async () => {
      const booking = await paidBooking(app)
      const key = newKey()
      granted(await moveOwn(app, booking, '2026-12-20', key))
      expect(granted(await moveOwn(app, booking, '2026-12-20', key)).booking.startDate).toBe('2026-12-20')
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ customer_moves: 1 })
      expect((await rejection(app, () => moveOwn(app, booking, '2026-12-21', key))).code).toBe('idempotency_mismatch')
    })

    test('counts what was paid, also by card and before a refund as goodwill, but no second payment', async () => {
      const card = await paidAt(app, PRICE - DIFFERENCE, undefined, 'stripe')
      expect((await openedChange(app, card, '2026-12-20')).amount).toBe(DIFFERENCE)
      const refunded = await cheaper()
      await execute(app, (db) =>
        db
          .updateTable('payments')
          .set({ state: 'partly_refunded', refunded: 10_000 as never })
          .where('id', '=', refunded.paymentId),
      )
      expect((await openedChange(app, refunded, '2026-12-20')).amount).toBe(DIFFERENCE)
      const twice = await cheaper()
      const { id: _, ...row } = await paymentRow(app, twice.paymentId)
      const second = { ...row, id: newKey(), provider_reference: newKey(), refund_due: row.amount }
      await execute(app, (db) => db.insertInto('payments').values(second))
      expect((await openedChange(app, twice, '2026-12-20')).amount).toBe(DIFFERENCE)
    })
  })

  describe('to dearer days', () => {
    test('holds only the days that the booking does not cover, and changes nothing else', async () => {
      const booking = await cheaper()
      const before = await bookingRow(app, booking.bookingId)
      const moved = granted(await moveOwn(app, booking, { startDate: '2026-12-20', expectedDifference: DIFFERENCE }))
      const change = { startDate: '2026-12-20', endDate: '2027-01-19', amount: DIFFERENCE }
      const expiresAt = new Date(app.now() + 30 * MINUTE).toISOString()
      expect(moved.change).toMatchObject({ ...change, changeId: expect.any(String), expiresAt, payments: [] })
      const offered = moved.change?.methods.filter(({ available }) => available).map(({ id }) => id)
      expect(offered).toEqual(['esewa', 'khalti', 'stripe'])
      expect(moved.booking).toMatchObject({
        startDate: '2026-12-10',
        change: moved.change,
        actions: { move: { left: 2 } },
      })
      expect(await bookingRow(app, booking.bookingId)).toEqual(before)
      const days = Object.entries(await seatsTaken(app))
      expect([days.at(0), days.at(-1), days.length]).toEqual([['2026-12-10', 1], ['2027-01-19', 1], 41])
      expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'booking_change_opened', actor: 'customer' })
    })

    test('is applied in the transaction that confirms its payment', async () => {
      const booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      const started = granted(await payChange(app, booking, changeId))
      expect(started).toMatchObject({ method: 'esewa', amount: DIFFERENCE, fee: 0 })
      expect(await verified(app, started.paymentId)).toMatchObject({ success: false, change: 'open' })
      await settle(app, started.paymentId, paid(DIFFERENCE), 'lookup')
      expect(await verified(app, started.paymentId)).toMatchObject({ success: true, change: 'applied' })
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({
        state: 'confirmed',
        start_date: '2026-12-20',
        end_date: '2027-01-19',
        first_start_date: '2026-12-10',
        total_amount: PRICE - DIFFERENCE,
        moved_price: PRICE,
        customer_moves: 1,
      })
      const days = Object.entries(await seatsTaken(app))
      expect([days.at(0), days.at(-1), days.length]).toEqual([['2026-12-20', 1], ['2027-01-19', 1], 31])
      expect(await rows(app.db.read, 'memberships')).toMatchObject([{ start_date: '2026-12-20' }])
      expect(await changes()).toMatchObject([{ state: 'applied', amount: DIFFERENCE, price: PRICE }])
      expect(await alertsOf(app, started.paymentId)).toEqual([])
      expect((await auditEntries(app)).map(({ action }) => action)).toContain('booking_moved')
      expect((await emailsTo(app, CUSTOMER)).at(-1)).toContain('You have moved your booking')
      expect(await movedCalendar()).toContain('DTSTART;VALUE=DATE:20261220')
      const { history, payments, change } = await read(booking)
      expect([payments.length, change]).toEqual([1, null])
      expect(history.map((entry) => entry.kind === 'payment' && entry.purpose)).toEqual(['booking', 'difference'])
      // Nothing is left for the desk to charge.
      expect(granted(await loadBookingDetail(app, await staffMember(app), booking.bookingId)).difference).toBe(0)
    })

    test('adds the card fee to the difference, and its payment is not cancelled by lookups', async () => {
      const booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      const card = granted(await payChange(app, booking, changeId, 'stripe'))
      expect(card).toMatchObject({ amount: DIFFERENCE + 2_750, fee: 2_750 })
      expect(await verified(app, card.paymentId)).toMatchObject({ state: 'pending' })
      const cards = new SandboxCards(app)
      expect(await cards.intentOf(card)).toMatchObject({ status: 'requires_payment_method' })
      await cards.confirm(card, 'responseLost')
      expect(await verified(app, card.paymentId)).toMatchObject({ success: true, change: 'applied' })
    })

    test('cancels the other card payment of a change that is paid', async () => {
      const booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      const card = granted(await payChange(app, booking, changeId, 'stripe'))
      const wallet = granted(await payChange(app, booking, changeId))
      await settle(app, wallet.paymentId, paid(DIFFERENCE), 'lookup')
      expect(await verified(app, card.paymentId)).toMatchObject({ state: 'expired' })
      const cards = new SandboxCards(app)
      expect(await cards.intentOf(card)).toMatchObject({ status: 'canceled' })
    })

    test('is refunded when paid twice, and the customer reads it', async () => {
      const booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      const [first, second] = await atOnce(2, async () => granted(await payChange(app, booking, changeId)))
      if (!first || !second) throw new Error('two payments were started')
      await settle(app, first.paymentId, paid(DIFFERENCE), 'lookup')
      await settle(app, second.paymentId, paid(DIFFERENCE), 'lookup')
      expect(await paymentRow(app, first.paymentId)).toMatchObject({ refund_due: null })
      expect(await paymentRow(app, second.paymentId)).toMatchObject({ state: 'confirmed', refund_due: DIFFERENCE })
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2026-12-20', customer_moves: 1 })
      expect((await emailsTo(app, CUSTOMER)).at(-1)).toContain('You paid twice')
    })

    test('keeps the booking and owes the payment when it has expired', async () => {
      const booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await settle(app, paymentId, { kind: 'ended', as: 'expired', reason: 'time' }, 'lookup')
      const before = await bookingRow(app, booking.bookingId)
      app.clock.advance(2 * HOUR)
      await expireChanges(app)
      expect(await changes()).toMatchObject([{ state: 'expired' }])
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
      await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: DIFFERENCE })
      expect(await verified(app, paymentId)).toMatchObject({ success: true, change: 'expired' })
      const { net_received: _, ...unchanged } = before
      expect(await bookingRow(app, booking.bookingId)).toMatchObject(unchanged)
      expect((await emailsTo(app, CUSTOMER)).at(-1)).toContain('your booking has not moved')
      expect((await read(booking)).history.at(-1)).toMatchObject({ kind: 'refund', state: 'due', amount: DIFFERENCE })
    })

    test('is applied when the last lookup before its end finds the money', async () => {
      const booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      granted(await payChange(app, booking, changeId))
      reporting(app, () => paid(DIFFERENCE))
      await runAfter(app, HOUR, expireChanges)
      expect(await changes()).toMatchObject([{ state: 'applied' }])
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2026-12-20' })
    })

    test('is held once per booking until it is applied', async () => {
      const booking = await cheaper()
      await openedChange(app, booking, '2026-12-20')
      const repeated = () => moveOwn(app, booking, '2026-12-21')
      expect(await rejection(app, repeated)).toMatchObject({ code: 'already_done', message: CHANGE_ALREADY_HELD })
      await runAfter(app, HOUR, expireChanges)
      expect((await rejection(app, repeated)).code).toBe('already_done')
      // Another one may follow one that was paid.
      const paidFor = await cheaper()
      const { changeId } = await openedChange(app, paidFor, '2026-12-20')
      const { paymentId } = granted(await payChange(app, paidFor, changeId))
      await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
      await execute(app, (db) =>
        db
          .updateTable('payments')
          .set({ received: 1_000 as never })
          .where('id', '=', paymentId),
      )
      expect((await openedChange(app, paidFor, '2026-12-22')).amount).toBe(DIFFERENCE - 1_000)
    })

    test('returns the change that it opened to a repeated request', async () => {
      const booking = await cheaper()
      const key = newKey()
      const first = granted(await moveOwn(app, booking, '2026-12-20', key))
      expect(granted(await moveOwn(app, booking, '2026-12-20', key)).change).toEqual(first.change)
      expect(await changes()).toHaveLength(1)
    })

    test('returns the booking when the difference is not the displayed one', async () => {
      const booking = await cheaper()
      const failure = await rejection(app, () =>
        moveOwn(app, booking, { startDate: '2026-12-20', expectedDifference: DIFFERENCE - 1 }),
      )
      expect(failure).toMatchObject({ code: 'changed_meanwhile', current: { bookingId: booking.bookingId } })
    })
  })

  describe('is paid', () => {
    let booking: Placed
    let changeId: string
    beforeEach(async () => {
      booking = await cheaper()
      changeId = (await openedChange(app, booking, '2026-12-20')).changeId
    })
    const expiresIn = async () => (Date.parse((await changes())[0]?.expires_at ?? '') - app.now()) / MINUTE

    test.each([
      ['esewa', 30],
      ['stripe', 45],
      ['khalti', 75],
    ])('by %s, which holds the days for %d minutes', async (method, minutes) => {
      granted(await payChange(app, booking, changeId, method))
      expect(await expiresIn()).toBe(minutes)
    })

    test('within two hours of its opening', async () => {
      app.clock.advance(29 * MINUTE)
      granted(await payChange(app, booking, changeId, 'khalti'))
      app.clock.advance(40 * MINUTE)
      expect((await rejection(app, () => payChange(app, booking, changeId, 'khalti'))).code).toBe('no_more_extensions')
      granted(await payChange(app, booking, changeId))
      expect(await expiresIn()).toBe(35)
    })

    test.each(['bank_transfer', 'qr_payment'])('not by %s', async (method) => {
      const refused = await rejection(app, () => payChange(app, booking, changeId, method))
      expect(refused).toMatchObject({ code: 'unsupported_method', message: CHANGE_NEEDS_INSTANT_METHOD })
    })

    test('not with another booking’s secret, for another booking, or after its end', async () => {
      const other = await paidBooking(app)
      const pay = (by: Placed) => rejection(app, () => payChange(app, by, changeId))
      expect((await pay(other)).code).toBe('not_found')
      expect((await pay({ ...booking, secret: other.secret })).code).toBe('not_found')
      app.clock.advance(30 * MINUTE)
      expect((await pay(booking)).code).toBe('not_payable')
      await expireChanges(app)
      expect((await pay(booking)).code).toBe('not_payable')
    })

    test('with another amount, which staff accept while the days are held', async () => {
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await settle(app, paymentId, paid(DIFFERENCE - 1), 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'mismatch' })
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'confirmed', start_date: '2026-12-10' })
      expect((await rejection(app, () => payChange(app, booking, changeId))).code).toBe('not_payable')
      expect((await read(booking)).change?.methods.filter(({ available }) => available)).toEqual([])
      const received = { amount: paisa(DIFFERENCE - 1), providerReference: 'T-1', withoutSeats: false }
      const staff = await staffMember(app)
      await app.db.write(async (db) =>
        succeed(await settleWithin(app, db, paymentId, { kind: 'found', ...received }, staff)),
      )
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2026-12-20' })
    })
  })

  describe('waiting for its payment ends', () => {
    let booking: Placed
    let paymentId: string
    beforeEach(async () => {
      booking = await cheaper()
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      paymentId = granted(await payChange(app, booking, changeId)).paymentId
    })
    const owed = async () => {
      expect(await changes()).toMatchObject([{ state: 'expired' }])
      await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: DIFFERENCE })
    }

    test('with a move by staff', async () => {
      granted(await moveBooking(app, await staffMember(app), booking.bookingId, '2027-01-12'))
      expect(Object.keys(await seatsTaken(app)).at(0)).toBe('2027-01-12')
      await owed()
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2027-01-12', customer_moves: 0 })
    })

    test('with a cancellation, after which late money restores nothing', async () => {
      granted(await endBooking(app, await staffMember(app), booking.bookingId))
      expect(await seatsTaken(app)).toEqual({})
      await owed()
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'cancelled' })
    })

    test('with a move to days that are not dearer', async () => {
      await execute(app, (db) =>
        db
          .updateTable('payments')
          .set({ received: PRICE as never })
          .where('booking_id', '=', booking.bookingId)
          .where('purpose', '=', 'booking'),
      )
      expect(granted(await moveOwn(app, booking, '2026-12-15'))).toMatchObject({ change: null })
      await owed()
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2026-12-15', customer_moves: 1 })
    })
  })

  test('refunds both payments when the booking is cancelled later', async () => {
    const booking = await cheaper()
    const { changeId } = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    const owner = await staffMember(app)
    const version = await versionOf(app, booking.bookingId)
    granted(await cancel(app, owner, booking.bookingId, { version, reason: 'Asked by phone' }))
    expect((await paymentRow(app, booking.paymentId)).refund_due).toBe(PRICE - DIFFERENCE)
    expect((await paymentRow(app, paymentId)).refund_due).toBe(DIFFERENCE)
  })

  describe('is rejected', () => {
    const problem = async (booking: Placed, startDate = '2026-12-20') =>
      rejection(app, () => moveOwn(app, booking, startDate))

    test('after free cancellation has ended, to the millisecond', async () => {
      const [one, other] = [await paidBooking(app), await paidBooking(app)]
      app.clock.set(IN_TIME)
      expect((await read(one)).actions.move).toMatchObject({ until: new Date(IN_TIME).toISOString() })
      granted(await moveOwn(app, one, '2026-12-20'))
      app.clock.advance(1)
      expect((await read(other)).actions.move).toBeNull()
      expect(await problem(other)).toMatchObject({ code: 'wrong_state', message: MOVE_PROBLEMS.too_late })
    })

    test('a third time, while moves by staff do not count', async () => {
      const booking = await paidBooking(app)
      const owner = await staffMember(app)
      for (const startDate of ['2026-12-20', '2026-12-21']) {
        granted(await moveBooking(app, owner, booking.bookingId, '2026-12-16'))
        granted(await moveOwn(app, booking, startDate))
      }
      expect((await read(booking)).actions.move).toBeNull()
      expect((await problem(booking, '2026-12-22')).message).toBe(MOVE_PROBLEMS.no_moves_left)
    })

    test('beyond 60 days of the first start, also after a move', async () => {
      const booking = await paidBooking(app, dayPass({ startDate: '2027-02-10' }))
      const limits = { earliest: '2026-12-12', latest: '2027-04-11' }
      expect((await read(booking)).actions.move).toMatchObject({ ...limits, left: 2 })
      for (const startDate of ['2026-12-11', '2027-04-12'])
        expect((await problem(booking, startDate)).fields?.startDate).toMatch(/^Choose a start date from/)
      granted(await moveOwn(app, booking, limits.latest))
      expect((await read(booking)).actions.move).toMatchObject({ ...limits, left: 1 })
      granted(await moveOwn(app, booking, limits.earliest))
    })

    test.each([
      ['2026-11-30', 'the past'],
      ['2026-02-30', 'no date'],
      ['2026-12-10', SAME_START_DATE],
    ])('to %s (%s)', async (startDate) => {
      const booking = await paidBooking(app)
      expect((await problem(booking, startDate)).fields).toHaveProperty('startDate')
      const own = { id: booking.bookingId, secret: booking.secret }
      expect(failureOf(await preview(app, own, { startDate })).fields).toHaveProperty('startDate')
    })

    test('unless the booking is confirmed', async () => {
      const booking = await placed(app)
      expect((await read(booking)).actions.move).toBeNull()
      expect((await problem(booking)).message).toBe(MOVE_PROBLEMS.wrong_state)
      await runAfter(app, HOUR, expireBookings)
      expect((await problem(booking)).code).toBe('wrong_state')
    })

    test('while a renewal of its membership holds seats, and for that renewal', async () => {
      const booking = await paidBooking(app)
      const [membership] = await rows(app.db.read, 'memberships')
      if (!membership) throw new Error('the membership is missing')
      const renewal = await placedRenewal(app, membership)
      expect((await problem(booking)).message).toBe(MOVE_PROBLEMS.renewed)
      const { paymentId, amount } = granted(await startAttempt(app, renewal.bookingId, renewal.secret, 'esewa'))
      await settle(app, paymentId, paid(amount), 'lookup')
      expect((await problem(renewal, '2027-01-20')).message).toBe(MOVE_PROBLEMS.renewed)
      expect((await read(booking)).actions.move).toBeNull()
      granted(await endBooking(app, await staffMember(app), renewal.bookingId))
      granted(await moveOwn(app, booking, '2026-12-20'))
    })

    test('for another booking’s or a wrong secret', async () => {
      const [booking, other] = [await paidBooking(app), await paidBooking(app)]
      for (const secret of [other.secret, '', `${booking.secret}x`]) {
        expect((await problem({ ...booking, secret })).code).toBe('not_found')
        const own = { id: booking.bookingId, secret }
        expect(codeOf(await preview(app, own, { startDate: '2026-12-20' }))).toBe('not_found')
      }
    })

    test.each([
      ['at once', PRICE],
      ['for a payment', PRICE - DIFFERENCE],
    ])('to a full day (%s), while its own days count as free', async (_, price) => {
      const booking = await paidAt(app, price)
      setCapacity(app, 1)
      await placed(app, dayPass({ startDate: '2027-01-12' }))
      expect((await problem(booking)).code).toBe('sold_out')
      granted(await moveOwn(app, booking, '2026-12-12'))
    })
  })

  test('of two at the same moment takes the last seat once', async () => {
    for (let round = 0; round < 5; round++) {
      const day = `2026-12-2${round}`
      const dearer = await paidAt(app, 100_000, dayPass({ startDate: '2026-12-10' }))
      const equal = await paidBooking(app, dayPass({ startDate: '2026-12-11' }))
      for (let seat = 0; seat < 29; seat++) await placed(app, dayPass({ startDate: day }))
      const [held, moved] = await Promise.all([moveOwn(app, dearer, day), moveOwn(app, equal, day)])
      expect([codeOf(held), codeOf(moved)].toSorted()).toEqual(['ok', 'sold_out'])
      expect((await seatsTaken(app))[day]).toBe(30)
    }
  })
})
