import { describe, expect, test } from 'vitest'
import type { GatewayReport } from '#domain/payment.ts'
import { readBookingList } from '#server/bookings/list.ts'
import { getBrand } from '#server/catalogue.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { reconcile, reconcilePaid } from '#server/payments/reconciliation.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, execute, HOUR, MINUTE, rows, stored } from '../support/app.ts'
import { bookingRow, dayPass, granted, order, type Placed, placed, setCapacity } from '../support/orders.ts'
import { runAfter } from '../support/outcomes.ts'
import {
  alertsOf,
  decide,
  paid,
  paidBooking,
  paymentRow,
  reporting,
  started,
  statesOf,
  verified,
} from '../support/payments.ts'
import { planOf } from '../support/query-plan.ts'

describeOnEachEngine('payments without a return on %s', (app, engine) => {
  const stateOf = async ({ bookingId }: Placed) => (await bookingRow(app, bookingId)).state
  const listed = async () => granted(await readBookingList(app, {}, { workplaces: null })).items
  /** Makes the gateway return one report from now on, and returns the times of its queries in units from now. */
  function queried(report: GatewayReport, unit = MINUTE): number[] {
    const [start, times] = [app.now(), [] as number[]]
    reporting(app, () => {
      times.push((app.now() - start) / unit)
      return report
    })
    return times
  }

  test('are found within five minutes', async () => {
    const payment = await started(app)
    await decide(app, payment, 'silent')
    await runAfter(app, MINUTE - 1, reconcile)
    expect(await stateOf(payment)).toBe('held')
    await runAfter(app, 1, reconcile)
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('are found after their gateway had cancelled them', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }))
    await runAfter(app, 15 * MINUTE, reconcile)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    reporting(app, () => paid())
    await runAfter(app, 5 * MINUTE, reconcile)
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('end without notifying staff if they remain cancelled', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'ended', as: 'cancelled', reason: 'CANCELED' }))
    await runAfter(app, 25 * HOUR, reconcile)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'cancelled' })
    expect(await emailsTo(app, getBrand().email)).toEqual([])
  })

  test.runIf(engine === 'sqlite')('are found by indexes among any number of payments', async () => {
    const plan = await planOf(app, 'payments', () => reconcile(app))
    expect(plan).toContain('INDEX payments_open (method=? AND state=? AND left_to_staff_at=?)')
    expect(plan).toContain('INDEX payments_open_at_gateway (method=? AND state=? AND left_to_staff_at=?)')
    const planOfPaid = await planOf(app, 'payments', () => reconcilePaid(app))
    expect(planOfPaid).toMatch(/^SEARCH payments USING INDEX \S+ \(.*created_at>\? AND created_at<\?\)/)
  })

  test('wait for staff if their amount differs, even after the hold has expired', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'mismatch', reason: 'another amount' }))
    await runAfter(app, MINUTE, reconcile)
    expect(await stateOf(payment)).toBe('pending_verification')
    await runAfter(app, 73 * HOUR, expireBookings)
    expect(await stateOf(payment)).toBe('needs_decision')
  })

  test('are found although staff rejected another attempt of the booking', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    const stray = await paymentRow(app, transfer.paymentId)
    const differs = { ...stray, id: 'differs', method: 'esewa', state: 'mismatch', received: stray.amount } as const
    await execute(app, (db) => db.insertInto('payments').values(differs))
    await settle(app, transfer.paymentId, { kind: 'ended', as: 'failed', reason: 'Staff: not in the account' }, 'staff')
    expect(await statesOf(app, transfer.paymentId)).toEqual(['failed', 'pending_verification'])
    expect(await emailsTo(app, 'aarati@example.com')).not.toContainEqual(expect.stringContaining('not found'))
  })

  test('are found after their booking expired, and restore its seats', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }))
    await runAfter(app, 2 * HOUR, expireBookings)
    expect(await stateOf(payment)).toBe('expired')
    reporting(app, () => paid())
    await reconcile(app)
    expect(await stateOf(payment)).toBe('confirmed')
  })

  test('are queried at growing intervals, by one process, for a day; then staff are notified', async () => {
    const { bookingId, paymentId } = await started(app, dayPass())
    const start = app.now()
    const queries = queried({ kind: 'pending', reason: 'timed out' })
    const by = async (minutes: number) => {
      app.clock.advance(minutes * MINUTE)
      await Promise.all([reconcile(app), reconcile(app)])
    }
    for (let minute = 0; minute < 10; minute++) await by(1)
    for (let minute = 10; minute < 26 * 60; minute += 5) await by(5)
    // Every five minutes while a payer may still be paying, then every hour.
    const often = Array.from({ length: 15 }, (_, index) => (index + 1) * 5)
    const hourly = Array.from({ length: 22 }, (_, hour) => 75 + (hour + 1) * 60)
    const last = 24 * 60
    expect(queries.filter((at) => at < last)).toEqual([1, 3, ...often, ...hourly])
    // The last query repeats until the payment is left to staff, so two concurrent runs may both send it.
    expect(new Set(queries.filter((at) => at >= last))).toEqual(new Set([last]))
    const left_to_staff_at = new Date(start + 24 * HOUR).toISOString()
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'pending', reason: 'timed out', left_to_staff_at })
    expect(await listed()).toMatchObject([{ bookingId, attention: 'unsettled' }])
    expect(await emailsTo(app, getBrand().email)).toEqual([`The result of a payment is unknown: ${bookingId}`])
  })

  test('are queried as the environment sets, and after the server was stopped', async () => {
    app.env = { ...app.env, reconcile: { afterMinutes: [10], everyMinutes: 20, forHours: 1 } }
    await started(app, dayPass())
    const start = app.now()
    const queries = queried({ kind: 'pending', reason: 'timed out' })
    for (const minute of [9, 10, 11, 29, 30, 58, 59, 90, 120]) {
      app.clock.set(start + minute * MINUTE)
      await reconcile(app)
    }
    expect(queries).toEqual([10, 30, 58, 90])
  })

  test('are confirmed when they are checked again long after they were left to staff', async () => {
    const { paymentId } = await started(app, dayPass())
    reporting(app, () => ({ kind: 'pending', reason: 'timed out' }))
    await runAfter(app, 25 * HOUR, reconcile)
    await expireBookings(app)
    reporting(app, () => paid(50_000))
    expect(await verified(app, paymentId)).toMatchObject({ success: true, bookingState: 'confirmed' })
    expect(await listed()).toMatchObject([{ state: 'confirmed', attention: null }])
  })

  test('need a decision if their seat is taken; staff and payer are notified at once', async () => {
    setCapacity(app, 1)
    const late = await started(app, dayPass())
    reporting(app, () => ({ kind: 'pending', reason: 'nothing was started', idle: true }))
    await runAfter(app, 2 * HOUR, expireBookings)
    await placed(app, dayPass())
    reporting(app, () => paid(late.amount))
    await reconcile(app)
    expect(await stateOf(late)).toBe('needs_decision')
    expect(await paymentRow(app, late.paymentId)).toMatchObject({ state: 'confirmed', received: late.amount })
    const subject = `Payment received after the seat was released: ${late.bookingId}`
    expect(await emailsTo(app, getBrand().email)).toEqual([subject])
    expect(await emailsTo(app, 'aarati@example.com')).toEqual([`We received your payment for ${late.bookingId} late`])
    const events = (await rows(app.db.read, 'staff_events')).filter(({ subject_id }) => subject_id === late.bookingId)
    expect(events.at(-1)).toMatchObject({ kind: 'booking_update' })
  })

  test('are queried first if they were never queried', async () => {
    for (let number = 0; number < 15; number++) await started(app, dayPass())
    app.clock.advance(MINUTE)
    const queries: string[] = []
    reporting(app, (id) => {
      queries.push(id)
      return { kind: 'pending', reason: 'timed out' }
    })
    await reconcile(app)
    const { paymentId } = await started(app, dayPass())
    await runAfter(app, 2 * MINUTE, reconcile)
    // Five are queried at once in any order: it is among the first ten, instead of the last of sixteen.
    expect(queries.slice(15, 25)).toContain(paymentId)
    expect(queries).toHaveLength(31)
  })

  test('are queried although another one fails unexpectedly', async () => {
    const [first, second] = [await started(app), await started(app, dayPass())]
    reporting(app, (id) => {
      if (id === first.paymentId) throw new Error('broken on purpose')
      return paid(second.amount)
    })
    await runAfter(app, MINUTE, reconcile)
    expect(await stateOf(second)).toBe('confirmed')
    expect(app.bugs.splice(0)).toHaveLength(1)
  })

  test('are stored and shown to staff if they differ from the requested amount', async () => {
    const payment = await started(app)
    await decide(app, payment, 'altered')
    await runAfter(app, MINUTE, reconcile)
    const expires_at = new Date(app.now() + 72 * HOUR).toISOString()
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification', expires_at })
    expect(await listed()).toMatchObject([
      { bookingId: payment.bookingId, attention: 'amount_differs', paymentToDecide: payment.paymentId },
    ])
  })

  describe('paid ones', () => {
    test('are queried after 1, 3, 7, 14 and 30 days, by one process', async () => {
      await paidBooking(app)
      const queries = queried(paid(), 24 * HOUR)
      for (let half = 0; half < 120; half++) {
        await Promise.all([reconcilePaid(app), reconcilePaid(app), reconcile(app)])
        app.clock.advance(12 * HOUR)
      }
      expect(queries).toEqual([1, 3, 7, 14, 30])
    })

    test('are recorded as refunded at the gateway, and staff are notified', async () => {
      const { paymentId, bookingId } = await paidBooking(app)
      reporting(app, () => ({ kind: 'refunded', whole: true, reason: 'eSewa: FULL_REFUND' }))
      await runAfter(app, 25 * HOUR, reconcilePaid)
      await reconcilePaid(app)
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded' })
      expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
      expect(await emailsTo(app, getBrand().email)).toEqual([`Payment refunded at the gateway: ${bookingId}`])
    })

    test.each<GatewayReport>([
      { kind: 'ended', as: 'expired', reason: 'eSewa: NOT_FOUND' },
      { kind: 'ended', as: 'failed', reason: 'Khalti: Failed' },
      { kind: 'pending', reason: 'eSewa could not be reached' },
      { kind: 'mismatch', reason: 'Stripe returned another payment' },
    ])('do not change when the gateway reports %j', async (report) => {
      const { paymentId } = await paidBooking(app)
      const before = await stored(app)
      reporting(app, () => report)
      await runAfter(app, 25 * HOUR, reconcilePaid)
      const queried_at = new Date(app.now()).toISOString()
      expect(await paymentRow(app, paymentId)).toMatchObject({ queried_at })
      expect(await stored(app)).toEqual({
        ...before,
        payments: before.payments?.map((row) => ({ ...(row as object), queried_at })),
      })
    })
  })
})
