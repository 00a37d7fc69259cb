import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { Evidence } from '#domain/payment.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, type Order, order } from '../support/orders.ts'
import { paymentRow, reporting, started } from '../support/payments.ts'

describe.each(ENGINES)('memberships on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const memberships = () => rows(app.db.read, 'memberships')
  const money = (amount: number, providerReference = 'R') =>
    ({ kind: 'paid', amount: paisa(amount), providerReference }) as const

  /** The end date is the first day after the periods bought. */
  test.each<[string, Partial<Order>, string, string]>([
    ['a month', { startDate: '2026-12-10' }, '2027-01-10', 'monthly'],
    ['a month from its last day', { startDate: '2027-01-31' }, '2027-02-28', 'monthly'],
    ['two months begun', { startDate: '2026-12-10', endDate: '2027-01-10' }, '2027-02-10', 'monthly'],
    ['two weeks', { startDate: '2027-03-01', endDate: '2027-03-08', billing: 'weekly' }, '2027-03-15', 'weekly'],
    ['a year', { startDate: '2026-12-10', billing: 'annual' }, '2027-12-10', 'annual'],
  ])('%s: active, of the period bought, for the booking’s amount, and not renewed', async (_, over, end, cycle) => {
    const { bookingId, paymentId, amount } = await started(app, order(over))
    await settle(app, paymentId, money(amount), 'lookup')
    expect(await memberships()).toMatchObject([
      {
        booking_id: bookingId,
        customer_name: 'Aarati Shrestha',
        email: 'aarati@example.com',
        membership_type: 'professional',
        status: 'active',
        start_date: over.startDate,
        end_date: end,
        amount,
        billing_cycle: cycle,
        location_id: 'dhobighat-hub',
        auto_renew: 0,
      },
    ])
  })

  test('a day pass makes none', async () => {
    const { paymentId, amount } = await started(app, dayPass())
    await settle(app, paymentId, money(amount), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await memberships()).toEqual([])
  })

  test('by lookup, by staff, and late: one each', async () => {
    const ways: [method: string, by: Evidence, late: boolean][] = [
      ['esewa', 'lookup', false],
      ['bank_transfer', 'staff', false],
      ['esewa', 'lookup', true],
      ['bank_transfer', 'staff', true],
    ]
    for (const [index, [method, by, late]] of ways.entries()) {
      const { bookingId, paymentId, amount } = await started(app, order(), method)
      const booking = await bookingRow(app, bookingId)
      if (late) await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'expired', app.now())))
      await settle(app, paymentId, money(amount, `R-${index}`), by)
      expect((await memberships()).filter(({ booking_id }) => booking_id === bookingId)).toHaveLength(1)
    }
  })

  test('confirmations at once, of one payment and of two, make one', async () => {
    // Of one process's SQLite every round is the same.
    for (let round = 0; round < (engine === 'postgres' ? 5 : 1); round++) {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      reporting(app, (id) => money(first.amount, id))
      const asked = Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).paymentId)
      await Promise.all(asked.map((id) => verifyAttempt(app, id, {})))
      expect((await memberships()).filter(({ booking_id }) => booking_id === first.bookingId)).toHaveLength(1)
    }
  })

  test('whatever happens to a booking, it has a membership exactly when it was ever confirmed', async () => {
    const steps = fc.constantFrom('pay', 'pay again', 'fail', 'expire', 'cancel', 'mismatch')
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 6 }), async (history) => {
        await app.empty()
        const { bookingId, paymentId, amount } = await started(app)
        let confirmed = false
        for (const step of history) {
          const booking = await bookingRow(app, bookingId)
          const end = { expire: 'expired', cancel: 'cancelled' }[step as string] as 'expired' | 'cancelled' | undefined
          if (end && booking.state === 'held')
            await app.db.write(async (db) => succeed(await transitionBooking(db, booking, end, app.now())))
          if (step.startsWith('pay')) await settle(app, paymentId, money(amount), 'lookup')
          if (step === 'fail') await settle(app, paymentId, { kind: 'ended', as: 'failed', reason: 'x' }, 'lookup')
          if (step === 'mismatch') await settle(app, paymentId, { kind: 'mismatch', reason: 'x' }, 'lookup')
          confirmed ||= (await bookingRow(app, bookingId)).state === 'confirmed'
        }
        expect(await memberships()).toHaveLength(confirmed ? 1 : 0)
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
  }, 30_000)
})
