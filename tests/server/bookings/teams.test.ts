import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import type { Input } from '#contract/endpoint.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { readMembershipRows } from '#server/memberships/rows.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { describeOnEachEngine, execute, MINUTE, rows } from '../../support/app.ts'
import { member } from '../../support/memberships.ts'
import { miscountedDays, moveOwn } from '../../support/moves.ts'
import {
  bookingRow,
  dayPass,
  failureOf,
  granted,
  newKey,
  type Order,
  order,
  placed,
  seatsTaken,
  setCapacity,
  transitionTo,
} from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { membershipRow, paidRenewal, requestRenewal, secretOf } from '../../support/renewals.ts'
import { staffMember } from '../../support/staff-member.ts'

const GUESTS = 'At most 2 guests for 2 seats. Choose fewer guests, or book for more people'
const GUEST_DAYS = 'You can bring two guests for each seat and day. Choose fewer guest passes'

describeOnEachEngine('a booking of several seats on %s', (app) => {
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const week = (changes: Partial<Order> = {}) => order({ billing: 'weekly', seats: 5, ...changes })
  const reject = (sent: Order) => rejection(app, () => createBooking(app, sent, newKey()))
  const offerEveryPlan = () => {
    app.catalogue = { ...app.catalogue, plans: app.catalogue.plans.map((plan) => ({ ...plan, available: true })) }
  }

  test('takes its seats on every day, costs as many times the price and frees all of them', async () => {
    const { bookingId, totalAmount, lines } = await placed(app, week({ addOns: ['mail-handling'] }))
    expect(totalAmount).toBe(5 * 250_000 + 200_000)
    expect(lines).toMatchObject([
      { kind: 'plan', label: 'Professional, 5 seats', quantity: 5, amount: 1_250_000 },
      { id: 'mail-handling', quantity: 1 },
    ])
    expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 5, periods: 1 })
    expect(Object.values(await seatsTaken(app))).toEqual(Array(7).fill(5))
    await transitionTo(app, bookingId, 'cancelled')
    expect(await seatsTaken(app)).toEqual({})
  })

  test('is paid late, and the emails about that name its seats', async () => {
    setCapacity(app, 5)
    const late = await started(app, week())
    app.clock.advance(31 * MINUTE)
    await expireBookings(app)
    await placed(app, week())
    await settle(app, late.paymentId, paid(1_250_000), 'lookup')
    const bodies = (await rows(app.db.read, 'emails')).map(({ body }) => body).join()
    expect(bodies).toContain('Your seats are no longer available.')
    expect(bodies).not.toContain('Your seat is')
  })

  test('is one payment and one membership, whose emails name the seats', async () => {
    const { bookingId } = await paidBooking(app, week({ endDate: '2026-12-20' }))
    const memberships = await rows(app.db.read, 'memberships')
    expect(memberships).toMatchObject([{ booking_id: bookingId, amount: 2_500_000 }])
    const [{ id } = { id: '' }] = memberships
    const row = (await readMembershipRows(app, [id])).get(id)
    expect(row).toMatchObject({ seats: 5, renewalAmount: 1_250_000 })
    const [email] = await rows(app.db.read, 'emails')
    expect(email?.body).toContain('Seats per day: 5')
    expect(email?.body).toContain('Professional, 5 seats × 2:')
  })

  test.each([
    ['none', { seats: 0 }, { seats: 'Enter a whole number from 1 to 20' }],
    ['more than 20', { seats: 21 }, { seats: 'We book up to 20 people online. Ask for an offer for more' }],
    ['more guests than seats of a day pass', { planId: 'explorer', seats: 2, guestPasses: 3 }, { guestPasses: GUESTS }],
    ['more guests than a week has room for', { seats: 2, guestPasses: 29 }, { guestPasses: GUEST_DAYS }],
  ])('is rejected with %s', async (_, changes, fields) => {
    expect(await reject(week(changes))).toMatchObject({ code: 'invalid', fields })
  })

  test('has the four seats of a Private Office and no other number', async () => {
    offerEveryPlan()
    const office = (seats?: number) => order({ planId: 'private-office', ...(seats !== undefined && { seats }) })
    for (const seats of [1, 5])
      expect(await reject(office(seats))).toMatchObject({ fields: { seats: 'A Private Office has 4 seats' } })
    for (const seats of [undefined, 4]) {
      const { bookingId, totalAmount, lines } = await placed(app, office(seats))
      expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 4 })
      expect([totalAmount, lines[0]]).toMatchObject([3_500_000, { label: 'Private Office', quantity: 1 }])
    }
  })

  test('is sold out where fewer seats are left, with days that have enough', async () => {
    setCapacity(app, 6)
    await placed(app, dayPass({ seats: 2 }))
    const failure = failureOf(await createBooking(app, dayPass({ seats: 5 }), newKey()))
    expect(failure).toMatchObject({
      code: 'sold_out',
      message: 'Fewer than 5 seats are left on the chosen dates. Choose other dates.',
    })
    expect(failure.nearest?.map(({ startDate, totalAmount }) => [startDate, totalAmount])).toContainEqual([
      '2026-12-09',
      250_000,
    ])
    await placed(app, dayPass({ seats: 4 }))
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 6 })
  })

  test('never takes more than the last seats when several are booked at once', async () => {
    setCapacity(app, 3)
    const outcomes = await atOnce(3, (index) => createBooking(app, dayPass({ seats: index + 1 }), newKey()))
    const taken = (await seatsTaken(app))['2026-12-10'] ?? 0
    const booked = outcomes.flatMap((outcome, index) => (outcome.ok ? index + 1 : []))
    expect(taken).toBe(booked.reduce((sum, seats) => sum + seats, 0))
    expect(taken).toBeLessThanOrEqual(3)
    expect(outcomes.filter((outcome) => !outcome.ok).map(codeOf)).toEqual(Array(3 - booked.length).fill('sold_out'))
  })

  describe('of a day pass with guests', () => {
    test('takes a seat for each guest, and pays passes for them', async () => {
      const { bookingId, totalAmount } = await placed(app, dayPass({ seats: 2, guestPasses: 2 }))
      expect(totalAmount).toBe(2 * 50_000 + 2 * 30_000)
      expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 4 })
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 4 })
    })

    test('moves with all seats, at the price of the chosen ones', async () => {
      const booking = await paidBooking(app, dayPass({ seats: 2, guestPasses: 2 }))
      const moved = granted(await moveOwn(app, booking, { startDate: '2026-12-15', expectedDifference: 0 }))
      expect(moved.change).toBeNull()
      expect(await seatsTaken(app)).toEqual({ '2026-12-15': 4 })
    })

    test('moves a pass from before guests took seats at its own price', async () => {
      const booking = await paidBooking(app, dayPass({ guestPasses: 1 }))
      const line = { label: 'Guest passes', kind: 'add_on', id: 'guest-passes', unitAmount: 30_000 }
      const [plan] = booking.lines
      const lines = JSON.stringify([plan, { ...line, quantity: 3, amount: 90_000 }])
      await execute(app, (db) =>
        db.updateTable('bookings').set({ lines, seats: 2 }).where('id', '=', booking.bookingId),
      )
      const price = 50_000 + 90_000
      const outcome = await moveOwn(app, booking, { startDate: '2026-12-15', expectedDifference: price - 80_000 })
      expect(granted(outcome).change?.amount).toBe(price - 80_000)
    })
  })

  describe('renewed', () => {
    test('keeps its seats, and cannot get others', async () => {
      const membership = await member(app, { seats: 3 })
      const outcome = await requestRenewal(app, membership, { seats: 2 })
      expect(failureOf(outcome).fields).toEqual({ seats: 'A renewal keeps the seats of the membership' })
      const { bookingId, totalAmount } = await paidRenewal(app, membership)
      expect(totalAmount).toBe(3 * 950_000)
      expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 3, renews: membership.id })
      expect((await seatsTaken(app))['2027-01-15']).toBe(3)
      expect(await membershipRow(app, membership.id)).toMatchObject({ end_date: '2027-02-10' })
    })

    test('is offered at the price of its seats, and is full without as many', async () => {
      const { booking_id } = await member(app, { seats: 3 })
      const secret = await secretOf(app, booking_id)
      const renewal = async () => granted(await readBooking(app, booking_id, secret)).actions.renew
      expect(await renewal()).toMatchObject({ amount: 3 * 950_000, full: false })
      setCapacity(app, 2)
      expect(await renewal()).toMatchObject({ full: true })
    })
  })

  describe('by staff', () => {
    let desk: Staff
    beforeEach(async () => {
      desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    })

    const walkIn = (changes: Partial<Input<typeof placeWalkInBooking>>) => {
      const { startTime: _, endTime: __, ...choices } = week()
      return { ...choices, paid: 'cash' as const, totalAmount: 1_250_000, ...changes }
    }

    test('is quoted and booked with its seats', async () => {
      const { locationId, planId } = order()
      const query = { locationId, planId, billing: 'weekly' as const, startDate: '2026-12-10' }
      expect(granted(await priceWalkIn(app, desk, { ...query, seats: '5' }))).toMatchObject({ totalAmount: 1_250_000 })
      for (const seats of ['21', 'many', ''])
        expect(granted(await priceWalkIn(app, desk, { ...query, seats })).fields).toHaveProperty('seats')
      const { bookingId } = granted(await createWalkInBooking(app, desk, walkIn({}), newKey()))
      expect(await bookingRow(app, bookingId)).toMatchObject({ seats: 5, state: 'confirmed' })
    })

    test('keeps the seats of a membership that is renewed, without naming them', async () => {
      const { id } = await member(app, { seats: 3 })
      const { locationId, planId } = order()
      const query = { locationId, planId, startDate: '2027-01-10', renews: id }
      expect(granted(await priceWalkIn(app, desk, query))).toMatchObject({ totalAmount: 3 * 950_000, fields: {} })
      const { seats: _, ...sent } = walkIn({ billing: 'monthly', startDate: '2027-01-10', renews: id })
      const outcome = await createWalkInBooking(app, desk, { ...sent, totalAmount: 3 * 950_000 }, newKey())
      expect(await bookingRow(app, granted(outcome).bookingId)).toMatchObject({ seats: 3 })
    })
  })
})
