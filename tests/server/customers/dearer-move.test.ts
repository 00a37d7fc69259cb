import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { CHANGE_ALREADY_HELD, CHANGE_NEEDS_INSTANT_METHOD } from '#contract/move-booking.ts'
import { paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle, settleWithin } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, emailsTo, execute, HOUR, MINUTE, rows } from '../../support/app.ts'
import { miscountedDays, moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { bookingRow, granted, newKey, type Placed, PRICE, seatsTaken } from '../../support/orders.ts'
import { atOnce, rejection, runAfter, versionOf } from '../../support/outcomes.ts'
import { alertsOf, paid, paidBooking, paymentRow, reporting, verified } from '../../support/payments.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { SandboxCards } from '../sandbox-cards.ts'

const DIFFERENCE = 50_000
const CUSTOMER = 'aarati@example.com'

describeOnEachEngine('a move by the customer to dearer days on %s', (app) => {
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const read = async ({ bookingId, secret }: Placed) => granted(await readBooking(app, bookingId, secret))
  const changes = () => rows(app.db.read, 'booking_changes')
  /** The calendar file of the email about the move. */
  const movedCalendar = async () =>
    (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('You have moved'))?.calendar
  const cheaper = () => paidAt(app, PRICE - DIFFERENCE)

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
          .set({ amount: paisa(PRICE), received: paisa(PRICE) })
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
})
