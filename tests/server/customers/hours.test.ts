import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOURS_BEING_PAID, HOURS_NOT_SOLD } from '#contract/buy-hours.ts'
import { paisa } from '#domain/money.ts'
import { methodFee } from '#domain/payment.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { buyHours } from '#server/customers/hours.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import {
  auditEntries,
  describeOnEachEngine,
  emailsTo,
  HOUR,
  kathmandu,
  MINUTE,
  rows,
  type TestApp,
} from '../../support/app.ts'
import { moveOwn, paidAt, payChange } from '../../support/moves.ts'
import { bookingRow, dayPass, granted, newKey, type Placed, PRICE, placed } from '../../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow, reporting, verified } from '../../support/payments.ts'
import { boughtMinutes, buyOwn, HOUR_PRICE, openedPurchase } from '../../support/room-hours.ts'
import { findRoomMistakes, ROOMS, reserve } from '../../support/rooms.ts'
import { staffMember } from '../../support/staff-member.ts'

const CUSTOMER = 'aarati@example.com'
const AMOUNT = 2 * HOUR_PRICE

const changes = (app: TestApp) => rows(app.db.read, 'booking_changes')
const cancel = (app: TestApp, { bookingId, secret }: Placed) =>
  cancelAsCustomer(app, { id: bookingId, secret }, {}, newKey())
const read = async (app: TestApp, { bookingId, secret }: Placed) => granted(await readBooking(app, bookingId, secret))

