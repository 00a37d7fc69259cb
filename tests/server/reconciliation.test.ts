import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { readBookingList } from '#server/bookings/list.ts'
import { getBrand } from '#server/catalogue.ts'
import { verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { reconcile, reconcilePaid } from '#server/payments/reconciliation.ts'
import { settle } from '#server/payments/settlement.ts'
import { HOUR, MINUTE, mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, order, placed } from '../support/orders.ts'
import { alertsOf, decide, paymentRow, reporting, started } from '../support/payments.ts'
import { planOf } from '../support/query-plan.ts'

describe.each(ENGINES)('payments that nobody came back from, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  test('are found within five minutes', async () => {
    const payment = await started(app)
    await decide(app, payment, 'silent')
    app.clock.advance(MINUTE - 1)
    await reconcile(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'held' })
    app.clock.advance(1)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('are found after their gateway had called them off', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }))
    app.clock.advance(15 * MINUTE)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired' })
    reporting(app, () => ({ kind: 'paid', amount: payment.amount as never, providerReference: '000PAGE' }))
    app.clock.advance(5 * MINUTE)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('and that stayed called off end without a word to staff', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'ended', as: 'cancelled', reason: 'CANCELED' }))
    app.clock.advance(25 * HOUR)
    await reconcile(app)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'cancelled' })
    expect(await mailsTo(app, getBrand().email)).toEqual([])
  })

  test('are found among however many that are left alone', async () => {
    if (engine === 'postgres') return
    const plan = await planOf(app, 'payments', () => reconcile(app))
    expect(plan).toContain('INDEX payments_open (method=? AND state=? AND left_to_staff_at=?)')
  })

  test('and brought another amount wait for staff when their place does no more', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'mismatch', reason: 'another amount' }))
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'pending_verification' })
    app.clock.advance(73 * HOUR)
    await expireBookings(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'needs_decision' })
  })

  test('are not lost with another try of theirs that staff reject', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    const stray = await app.db.read.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    await app.db.write(async (db) => {
      await db
        .insertInto('payments')
        .values({ ...stray, id: 'differs', method: 'esewa', state: 'mismatch', received: stray.amount })
        .execute()
      return succeed(undefined)
    })
    await settle(app, transfer.paymentId, { kind: 'ended', as: 'failed', reason: 'Staff: not in the account' }, 'staff')
    expect(await paymentRow(app, transfer.paymentId)).toMatchObject({ state: 'failed' })
    expect(await bookingRow(app, transfer.bookingId)).toMatchObject({ state: 'pending_verification' })
    expect(await mailsTo(app, 'aarati@example.com')).not.toContainEqual(expect.stringContaining('not found'))
  })

  test('are found after their booking expired, and the seats are taken again', async () => {
    const payment = await started(app)
    reporting(app, () => ({ kind: 'ended', as: 'expired', reason: 'NOT_FOUND' }))
    app.clock.advance(2 * HOUR)
    await expireBookings(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
    reporting(app, () => ({ kind: 'paid', amount: payment.amount as never, providerReference: '000LATE' }))
    await reconcile(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('are asked about ever more rarely, by one process, for a day; then staff are told and see it', async () => {
    const { bookingId, paymentId } = await started(app, dayPass())
    const begun = app.now()
    const asked: number[] = []
    reporting(app, () => {
      asked.push((app.now() - begun) / MINUTE)
      return { kind: 'pending', reason: 'no answer' }
    })
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
    expect(asked.filter((at) => at < last)).toEqual([1, 3, ...often, ...hourly])
    // The last is asked until it is left to staff, so that of two at once both may ask.
    expect(new Set(asked.filter((at) => at >= last))).toEqual(new Set([last]))
    expect(await paymentRow(app, paymentId)).toMatchObject({
      state: 'pending',
      reason: 'no answer',
      left_to_staff_at: new Date(begun + 24 * HOUR).toISOString(),
    })
    expect(granted(await readBookingList(app, {}, { workplaces: null })).items).toMatchObject([
      { bookingId, attention: 'unsettled' },
    ])
    expect(await mailsTo(app, getBrand().email)).toEqual([`A payment is still open: ${bookingId}`])
  })

  test('asked as the environment says, and caught up with after a stop', async () => {
    app.env = { ...app.env, reconcile: { afterMinutes: [10], everyMinutes: 20, forHours: 1 } }
    await started(app, dayPass())
    const begun = app.now()
    const asked: number[] = []
    reporting(app, () => {
      asked.push((app.now() - begun) / MINUTE)
      return { kind: 'pending', reason: 'no answer' }
    })
    for (const minute of [9, 10, 11, 29, 30, 58, 59, 90, 120]) {
      app.clock.set(begun + minute * MINUTE)
      await reconcile(app)
    }
    expect(asked).toEqual([10, 30, 58, 90])
  })

  test('paid long after they were left to staff, and looked at again: confirmed', async () => {
    const { paymentId } = await started(app, dayPass())
    reporting(app, () => ({ kind: 'pending', reason: 'no answer' }))
    app.clock.advance(25 * HOUR)
    await reconcile(app)
    await expireBookings(app)
    reporting(app, () => ({ kind: 'paid', amount: 50_000 as never, providerReference: '000LATE' }))
    expect(granted(await verifyAttempt(app, paymentId, {}))).toMatchObject({ success: true, bookingState: 'confirmed' })
    expect(granted(await readBookingList(app, {}, { workplaces: null })).items).toMatchObject([
      { state: 'confirmed', attention: null },
    ])
  })

  test('money for a place that is gone: staff decide, and they and the payer are told at once', async () => {
    app.catalogue = { ...app.catalogue, locations: app.catalogue.locations.map((hub) => ({ ...hub, capacity: 1 })) }
    const late = await started(app, dayPass())
    reporting(app, () => ({ kind: 'pending', reason: 'nothing was begun', idle: true }))
    app.clock.advance(2 * HOUR)
    await expireBookings(app)
    await placed(app, dayPass())
    reporting(app, () => ({ kind: 'paid', amount: late.amount as never, providerReference: '000LATE' }))
    await reconcile(app)
    expect(await bookingRow(app, late.bookingId)).toMatchObject({ state: 'needs_decision' })
    expect(await paymentRow(app, late.paymentId)).toMatchObject({ state: 'confirmed', received: late.amount })
    expect(await mailsTo(app, getBrand().email)).toEqual([`Money came, but the place is gone: ${late.bookingId}`])
    expect(await mailsTo(app, 'aarati@example.com')).toEqual([`Your payment for ${late.bookingId} has arrived late`])
    const events = await rows(app.db.read, 'staff_events')
    expect(events.filter(({ subject_id }) => subject_id === late.bookingId).at(-1)).toMatchObject({
      kind: 'booking_update',
    })
  })

  test('that were never asked about come before those that were', async () => {
    for (let number = 0; number < 15; number++) await started(app, dayPass())
    app.clock.advance(MINUTE)
    const asked: string[] = []
    reporting(app, (id) => {
      asked.push(id)
      return { kind: 'pending', reason: 'no answer' }
    })
    await reconcile(app)
    const { paymentId } = await started(app, dayPass())
    app.clock.advance(2 * MINUTE)
    await reconcile(app)
    // Five are asked at once, in no order: it is among the first, where it would be the last of sixteen.
    expect(asked.slice(15, 25)).toContain(paymentId)
    expect(asked).toHaveLength(31)
  })

  test('one that breaks leaves the others', async () => {
    const [first, second] = [await started(app), await started(app, dayPass())]
    reporting(app, (id) => {
      if (id === first.paymentId) throw new Error('broken on purpose')
      return { kind: 'paid', amount: second.amount as never, providerReference: '000GOOD' }
    })
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await bookingRow(app, second.bookingId)).toMatchObject({ state: 'confirmed' })
    expect(app.bugs.splice(0)).toHaveLength(1)
  })

  test('money that is not what was asked is kept for the staff to look at, and they see it', async () => {
    const payment = await started(app)
    await decide(app, payment, 'altered')
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({
      state: 'pending_verification',
      expires_at: new Date(app.now() + 72 * HOUR).toISOString(),
    })
    const { items } = granted(await readBookingList(app, {}, { workplaces: null }))
    expect(items).toMatchObject([{ bookingId: payment.bookingId, attention: 'amount_differs' }])
  })

  describe('paid ones', () => {
    const paid = (amount: number) => ({ kind: 'paid', amount: paisa(amount), providerReference: 'R1' }) as const
    async function paidOne() {
      const payment = await started(app)
      await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
      return payment
    }

    test('are asked about after 1, 3, 7, 14 and 30 days, by one process', async () => {
      const { amount } = await paidOne()
      const begun = app.now()
      const asked: number[] = []
      reporting(app, () => {
        asked.push((app.now() - begun) / (24 * HOUR))
        return paid(amount)
      })
      for (let half = 0; half < 120; half++) {
        await Promise.all([reconcilePaid(app), reconcilePaid(app), reconcile(app)])
        app.clock.advance(12 * HOUR)
      }
      expect(asked).toEqual([1, 3, 7, 14, 30])
    })

    test('whose money was taken back at the gateway itself are on record as such, and staff are told', async () => {
      const { paymentId, bookingId } = await paidOne()
      reporting(app, () => ({ kind: 'refunded', whole: true, reason: 'eSewa: FULL_REFUND' }))
      app.clock.advance(25 * HOUR)
      await reconcilePaid(app)
      await reconcilePaid(app)
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded' })
      expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
      expect(await mailsTo(app, getBrand().email)).toEqual([`Money went back at the gateway: ${bookingId}`])
    })

    test.each<GatewayReport>([
      { kind: 'ended', as: 'expired', reason: 'eSewa: NOT_FOUND' },
      { kind: 'ended', as: 'failed', reason: 'Khalti: Failed' },
      { kind: 'pending', reason: 'eSewa could not be reached' },
      { kind: 'mismatch', reason: 'Stripe names another payment' },
    ])('of which the gateway says %j stay as they are', async (report) => {
      const { paymentId } = await paidOne()
      const before = await stored(app)
      reporting(app, () => report)
      app.clock.advance(25 * HOUR)
      await reconcilePaid(app)
      const asked_at = new Date(app.now()).toISOString()
      expect(await paymentRow(app, paymentId)).toMatchObject({ asked_at })
      expect(await stored(app)).toEqual({
        ...before,
        payments: before.payments?.map((row) => ({ ...(row as object), asked_at })),
      })
    })

    test('are found by their age, however many there ever were', async () => {
      if (engine === 'postgres') return
      const plan = await planOf(app, 'payments', () => reconcilePaid(app))
      expect(plan).toMatch(/^SEARCH payments USING INDEX \S+ \(.*created_at>\? AND created_at<\?\)/)
    })
  })
})
