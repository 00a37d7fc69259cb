import { afterEach, describe, expect, test } from 'vitest'
import { MOVE_PROBLEMS } from '#contract/move-booking.ts'
import { SAME_START_DATE } from '#contract/validation-messages.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { preview } from '#server/customers/move.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { preview as previewByStaff } from '#server/desk/move.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, emailsTo, execute, HOUR, kathmandu, rows } from '../../support/app.ts'
import { closureEntry, saveClosed } from '../../support/closures.ts'
import { miscountedDays, moveOwn, openedChange, paidAt } from '../../support/moves.ts'
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
import { codeOf, rejection, runAfter } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow } from '../../support/payments.ts'
import { placedRenewal } from '../../support/renewals.ts'
import { endBooking, moveBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

/** The hub opens at 06:00 on Thursday the 10th: a day before that is Wednesday, 06:00. */
const IN_TIME = kathmandu('2026-12-09', '06:00')
const DIFFERENCE = 50_000
const CUSTOMER = 'aarati@example.com'

describeOnEachEngine('a move by the customer on %s', (app) => {
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const read = async ({ bookingId, secret }: Placed) => granted(await readBooking(app, bookingId, secret))
  /** The calendar file of the email about the move. */
  const movedCalendar = async () =>
    (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('You have moved'))?.calendar
  const cheaper = () => paidAt(app, PRICE - DIFFERENCE)

  test('names the closed days among the new ones', async () => {
    const booking = await paidAt(app, PRICE, order())
    await saveClosed(app, await staffMember(app), [closureEntry({ from: '2026-12-24', to: '2026-12-25' })])
    const closedDays = [{ from: '2026-12-24', to: '2026-12-25', reason: 'Udhauli' }]
    const own = { id: booking.bookingId, secret: booking.secret }
    expect(granted(await preview(app, own, { startDate: '2026-12-12' })).closedDays).toEqual(closedDays)
    const planned = granted(
      await previewByStaff(app, await staffMember(app), booking.bookingId, { startDate: '2026-12-12' }),
    )
    expect(planned.closedDays).toEqual(closedDays)
  })

  describe('to days that are not dearer', () => {
    test.each([
      ['equal', PRICE],
      ['lower', PRICE + DIFFERENCE],
    ])('happens at once when the price is %s, and nothing is refunded', async (_, price) => {
      const booking = await paidAt(app, price, order({ startTime: '06:00', endTime: '22:00' }))
      const own = { id: booking.bookingId, secret: booking.secret }
      // A Saturday: the hub opens at eight.
      const startDate = '2026-12-12'
      const planned = {
        startDate,
        endDate: '2027-01-11',
        startTime: '08:00',
        endTime: '20:00',
        isCheaper: price > PRICE,
      }
      expect(granted(await preview(app, own, { startDate }))).toEqual({
        ...planned,
        closedDays: [],
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
        free_until: '2026-12-11T02:15:00.000Z',
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

  describe('after refunds as goodwill', () => {
    const refundPart = async (paymentId: string, amount: number) =>
      granted(await refund(app, await staffMember(app), paymentId, amount))
    const message = MOVE_PROBLEMS.refunded

    test('costs what it cost before a partial refund', async () => {
      const booking = await cheaper()
      await refundPart(booking.paymentId, 12_345)
      expect((await openedChange(app, booking, '2026-12-20')).amount).toBe(DIFFERENCE)
    })

    test('is left to staff when everything was refunded', async () => {
      const booking = await paidBooking(app)
      await refundPart(booking.paymentId, PRICE)
      expect((await read(booking)).actions.move).toBeNull()
      const own = { id: booking.bookingId, secret: booking.secret }
      const startDate = '2026-12-20'
      expect(failureOf(await preview(app, own, { startDate }))).toMatchObject({ code: 'wrong_state', message })
      const rejected = await rejection(app, () => moveOwn(app, booking, startDate))
      expect(rejected).toMatchObject({ code: 'wrong_state', message })
      granted(await moveBooking(app, await staffMember(app), booking.bookingId, startDate))
    })

    test('counts the payments that remain, and no second payment that was refunded', async () => {
      const booking = await cheaper()
      const { id: _, ...row } = await paymentRow(app, booking.paymentId)
      const second = { ...row, id: newKey(), provider_reference: newKey(), refund_due: row.amount }
      await execute(app, (db) => db.insertInto('payments').values(second))
      await refundPart(second.id, row.amount)
      expect((await openedChange(app, booking, '2026-12-20')).amount).toBe(DIFFERENCE)
    })
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