describeOnEachEngine('a purchase of room hours on %s', (app) => {
  beforeEach(() => {
    app.rooms = ROOMS
  })
  afterEach(async () => expect(await findRoomMistakes(app)).toEqual([]))

  test('waits for its payment at today’s price and changes nothing else', async () => {
    const booking = await paidBooking(app)
    const before = await bookingRow(app, booking.bookingId)
    expect((await read(app, booking)).actions.hours).toEqual({ pricePerHour: HOUR_PRICE })
    const bought = granted(await buyOwn(app, booking, 2))
    const expiresAt = new Date(app.now() + 30 * MINUTE).toISOString()
    expect(bought.change).toMatchObject({ kind: 'hours', minutes: 120, amount: AMOUNT, expiresAt, payments: [] })
    const offered = bought.change?.methods.filter(({ available }) => available).map(({ id }) => id)
    expect(offered).toEqual(['esewa', 'khalti', 'stripe'])
    expect(bought.booking.change).toEqual(bought.change)
    expect(await bookingRow(app, booking.bookingId)).toEqual(before)
    expect(await boughtMinutes(app, booking)).toEqual([])
    const entry = (await auditEntries(app)).at(-1)
    expect(entry).toMatchObject({ action: 'room_hours_opened', actor: 'customer' })
  })

  test('is for at most 2 hours a day that is left', async () => {
    const booking = await paidBooking(app)
    const { end_date } = await bookingRow(app, booking.bookingId)
    app.clock.set(kathmandu(end_date, '12:00'))
    const fields = { hours: 'Add at most 2 hours for these dates, which is 2 a day' }
    expect(await buyOwn(app, booking, 3)).toMatchObject({ failure: { code: 'invalid', fields } })
    expect(granted(await buyOwn(app, booking, 2)).change).toMatchObject({ minutes: 120 })
  })

  test('adds the hours in the transaction that confirms its payment', async () => {
    const booking = await paidBooking(app)
    const { changeId } = await openedPurchase(app, booking)
    const payment = granted(await payChange(app, booking, changeId, 'stripe'))
    const fee = methodFee('stripe', paisa(AMOUNT))
    expect(payment).toMatchObject({ amount: AMOUNT + fee, fee })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ purpose: 'hours', change_id: changeId })
    expect(await verified(app, payment.paymentId)).toMatchObject({ change: 'open', changeKind: 'hours' })
    await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
    expect(await verified(app, payment.paymentId)).toMatchObject({ success: true, change: 'applied' })
    expect(await boughtMinutes(app, booking)).toEqual([120])
    expect(await changes(app)).toMatchObject([{ kind: 'hours', state: 'applied' }])
    expect((await emailsTo(app, CUSTOMER)).at(-1)).toContain('You have bought 2 meeting-room hours')
    expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'room_hours_bought' })
    const { change, history, payments } = await read(app, booking)
    expect([change, payments.length]).toEqual([null, 1])
    expect(history.at(-1)).toMatchObject({ purpose: 'hours', state: 'confirmed', fee })
    const detail = granted(await loadBookingDetail(app, await staffMember(app), booking.bookingId))
    expect(detail).toMatchObject({ change: null, difference: 0, totals: { hours: AMOUNT, difference: 0, fee } })
  })

  test('replaces an earlier one whose payment was not started', async () => {
    const booking = await paidBooking(app)
    await openedPurchase(app, booking)
    app.clock.advance(MINUTE)
    expect(await openedPurchase(app, booking, 5)).toMatchObject({ minutes: 300, amount: 5 * HOUR_PRICE })
    expect((await changes(app)).map(({ state }) => state).toSorted()).toEqual(['expired', 'open'])
  })

  test('is rejected while another one is being paid', async () => {
    const booking = await paidBooking(app)
    const { changeId } = await openedPurchase(app, booking)
    const { paymentId } = granted(await payChange(app, booking, changeId))
    const failure = await rejection(app, () => buyOwn(app, booking, 3))
    expect(failure).toMatchObject({ code: 'already_done', message: HOURS_BEING_PAID })
    await settle(app, paymentId, paid(AMOUNT), 'lookup')
    expect(await openedPurchase(app, booking, 3)).toMatchObject({ minutes: 180 })
  })

  test('is opened once by a repeated request', async () => {
    const booking = await paidBooking(app)
    const key = newKey()
    const first = granted(await buyOwn(app, booking, 2, key))
    expect(granted(await buyOwn(app, booking, 2, key)).change).toEqual(first.change)
    expect(await rejection(app, () => buyOwn(app, booking, 3, key))).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await changes(app)).toHaveLength(1)
  })

  test('is open once after two requests at the same time', async () => {
    const booking = await paidBooking(app)
    const outcomes = await atOnce(2, (index) => buyOwn(app, booking, 2 + index))
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok'])
    expect((await changes(app)).map(({ state }) => state).toSorted()).toEqual(['expired', 'open'])
  })

  test.each([0, 41, -1])('of %d hours is rejected', async (hours) => {
    const booking = await paidBooking(app)
    const failure = await rejection(app, () => buyOwn(app, booking, hours))
    expect(failure).toMatchObject({ code: 'invalid', fields: { hours: 'Choose 1 to 40 hours.' } })
  })

  test('at another price than displayed is rejected with the current price', async () => {
    const { bookingId: id, secret } = await paidBooking(app)
    const input = { hours: 2, expectedAmount: AMOUNT - 1 }
    const failure = await rejection(app, () => buyHours(app, { id, secret }, input, newKey()))
    expect(failure).toMatchObject({ code: 'price_changed', totalAmount: AMOUNT })
  })

  describe('is not offered and is rejected', () => {
    const notSold = async (booking: Placed) => {
      expect((await read(app, booking)).actions.hours).toBeNull()
      const failure = await rejection(app, () => buyOwn(app, booking, 2))
      expect(failure).toMatchObject({ code: 'wrong_state', message: HOURS_NOT_SOLD })
    }

    test('for a booking that is not confirmed', async () => notSold(await placed(app)))

    test('once the last day has closed', async () => {
      const booking = await paidBooking(app)
      app.clock.set(kathmandu('2027-01-10', '22:30'))
      await notSold(booking)
    })

    test('at a location without meeting rooms', async () => {
      const booking = await paidBooking(app)
      app.rooms = app.rooms.filter(({ kind }) => kind === 'phone_booth')
      await notSold(booking)
    })

    test('with the secret of another booking', async () => {
      const [booking, other] = [await paidBooking(app), await paidBooking(app)]
      const failure = await rejection(app, () => buyOwn(app, { ...booking, secret: other.secret }, 2))
      expect(failure.code).toBe('not_found')
    })
  })

  describe('after its end', () => {
    async function endedPurchase(end: (booking: Placed) => Promise<unknown>) {
      const booking = await paidBooking(app)
      const { changeId } = await openedPurchase(app, booking)
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await end(booking)
      expect(await changes(app)).toMatchObject([{ state: 'expired' }])
      await settle(app, paymentId, paid(AMOUNT), 'lookup')
      expect(await boughtMinutes(app, booking)).toEqual([])
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: AMOUNT })
      expect((await emailsTo(app, CUSTOMER)).at(-1)).toContain('no meeting-room hours were added')
      return { booking, paymentId }
    }

    test('owes money that arrives too late', async () => {
      const { booking, paymentId } = await endedPurchase(() => runAfter(app, 2 * HOUR, expireChanges))
      expect(await verified(app, paymentId)).toMatchObject({ success: true, change: 'expired', changeKind: 'hours' })
      expect((await rejection(app, () => payChange(app, booking, newKey()))).code).toBe('not_found')
      const subjects = (await rows(app.db.read, 'emails')).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.startsWith('Payment received too late for meeting-room hours'))).toBe(
        true,
      )
    })

    test('owes money that arrives after the cancellation', async () => {
      const { booking } = await endedPurchase((placed) => cancel(app, placed))
      expect((await bookingRow(app, booking.bookingId)).state).toBe('cancelled')
    })

    test('owes money that arrives after the customer ended the booking early', async () => {
      app.clock.set(kathmandu('2026-12-10', '09:00'))
      const { booking } = await endedPurchase(async (placed) => {
        app.clock.set(kathmandu('2026-12-10', '09:10'))
        granted(await cancel(app, placed))
      })
      expect((await bookingRow(app, booking.bookingId)).original_end_date).toBe('2027-01-09')
    })
  })

  test('is applied when the last lookup before its end finds the money', async () => {
    const booking = await paidBooking(app)
    const { changeId } = await openedPurchase(app, booking)
    granted(await payChange(app, booking, changeId))
    reporting(app, () => paid(AMOUNT))
    await runAfter(app, HOUR, expireChanges)
    expect(await boughtMinutes(app, booking)).toEqual([120])
  })

  test('adds its hours once when it is paid twice, and owes the second payment', async () => {
    const booking = await paidBooking(app)
    const { changeId } = await openedPurchase(app, booking)
    const payments = await atOnce(2, async () => granted(await payChange(app, booking, changeId)))
    await Promise.all(payments.map(({ paymentId }) => settle(app, paymentId, paid(AMOUNT), 'lookup')))
    expect(await boughtMinutes(app, booking)).toEqual([120])
    const due = await Promise.all(payments.map(async ({ paymentId }) => (await paymentRow(app, paymentId)).refund_due))
    expect(due.toSorted()).toEqual([AMOUNT, null].toSorted())
    expect((await emailsTo(app, CUSTOMER)).some((subject) => subject.includes('You paid twice'))).toBe(true)
  })

  test('is not opened while a move waits for its payment, and is paid after one that was opened later', async () => {
    const booking = await paidAt(app, PRICE - 50_000)
    const purchase = await openedPurchase(app, booking)
    app.clock.advance(MINUTE)
    const { change: move } = granted(await moveOwn(app, booking, '2026-12-20'))
    expect((await read(app, booking)).actions.hours).toBeNull()
    const failure = await rejection(app, () => buyOwn(app, booking, 3))
    expect(failure).toMatchObject({ code: 'wrong_state', message: HOURS_NOT_SOLD })
    for (const [changeId, amount] of [
      [move?.changeId ?? '', 50_000],
      [purchase.changeId, AMOUNT],
    ] as const) {
      expect((await read(app, booking)).change?.changeId).toBe(changeId)
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await settle(app, paymentId, paid(amount), 'lookup')
    }
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2026-12-20' })
    expect(await boughtMinutes(app, booking)).toEqual([120])
    expect((await changes(app)).map(({ state }) => state)).toEqual(['applied', 'applied'])
  })

  test('survives a move of the booking, and counts nothing for its price', async () => {
    const booking = await paidBooking(app)
    const { changeId } = await openedPurchase(app, booking)
    expect(granted(await moveOwn(app, booking, '2026-12-15')).booking.startDate).toBe('2026-12-15')
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(AMOUNT), 'lookup')
    expect(await boughtMinutes(app, booking)).toEqual([120])
  })

  test('can be used for a room at once', async () => {
    const booking = await paidBooking(app, dayPass())
    expect((await reserve(app, booking)).ok).toBe(false)
    const { changeId } = await openedPurchase(app, booking)
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(AMOUNT), 'lookup')
    const { rooms } = granted(await reserve(app, booking))
    expect(rooms).toMatchObject({ list: [{ roomName: 'Walnut room' }], balance: { bought: 0 } })
  })

  test('adds to the hours that were bought with the booking', async () => {
    const booking = await paidBooking(app, dayPass({ meetingRoomHours: 1 }))
    const { changeId } = await openedPurchase(app, booking)
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(AMOUNT), 'lookup')
    expect((await read(app, booking)).rooms?.balance.bought).toBe(180)
  })

  test('is refunded with the booking when that is cancelled in time', async () => {
    const booking = await paidBooking(app)
    const { changeId } = await openedPurchase(app, booking)
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(AMOUNT), 'lookup')
    expect((await read(app, booking)).actions.cancel?.refund).toBe(PRICE + AMOUNT)
    granted(await cancel(app, booking))
    expect((await paymentRow(app, paymentId)).refund_due).toBe(AMOUNT)
  })
})
