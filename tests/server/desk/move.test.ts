import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import { MOVE_REQUIRES_MANAGER } from '#contract/validation-messages.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { exportCsv } from '#server/audit/export-table.ts'
import { BOOKINGS_EXPORT } from '#server/bookings/export.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import type { Membership } from '#server/db/schema.ts'
import { setArrival } from '#server/desk/arrivals.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { loadDaySheet } from '#server/desk/day.ts'
import { preview } from '#server/desk/move.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { collectDifference } from '#server/desk/staff-payments.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { PAYMENTS_EXPORT } from '#server/payments/export.ts'
import { readPaymentList } from '#server/payments/list.ts'
import { settle } from '#server/payments/settlement.ts'
import { computeStats } from '#server/reports/stats.ts'
import type { Staff } from '#server/staff/sessions.ts'
import {
  auditEntries,
  describeOnEachEngine,
  emailsTo,
  execute,
  expectNothingStored,
  HOUR,
  rows,
} from '../../support/app.ts'
import {
  bookingRow,
  dayPass,
  failureOf,
  granted,
  order,
  type Placed,
  PRICE,
  placed,
  seatsTaken,
} from '../../support/orders.ts'
import { atOnce, codeOf, rejection, versionOf } from '../../support/outcomes.ts'
import { alertsOf, paid, paidBooking, paymentRow, type Started, started } from '../../support/payments.ts'
import { movedAtHigherPrice, PRICE_DIFFERENCE } from '../../support/price-difference.ts'
import { moveBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const reason = 'The customer asked for it'
/** The hub opens at 06:00 on Thursday the 10th: a day before that is Wednesday, 06:00. */
const LIMIT = '2026-12-09T00:15:00.000Z'
const IN_TIME = Date.parse(LIMIT)
const TOO_LATE = IN_TIME + 1

describeOnEachEngine('moving a booking on %s', (app) => {
  let owner: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
  })
  const moveTo = (staff: Staff, id: string, startDate: string) => moveBooking(app, staff, id, startDate)
  const fullDay = async (startDate: string, free = 0) => {
    for (let seat = 0; seat < 30 - free; seat++) await placed(app, dayPass({ startDate }))
  }
  /** A day pass whose payment arrived after its seats were taken by others. */
  async function paidWithoutSeats() {
    const late = await started(app, dayPass())
    app.clock.advance(3 * HOUR)
    await settle(app, late.paymentId, { kind: 'ended', as: 'expired', reason: 'time' }, 'lookup')
    await expireBookings(app)
    await fullDay('2026-12-10')
    await settle(app, late.paymentId, paid(late.amount), 'lookup')
    expect((await bookingRow(app, late.bookingId)).state).toBe('needs_decision')
    return late
  }
  /** Cancels a booking and returns its limit and refund, on which booking, payment and cancellation agree. */
  async function cancelAndCompare(staff: Staff, { bookingId, paymentId }: Placed & Started) {
    const { cancellation, version } = granted(await loadBookingDetail(app, staff, bookingId))
    const payment = granted(await loadPaymentView(app, staff, paymentId))
    expect(payment.cancellation).toEqual({
      refund: cancellation.refund,
      freeUntil: cancellation.freeUntil,
      isClosedDay: false,
    })
    granted(await cancel(app, staff, bookingId, { version, reason }))
    expect((await paymentRow(app, paymentId)).refund_due ?? 0).toBe(cancellation.refund)
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Booking cancelled'))
    expect(email?.body.includes('We will refund')).toBe(cancellation.refund > 0)
    return [cancellation.freeUntil, cancellation.refund]
  }

  test('moves seats, membership and hours, and keeps the price', async () => {
    const { bookingId } = await paidBooking(app, order({ startTime: '06:00', endTime: '22:00' }))
    // A Saturday: the hub opens at eight.
    const planned = granted(await preview(app, owner, bookingId, { startDate: '2026-12-12' }))
    expect(planned).toEqual({
      startDate: '2026-12-12',
      endDate: '2027-01-11',
      startTime: '08:00',
      endTime: '20:00',
      closedDays: [],
      free: 30,
      seats: 1,
      totalAmount: 950_000,
    })
    const done = granted(await moveTo(owner, bookingId, '2026-12-12'))
    expect(done).toMatchObject({ startDate: '2026-12-12', endDate: '2027-01-11', totalAmount: 950_000 })
    expect(done.membership).toMatchObject({ status: 'active', endDate: '2027-01-12' })
    const days = Object.keys(await seatsTaken(app))
    expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-12-12', '2027-01-11'])
    expect(await emailsTo(app, 'aarati@example.com')).toContainEqual(expect.stringContaining('new dates'))
    const before = JSON.stringify({ startDate: '2026-12-10', endDate: '2027-01-09' })
    expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'booking_moved', before })
  })

  test.each<[string, Partial<Membership>, { endDate: string; status: string }]>([
    ['active', { auto_renew: 1 }, { endDate: '2027-01-12', status: 'active' }],
    ['with added days', { end_date: '2027-01-17' as IsoDate }, { endDate: '2027-01-19', status: 'active' }],
    ['suspended', { status: 'suspended' }, { endDate: '2027-01-12', status: 'suspended' }],
    ['expired', { end_date: '2026-11-30' as IsoDate, status: 'expired' }, { endDate: '2026-12-02', status: 'active' }],
    ['expired by staff', { status: 'expired' }, { endDate: '2027-01-12', status: 'expired' }],
  ])('moves a membership (%s), with an audit entry', async (_, edited, after) => {
    const { bookingId } = await paidBooking(app)
    await execute(app, (db) => db.updateTable('memberships').set(edited).where('booking_id', '=', bookingId))
    const done = granted(await moveTo(owner, bookingId, '2026-12-12'))
    expect(done.membership).toMatchObject({ status: after.status, endDate: after.endDate })
    const entry = (await auditEntries(app)).find(({ action }) => action === 'membership_moved')
    expect(entry).toMatchObject({ actor: owner.email, subject_id: done.membership?.membershipId })
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ startDate: '2026-12-12', endDate: after.endDate })
  })

  test('rejects a move if one day is full', async () => {
    const { bookingId } = await placed(app)
    await fullDay('2027-01-11')
    expect(granted(await preview(app, owner, bookingId, { startDate: '2026-12-12' })).free).toBe(0)
    expect((await rejection(app, () => moveTo(owner, bookingId, '2026-12-12'))).code).toBe('sold_out')
    // Its own seats are free for it.
    await fullDay('2026-12-20', 1)
    granted(await moveTo(owner, bookingId, '2026-12-11'))
  })

  test.each([
    ['2026-11-30', 'the past'],
    ['2028-01-01', 'too far'],
    ['2026-02-30', 'no date'],
  ])('rejects %s (%s)', async (startDate) => {
    const { bookingId } = await placed(app)
    expect(failureOf(await preview(app, owner, bookingId, { startDate })).fields).toHaveProperty('startDate')
    expect(failureOf(await moveTo(owner, bookingId, startDate)).fields).toHaveProperty('startDate')
  })

  test('rejects a move to the same days, without an email', async () => {
    const { bookingId } = await placed(app)
    const { start_date } = await bookingRow(app, bookingId)
    expect((await rejection(app, () => moveTo(owner, bookingId, start_date))).fields).toHaveProperty('startDate')
  })

  test('confirms a paid booking without seats', async () => {
    const late = await paidWithoutSeats()
    const done = granted(await moveTo(owner, late.bookingId, '2026-12-11'))
    expect(done).toMatchObject({ state: 'confirmed', startDate: '2026-12-11' })
    expect((await seatsTaken(app))['2026-12-11']).toBe(1)
  })

  test('records both prices when the new days cost something else', async () => {
    const { bookingId } = await placed(app)
    const cheaper = { total_amount: 900_000 as never }
    await execute(app, (db) => db.updateTable('bookings').set(cheaper))
    granted(await moveTo(owner, bookingId, '2026-12-20'))
    const [entry] = await rows(app.db.read, 'audit')
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ priceKept: 900_000, priceOfTheseDays: 950_000 })
  })

  describe('its free cancellation', () => {
    test('moves with the days while it is in the future, to the millisecond', async () => {
      const payment = await paidBooking(app)
      app.clock.set(IN_TIME)
      granted(await moveTo(owner, payment.bookingId, '2026-12-17'))
      expect((await bookingRow(app, payment.bookingId)).free_until).toBe('2026-12-16T00:15:00.000Z')
      app.clock.set(Date.parse('2026-12-16T00:15:00.000Z'))
      expect(await cancelAndCompare(owner, payment)).toEqual(['2026-12-16T00:15:00.000Z', PRICE])
    })

    test('does not return once it has passed', async () => {
      const payment = await paidBooking(app)
      app.clock.set(TOO_LATE)
      granted(await moveTo(owner, payment.bookingId, '2027-02-01'))
      granted(await moveTo(owner, payment.bookingId, '2027-03-01'))
      expect((await bookingRow(app, payment.bookingId)).free_until).toBe(LIMIT)
      expect(await cancelAndCompare(owner, payment)).toEqual([LIMIT, 0])
    })

    test('has passed for a week that was used', async () => {
      const payment = await paidBooking(app, order({ billing: 'weekly' }))
      app.clock.set(Date.parse('2026-12-20T04:15:00.000Z'))
      granted(await moveTo(owner, payment.bookingId, '2027-01-10'))
      expect(await cancelAndCompare(owner, payment)).toEqual([LIMIT, 0])
    })

    test('follows the new days if the booking had lost its seats', async () => {
      const late = await paidWithoutSeats()
      app.clock.set(TOO_LATE)
      granted(await moveTo(owner, late.bookingId, '2026-12-17'))
      expect(await cancelAndCompare(owner, late)).toEqual(['2026-12-16T00:15:00.000Z', 50_000])
    })
  })

  describe('by the front desk', () => {
    const hasStarted = async (staff: Staff, id: string) => granted(await loadBookingDetail(app, staff, id)).started
    const expectRejected = (desk: Staff, id: string) =>
      expectNothingStored(app, async () => {
        expect(await hasStarted(desk, id)).toBe(true)
        const { code, message } = failureOf(await moveTo(desk, id, '2027-02-01'))
        expect([code, message]).toEqual(['forbidden', MOVE_REQUIRES_MANAGER])
      })

    test('is allowed on the first day, until midnight in Kathmandu', async () => {
      const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
      const { bookingId } = await paidBooking(app)
      app.clock.set(Date.parse('2026-12-10T18:14:59.999Z'))
      expect(await hasStarted(desk, bookingId)).toBe(false)
      granted(await moveTo(desk, bookingId, '2026-12-14'))
      app.clock.set(Date.parse('2026-12-14T18:15:00.000Z'))
      await expectRejected(desk, bookingId)
      granted(await moveTo(await staffMember(app, 'manager'), bookingId, '2027-02-01'))
      expect(await hasStarted(desk, bookingId)).toBe(false)
    })

    test('is rejected once the customer has arrived, also after a move by a manager', async () => {
      const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
      const { bookingId } = await paidBooking(app, order({ startDate: '2026-12-02', billing: 'weekly' }))
      app.clock.set(Date.parse('2026-12-02T04:15:00.000Z'))
      const today = { date: '2026-12-02', arrived: true, expectedArrivedAt: null }
      const { arrivedAt } = granted(await setArrival(app, desk, bookingId, today))
      await expectRejected(desk, bookingId)
      granted(await setArrival(app, desk, bookingId, { ...today, arrived: false, expectedArrivedAt: arrivedAt }))
      expect(await hasStarted(desk, bookingId)).toBe(false)
      granted(await setArrival(app, desk, bookingId, today))
      granted(await moveTo(await staffMember(app, 'manager'), bookingId, '2026-12-20'))
      await expectRejected(desk, bookingId)
    })
  })
})

