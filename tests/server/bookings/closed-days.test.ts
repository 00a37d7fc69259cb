import { describe, expect, test } from 'vitest'
import { createBooking } from '#server/bookings/placement.ts'
import { readListedClosures } from '#server/closures/current.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { createWalkInBooking, priceWalkIn } from '#server/desk/walk-ins.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { day } from '../../domain/business.ts'
import { describeOnEachEngine, execute, kathmandu, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { member } from '../../support/memberships.ts'
import {
  bookingRow,
  dayPass,
  failureOf,
  granted,
  newKey,
  type Order,
  order,
  PRICE,
  placed,
  seatsTaken,
  setCapacity,
  transitionTo,
} from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { paid, started } from '../../support/payments.ts'
import { placedRenewal } from '../../support/renewals.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { approval, decisionSteps } from '../decision-steps.ts'

const START = '2026-12-10'
const CLOSED = { startDate: `Closed on 10 Dec 2026: Udhauli. Choose another day` }

describeOnEachEngine('on %s', (app) => {
  const rejectedOrder = (sent: Order) => rejection(app, () => createBooking(app, sent, newKey()))
  const closeStart = (more: Partial<Parameters<typeof closed>[1]> = {}) =>
    closed(app, { from: START, reason: 'Udhauli', ...more })

  describe('a closed day', () => {
    test.each([
      ['a day pass', dayPass()],
      ['a month', order()],
      ['a year', order({ billing: 'annual' })],
    ])('is rejected as the first day of %s, with its reason', async (_, sent) => {
      await closeStart()
      expect(await rejectedOrder(sent)).toEqual({ code: 'invalid', fields: CLOSED })
    })

    test('is rejected at its own location only', async () => {
      await closeStart({ locationId: 'kausimaa' })
      expect(await rejectedOrder(dayPass({ locationId: 'kausimaa' }))).toMatchObject({ fields: CLOSED })
      await placed(app, dayPass())
    })

    test('can be booked where an entry of the location sets other hours', async () => {
      await closeStart()
      await closeStart({ locationId: 'dhobighat-hub', hours: { open: '10:00', close: '16:00' } })
      await placed(app, dayPass())
      expect(await rejectedOrder(dayPass({ locationId: 'kausimaa' }))).toMatchObject({ fields: CLOSED })
    })

    test('can be covered or be the last day, for the usual price and seats', async () => {
      await closed(app, { from: '2026-12-11', to: '2027-01-09' })
      const { bookingId, totalAmount } = await placed(app, order({ endDate: '2027-01-09' }))
      expect(totalAmount).toBe(PRICE)
      expect(await bookingRow(app, bookingId)).toMatchObject({ start_date: START, end_date: '2027-01-09' })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })

    test('that was closed between the check and the claim is rejected without a seat', async () => {
      const { db } = app
      let isClosed = false
      app.db = {
        ...db,
        write: async (job) => {
          app.db = db
          await closeStart()
          isClosed = true
          return db.write(job)
        },
      }
      expect(failureOf(await createBooking(app, dayPass(), newKey()))).toEqual({ code: 'invalid', fields: CLOSED })
      expect(isClosed).toBe(true)
      expect([await rows(app.db.read, 'bookings'), await seatsTaken(app)]).toEqual([[], {}])
    })

    test('is rejected for a walk-in, and named in its quote', async () => {
      await closeStart()
      const staff = await someStaff(app)
      const walkIn = { ...dayPass(), totalAmount: 50_000, paid: 'cash' as const }
      expect(await rejection(app, () => createWalkInBooking(app, staff, walkIn, newKey()))).toMatchObject({
        code: 'invalid',
        fields: CLOSED,
      })
      const choices = { locationId: 'dhobighat-hub', planId: 'explorer', startDate: START }
      expect(granted(await priceWalkIn(app, staff, choices))).toMatchObject({ totalAmount: null, fields: CLOSED })
    })

    test('can be the first day of a renewal', async () => {
      const membership = await member(app)
      const { end_date } = membership
      await closed(app, { from: end_date })
      const { bookingId } = await placedRenewal(app, membership)
      expect(await bookingRow(app, bookingId)).toMatchObject({ start_date: end_date })
    })

    test('leaves a late payment for it to staff, without a seat', async () => {
      const { bookingId, paymentId, amount } = await started(app, dayPass())
      await transitionTo(app, bookingId, 'expired')
      await closeStart()
      await settle(app, paymentId, paid(amount), 'lookup')
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'needs_decision' })
      expect(await seatsTaken(app)).toEqual({})
    })

    test('is not restored by staff, who can move the booking', async () => {
      const { bookingId, paymentId, amount } = await started(app, dayPass(), 'bank_transfer')
      await transitionTo(app, bookingId, 'expired')
      await closeStart()
      const { submit } = decisionSteps(app)
      granted(await submit(paymentId, approval(amount)))
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'needs_decision' })
      const owner = await staffMember(app)
      expect(granted(await loadPaymentView(app, owner, paymentId)).seatsFree).toBe(false)
      expect(await rejection(app, () => submit(paymentId, { decision: 'give_place' }))).toEqual({
        code: 'invalid',
        message: 'Closed on 10 Dec 2026: Udhauli. Move the booking, or refund it.',
      })
      granted(await moveBooking(app, owner, bookingId, '2026-12-11'))
      expect(await seatsTaken(app)).toEqual({ '2026-12-11': 1 })
    })

    test('is confirmed late for a renewal, and restored by staff once it is open again', async () => {
      const { submit } = decisionSteps(app)
      const membership = await member(app)
      const renewal = await placedRenewal(app, membership)
      const attempt = granted(await startAttempt(app, renewal.bookingId, renewal.secret, 'esewa'))
      const pass = await started(app, dayPass({ startDate: '2026-12-12' }))
      for (const { bookingId } of [renewal, pass]) await transitionTo(app, bookingId, 'expired')
      await closed(app, { from: membership.end_date })
      await closed(app, { from: '2026-12-12' })
      await settle(app, pass.paymentId, paid(pass.amount), 'lookup')
      await settle(app, attempt.paymentId, paid(attempt.amount), 'lookup')
      expect(await bookingRow(app, renewal.bookingId)).toMatchObject({ state: 'confirmed' })
      await execute(app, (db) => db.deleteFrom('closures'))
      granted(await submit(pass.paymentId, { decision: 'give_place' }))
      expect(await bookingRow(app, pass.bookingId)).toMatchObject({ state: 'confirmed' })
    })

    test('is not among the nearest starts of a full day', async () => {
      setCapacity(app, 1)
      await placed(app, dayPass())
      await closed(app, { from: '2026-12-11' })
      await closed(app, { from: START, locationId: 'kausimaa' })
      const { nearest = [] } = await rejectedOrder(dayPass())
      expect(nearest.map(({ locationId, startDate }) => `${locationId} ${startDate}`)).toEqual([
        'dhobighat-hub 2026-12-09',
        'dhobighat-hub 2026-12-12',
        'kausimaa 2026-12-09',
      ])
    })
  })

  describe('a day with other hours', () => {
    const SHORT = { open: '10:00', close: '16:00' }

    test('does not change the working hours of a booking that starts on it', async () => {
      await closeStart({ hours: SHORT })
      const { bookingId } = await placed(app)
      expect(await bookingRow(app, bookingId)).toMatchObject({ start_time: '09:00', end_time: '17:00' })
    })

    test('can be booked until an hour before it closes', async () => {
      const today = dayPass({ startDate: '2026-12-01' })
      await closed(app, { from: '2026-12-01', hours: SHORT })
      app.clock.set(kathmandu('2026-12-01', '14:59'))
      await placed(app, today)
      app.clock.set(kathmandu('2026-12-01', '15:00'))
      expect(await rejectedOrder(today)).toMatchObject({
        fields: { startDate: 'It is too late to book for today. Choose a later date' },
      })
    })
  })

  test('readListedClosures returns those that end on the day or later, by their first day', async () => {
    await closed(app, { from: '2026-12-20', reason: 'Third' })
    await closed(app, { from: '2026-12-01', to: '2026-12-10', reason: 'First' })
    await closed(app, { from: '2026-12-05', to: '2026-12-09', reason: 'Over' })
    await closed(app, { from: '2026-12-10', locationId: 'kausimaa', hours: { open: '10:00', close: '16:00' } })
    const list = await readListedClosures(app.db.read, day(START))
    expect(list).toMatchObject([
      { locationId: null, from: '2026-12-01', to: '2026-12-10', reason: 'First', hours: null },
      { locationId: 'kausimaa', from: START, to: START, hours: { open: '10:00', close: '16:00' } },
      { from: '2026-12-20', reason: 'Third' },
    ])
    expect(list).toHaveLength(3)
  })

  test.each([
    ['a last day before the first', { from: '2026-12-10', to: '2026-12-09' }],
    ['hours that close before they open', { from: '2026-12-10', hours: { open: '16:00', close: '10:00' } }],
    ['an opening time alone', { from: '2026-12-10', hours: { open: '16:00' } as { open: string; close: string } }],
  ])('the database rejects %s', async (_, closure) => {
    await expect(closed(app, closure)).rejects.toThrow()
    expect(await rows(app.db.read, 'closures')).toEqual([])
  })
})
