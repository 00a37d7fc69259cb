import { beforeEach, describe, expect, test } from 'vitest'
import { MOVE_PROBLEMS } from '#contract/move-booking.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { preview } from '#server/customers/move.ts'
import { instant } from '#server/db/instant.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { day } from '../../domain/business.ts'
import { describeOnEachEngine, execute, kathmandu, rows } from '../../support/app.ts'
import { closed, closureEntry, saveClosed } from '../../support/closures.ts'
import { moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { bookingRow, dayPass, failureOf, granted, newKey, type Placed, PRICE } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow } from '../../support/payments.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const DAY = '2026-12-10'
const PASS = 50_000
/** While the customer's link works. */
const UNTIL = new Date(kathmandu('2027-03-10', '00:00')).toISOString()
/** The day itself, and weeks after it. */
const TIMES: [string, number][] = [
  ['after the usual limit', kathmandu('2026-12-09', '20:00')],
  ['on the day', kathmandu(DAY, '12:00')],
  ['after the day', kathmandu('2027-01-20', '12:00')],
]

describeOnEachEngine('a day pass for a day that was closed, on %s', (app) => {
  let owner: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
  })

  const own = ({ bookingId, secret }: Placed) => ({ id: bookingId, secret })
  const cancel = (booking: Placed, input = {}) => cancelAsCustomer(app, own(booking), input, newKey())
  const actions = async (booking: Placed) => granted(await readBooking(app, booking.bookingId, booking.secret)).actions
  const markArrived = (booking: Placed) =>
    execute(app, (db) =>
      db.insertInto('arrivals').values({
        booking_id: booking.bookingId,
        day: day(DAY),
        arrived_at: instant(app.now()),
        staff_id: owner.id,
      }),
    )

  describe.each(TIMES)('%s', (_, now) => {
    test('can be moved by its customer, for free and without a limit', async () => {
      const booking = await paidAt(app, PASS - 10_000, dayPass())
      await execute(app, (db) =>
        db.updateTable('bookings').set({ customer_moves: 2 }).where('id', '=', booking.bookingId),
      )
      await closed(app, { from: DAY })
      app.clock.set(now)
      expect((await actions(booking)).move).toMatchObject({ left: null, until: UNTIL, latest: '2027-02-08' })
      const startDate = '2027-02-01'
      expect(granted(await preview(app, own(booking), { startDate }))).toMatchObject({
        difference: 0,
        isCheaper: false,
      })
      const moved = granted(await moveOwn(app, booking, { startDate, expectedDifference: 0 }))
      expect(moved).toMatchObject({ change: null, booking: { startDate, closedDays: [], actions: { move: null } } })
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({
        customer_moves: 2,
        free_until: new Date(kathmandu('2027-01-31', '06:00')).toISOString(),
      })
      expect(granted(await loadBookingDetail(app, owner, booking.bookingId)).difference).toBe(0)
    })

    test('can be cancelled by its customer for a full refund', async () => {
      const booking = await paidBooking(app, dayPass())
      await closed(app, { from: DAY })
      app.clock.set(now)
      expect((await actions(booking)).cancel).toMatchObject({ refund: PASS, freeUntil: UNTIL, from: 'now' })
      expect(granted(await cancel(booking, { expectedRefund: PASS }))).toMatchObject({ status: 'cancelled' })
      expect((await paymentRow(app, booking.paymentId)).refund_due).toBe(PASS)
    })

    test('can be moved or cancelled by staff for a full refund', async () => {
      const [one, other] = [await paidBooking(app, dayPass()), await paidBooking(app, dayPass())]
      await closed(app, { from: DAY })
      app.clock.set(now)
      granted(await moveBooking(app, owner, one.bookingId, '2027-02-01'))
      expect(granted(await loadBookingDetail(app, owner, other.bookingId)).cancellation).toMatchObject({
        refund: PASS,
        freeUntil: UNTIL,
        isClosedDay: true,
      })
      granted(await endBooking(app, owner, other.bookingId))
      expect((await paymentRow(app, other.paymentId)).refund_due).toBe(PASS)
    })
  })

  describe('is bound by the usual limits', () => {
    const expectUsualLimits = async (booking: Placed & { paymentId: string }) => {
      app.clock.set(kathmandu(DAY, '12:00'))
      expect((await actions(booking)).move).toBeNull()
      expect(await rejection(app, () => moveOwn(app, booking, '2026-12-20'))).toMatchObject({
        code: 'wrong_state',
        message: MOVE_PROBLEMS.too_late,
      })
      expect((await actions(booking)).cancel?.refund ?? 0).toBe(0)
      granted(await endBooking(app, owner, booking.bookingId))
      expect((await paymentRow(app, booking.paymentId)).refund_due).toBeNull()
    }

    test('when it was used', async () => {
      const booking = await paidBooking(app, dayPass())
      await closed(app, { from: DAY })
      app.clock.set(kathmandu(DAY, '12:00'))
      await markArrived(booking)
      expect((await actions(booking)).cancel).toBeNull()
      expect((await rejection(app, () => cancel(booking))).code).toBe('wrong_state')
      await expectUsualLimits(booking)
    })

    test('when the day is open again', async () => {
      const booking = await paidBooking(app, dayPass())
      await closed(app, { from: DAY })
      await execute(app, (db) => db.deleteFrom('closures'))
      await expectUsualLimits(booking)
    })

    test.each([
      ['another location is closed', { locationId: 'kausimaa' }],
      ['the day has other hours', { hours: { open: '10:00', close: '16:00' } }],
      ['another day is closed', { from: '2026-12-11' }],
    ])('when %s', async (_, closure) => {
      const booking = await paidBooking(app, dayPass())
      await closed(app, { from: DAY, ...closure })
      await expectUsualLimits(booking)
    })

    test('as a longer booking is', async () => {
      const booking = await paidBooking(app)
      await closed(app, { from: DAY, to: '2027-01-09' })
      await expectUsualLimits(booking)
    })
  })

  test('can be cancelled, but not moved, more than 60 days after the day, until its link ends', async () => {
    const booking = await paidBooking(app, dayPass())
    await closed(app, { from: DAY })
    app.clock.set(kathmandu('2027-02-09', '12:00'))
    expect(await actions(booking)).toMatchObject({ move: null, cancel: { refund: PASS } })
    app.clock.set(kathmandu('2027-03-11', '12:00'))
    expect(failureOf(await cancel(booking)).code).toBe('not_found')
  })

  describe('is no longer a case for staff', () => {
    const cases = async () =>
      (await rows(app.db.read, 'closure_bookings')).map(({ handled_at, handled_by }) => [handled_at, handled_by])
    const closeDay = () => saveClosed(app, owner, [closureEntry({ from: DAY, to: '2026-12-31' })])
    const handled = () => [[instant(app.now()), null]]

    test('once its customer has moved it', async () => {
      const booking = await paidBooking(app, dayPass())
      await closeDay()
      expect(await cases()).toEqual([[null, null]])
      granted(await moveOwn(app, booking, '2027-01-10'))
      expect(await cases()).toEqual(handled())
    })

    test('once its customer has cancelled it', async () => {
      const booking = await paidBooking(app, dayPass())
      await closeDay()
      granted(await cancel(booking))
      expect(await cases()).toEqual(handled())
    })

    test('once its customer has ended a month that has started', async () => {
      const started = await paidBooking(app)
      app.clock.set(kathmandu('2026-12-11', '12:00'))
      await saveClosed(app, owner, [closureEntry({ from: '2026-12-12', to: '2026-12-31' })])
      granted(await cancel(started))
      expect(await cases()).toEqual(handled())
    })

    test('unless the move or cancellation was rejected', async () => {
      const booking = await paidBooking(app, dayPass())
      await closeDay()
      await rejection(app, () => moveOwn(app, booking, '2026-12-20'))
      await rejection(app, () => cancel(booking, { expectedRefund: 1 }))
      expect(await cases()).toEqual([[null, null]])
    })

    test('once a dearer move of a month has been paid', async () => {
      const booking = await paidAt(app, PRICE - 10_000)
      await closeDay()
      const { changeId } = await openedChange(app, booking, '2027-01-01')
      const { paymentId, amount } = granted(await payChange(app, booking, changeId))
      expect(await cases()).toEqual([[null, null]])
      await settle(app, paymentId, paid(amount), 'lookup')
      expect(await cases()).toEqual(handled())
    })

    test('unless its new day was closed before a dearer move was paid', async () => {
      const booking = await paidAt(app, PASS - 10_000, dayPass({ startDate: '2026-12-15' }))
      const { changeId } = await openedChange(app, booking, DAY)
      const { paymentId, amount } = granted(await payChange(app, booking, changeId))
      app.clock.advance(60_000)
      await closeDay()
      await settle(app, paymentId, paid(amount), 'lookup')
      expect((await bookingRow(app, booking.bookingId)).start_date).toBe(DAY)
      expect(await cases()).toEqual([[null, null]])
    })
  })
})