/** In paisa, before the difference. */
const PAID = 900_000

describeOnEachEngine('the price difference of a move on %s', (app, engine) => {
  let owner: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
  })
  const left = async (staff: Staff, id: string) => granted(await loadBookingDetail(app, staff, id)).difference
  /** The amounts due on the day sheet of its new day. */
  const due = async (staff: Staff) =>
    granted(await loadDaySheet(app, staff, { location: 'dhobighat-hub', date: '2026-12-20' })).people.map(
      ({ due }) => due,
    )
  const cash = async (staff: Staff, id: string, by = app) =>
    collectDifference(by, staff, id, { version: await versionOf(app, id), method: 'cash', reason })
  const differences = async () =>
    (await rows(app.db.read, 'payments')).filter(({ difference_version }) => difference_version !== null)
  const revenue = async (staff: Staff) => {
    const today = kathmanduDate(app.now())
    return granted(await computeStats(app, staff, { from: today, to: today })).totals.bookings_revenue_npr
  }

  test('records the rest as a payment in booking, revenue, lists and audit log', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const booking = await movedAtHigherPrice(app, owner)
    const { bookingId } = booking
    const prices = { total_amount: PAID, moved_price: PAID + PRICE_DIFFERENCE }
    expect(await bookingRow(app, bookingId)).toMatchObject(prices)
    expect(await left(desk, bookingId)).toBe(PRICE_DIFFERENCE)
    expect(await due(desk)).toEqual([PRICE_DIFFERENCE])
    expect(await revenue(owner)).toBe(PAID / 100)
    const detail = granted(await cash(desk, bookingId))
    const collected = { totalAmount: PAID, amount: PAID + PRICE_DIFFERENCE, difference: 0, attention: null }
    expect(detail).toMatchObject({ state: 'confirmed', ...collected })
    expect(await due(desk)).toEqual([0])
    expect(detail.payments).toMatchObject([
      { amount: PAID },
      { method: 'cash', state: 'confirmed', amount: PRICE_DIFFERENCE, received: PRICE_DIFFERENCE, fee: 0 },
    ])
    expect(detail.cancellation.paid).toBe(PAID + PRICE_DIFFERENCE)
    expect(await revenue(owner)).toBe((PAID + PRICE_DIFFERENCE) / 100)
    const [payment] = await differences()
    const listed = granted(await readPaymentList(app, owner, {})).items.map(({ paymentId }) => paymentId)
    expect(listed).toContain(payment?.id)
    const csv = async (table: Promise<Outcome<ReadableStream>>) => new Response(granted(await table)).text()
    expect(await csv(exportCsv(app, owner, PAYMENTS_EXPORT, {}))).toContain(payment?.id ?? 'none')
    expect(await csv(exportCsv(app, owner, BOOKINGS_EXPORT, {}))).toContain(`,${(PAID + PRICE_DIFFERENCE) / 100},`)
    const entry = (await rows(app.db.read, 'audit')).find(({ action }) => action === 'difference_taken')
    expect(entry).toMatchObject({ subject_id: bookingId, staff_id: desk.id, reason })
    expect(JSON.parse(entry?.after ?? '')).toEqual({ method: 'cash', amount: PRICE_DIFFERENCE })
    const { email } = await bookingRow(app, bookingId)
    const subject = `Payment of ${npr(PRICE_DIFFERENCE)} for your new dates: ${bookingId}`
    expect((await emailsTo(app, email)).at(-1)).toBe(subject)
    // It raises no alert, and the customer does not see it as their payment.
    expect(await alertsOf(app, payment?.id ?? '')).toEqual([])
    expect(granted(await readBooking(app, bookingId, booking.secret)).payments).toHaveLength(1)
  })

  test('is recorded once in repeated and concurrent requests', async () => {
    const { bookingId } = await movedAtHigherPrice(app, owner)
    const { version } = await bookingRow(app, bookingId)
    const db = await openDatabase(getDatabaseLocation(app.env))
    try {
      // In one process, a connection to SQLite that waits would block the other one.
      const processes = engine === 'postgres' ? [app, { ...app, db }] : [app]
      const collected = await atOnce(20, (at) => {
        const transfer = { method: 'bank_transfer', transactionId: `TRX-100${at}` } as const
        const wanted = { version, reason, ...(at % 3 === 0 ? { method: 'cash' as const } : transfer) }
        return collectDifference(processes[at % processes.length] ?? app, owner, bookingId, wanted)
      })
      expect(collected.map(codeOf).toSorted()).toEqual([...Array(19).fill('changed_meanwhile'), 'ok'])
    } finally {
      await db.close()
    }
    expect(await differences()).toHaveLength(1)
    expect(await rejection(app, () => cash(owner, bookingId))).toMatchObject({ code: 'wrong_state' })
    const [payment] = await differences()
    if (!payment) throw new Error('no difference was collected')
    const again = { ...payment, id: 'another', method: 'qr_payment' as const, provider_reference: 'other' }
    const insert = execute(app, (db) => db.insertInto('payments').values(again))
    await expect(insert).rejects.toThrow(/unique/i)
  })

  test('is recalculated after a later move and a refund', async () => {
    const { bookingId } = await movedAtHigherPrice(app, owner)
    granted(await cash(owner, bookingId))
    granted(await moveBooking(app, owner, bookingId, '2026-12-22'))
    expect(await left(owner, bookingId)).toBe(0)
    const [first] = await differences()
    granted(await refund(app, owner, first?.id ?? '', 20_000, { reference: 'till' }))
    expect(await left(owner, bookingId)).toBe(20_000)
    granted(await cash(owner, bookingId))
    const amounts = (await differences()).map(({ amount }) => amount)
    expect(amounts.toSorted((one, other) => one - other)).toEqual([20_000, PRICE_DIFFERENCE])
    expect(await left(owner, bookingId)).toBe(0)
  })

  test('is rejected if nothing is due, for other staff, and with a used transaction', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    const held = await placed(app)
    const { bookingId } = await movedAtHigherPrice(app, owner)
    const version = await versionOf(app, bookingId)
    const transfer = { method: 'bank_transfer', reason } as const
    const collect = (by: Staff, id: string, wanted: Partial<Parameters<typeof collectDifference>[3]>) =>
      rejection(app, () => collectDifference(app, by, id, { version, ...transfer, ...wanted }))
    expect((await rejection(app, () => cash(owner, held.bookingId))).code).toBe('wrong_state')
    expect((await rejection(app, () => cash(elsewhere, bookingId))).code).toBe('not_found')
    expect((await collect(desk, bookingId, { transactionId: 'TRX-1000' })).code).toBe('forbidden')
    expect((await collect(owner, bookingId, {})).fields).toHaveProperty('transactionId')
    expect((await collect(owner, bookingId, { version: version - 1, method: 'cash' })).code).toBe('changed_meanwhile')
    const other = await movedAtHigherPrice(app, owner)
    granted(await collectDifference(app, owner, bookingId, { version, ...transfer, transactionId: 'TRX-1000' }))
    const again = { version: await versionOf(app, other.bookingId), transactionId: 'trx 1000' }
    expect((await collect(owner, other.bookingId, again)).fields).toHaveProperty('transactionId')
  })
})
