import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Outcome, succeed } from '#contract/failure.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import type { Queries } from '#server/db/database.ts'
import { lockBooking } from '#server/db/row-locks.ts'
import { endBlock } from '#server/desk/capacity.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { MINUTE, useApp } from '../support/app.ts'
import { blocked, resized } from '../support/capacity.ts'
import { member } from '../support/memberships.ts'
import { miscountedDays, openedChange, paidAt, payChange } from '../support/moves.ts'
import { granted, newKey, order, type Placed, PRICE, placed } from '../support/orders.ts'
import { atOnce, runAfter } from '../support/outcomes.ts'
import { paid, paidBooking } from '../support/payments.ts'
import { placedRenewal, requestRenewal } from '../support/renewals.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { endBooking, moveBooking } from '../support/staff-actions.ts'

const ROUNDS = 10
const reason = 'The customer asked for it'

/** SQLite cannot deadlock, because it runs one write after the other. */
describe('concurrent transactions on postgres', () => {
  const app = useApp('postgres')

  /** Counts the transactions that PostgreSQL aborts from now on, after 20 milliseconds instead of a second. */
  function deadlocks(): () => number {
    const { db } = app
    let count = 0
    app.db = {
      ...db,
      write: (job) =>
        db.write(async (queries) => {
          try {
            await sql`set local deadlock_timeout = '20ms'`.execute(queries)
            return await job(queries)
          } catch (error) {
            if ((error as { code?: string }).code === '40P01') count++
            throw error
          }
        }),
    }
    return () => count
  }

  type Paid = Awaited<ReturnType<typeof paidBooking>>
  const beside: Record<string, (by: Staff, paid: Paid) => Promise<unknown>> = {
    'a refund': (by, { paymentId, amount }) =>
      createRefund(app, paymentId, { channel: 'manual', amount, reason }, by, newKey()),
    'a refund at the gateway': (_, { paymentId }) =>
      settle(app, paymentId, { kind: 'refunded', whole: true, reason: 'Stripe: all refunded' }, 'webhook'),
  }
  const cancellations: Record<string, (by: Staff, paid: Paid) => Promise<unknown>> = {
    'by staff': (by, { bookingId }) => endBooking(app, by, bookingId),
    'by the customer': (_, { bookingId: id, secret }) => cancelAsCustomer(app, { id, secret }, {}, newKey()),
  }
  const pairs = Object.entries(cancellations).flatMap(([who, cancel]) =>
    Object.entries(beside).map(([what, other]) => [who, what, cancel, other] as const),
  )
  test.each(pairs)('a cancellation %s beside %s does not deadlock', async (_who, _what, cancel, other) => {
    const by = await someStaff(app)
    const all = await atOnce(ROUNDS, () => paidBooking(app, order(), 'khalti'))
    const count = deadlocks()
    for (const paid of all) await Promise.all([cancel(by, paid), other(by, paid)])
    expect(count()).toBe(0)
  })

  // Each releases days that the other one claims.
  const [EARLY, LATE] = ['2026-12-10', '2027-03-10']

  test('bookings that are moved to each other’s days do not deadlock', async () => {
    const by = await someStaff(app)
    const count = deadlocks()
    const [early, late] = await Promise.all([EARLY, LATE].map((startDate) => placed(app, order({ startDate }))))
    for (let round = 0; round < ROUNDS; round++) {
      const crossing = [early, late].map(async (booking, index) => {
        const { bookingId = '' } = booking ?? {}
        granted(await moveBooking(app, by, bookingId, (round + index) % 2 ? EARLY : LATE))
      })
      await Promise.all(crossing)
    }
    expect(count()).toBe(0)
  })

  test('renewals of a membership beside the end of its bookings do not deadlock', async () => {
    const by = await someStaff(app)
    const memberships = []
    for (let round = 0; round < ROUNDS; round++) memberships.push(await member(app))
    const count = deadlocks()
    for (const membership of memberships) {
      const { bookingId, secret } = await placedRenewal(app, membership)
      const { paymentId, amount } = granted(await startAttempt(app, bookingId, secret, 'esewa'))
      await Promise.all([
        settle(app, paymentId, paid(amount), 'lookup'),
        endBooking(app, by, membership.booking_id),
        requestRenewal(app, membership),
      ])
      await Promise.all([
        endBooking(app, by, bookingId),
        requestRenewal(app, membership),
        requestRenewal(app, membership),
      ])
    }
    expect(count()).toBe(0)
  })

  test('changes that are paid, expire and are moved by staff on each other’s days do not deadlock', async () => {
    const by = await someStaff(app)
    const count = deadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const early = await paidAt(app, PRICE - 1_000, order({ startDate: '2027-01-10' }))
      const late = await paidAt(app, PRICE - 1_000, order({ startDate: '2027-01-30' }))
      const opened = [
        await openedChange(app, early, '2027-01-30'),
        await openedChange(app, late, '2027-01-10'),
      ] as const
      const payment = granted(await payChange(app, early, opened[0].changeId))
      app.clock.advance(31 * MINUTE)
      await Promise.all([
        settle(app, payment.paymentId, paid(payment.amount), 'lookup'),
        round % 2 ? expireChanges(app) : moveBooking(app, by, late.bookingId, '2027-01-20'),
        paidBooking(app, order({ startDate: '2027-01-20' })),
      ])
    }
    expect(count()).toBe(0)
    expect(await miscountedDays(app)).toEqual([])
  })

  test('blocks, changes of the seats, bookings and moves of the same days do not deadlock', async () => {
    const by = await someStaff(app)
    const count = deadlocks()
    const moved = await placed(app, order({ startDate: '2027-01-10' }))
    for (let round = 0; round < ROUNDS; round++) {
      const from = round % 2 ? '2026-12-20' : '2026-12-01'
      const [, { blocks }] = await Promise.all([
        moveBooking(app, by, moved.bookingId, round % 2 ? '2027-01-10' : '2026-12-15'),
        blocked(app, by, { from, to: '2027-01-31', seats: 28 }),
        createBooking(app, order({ startDate: '2026-12-25' }), newKey()),
        resized(app, by, 28 + round, '2026-12-05'),
      ])
      await Promise.all([
        ...blocks.map(({ id }) => endBlock(app, by, id)),
        resized(app, by, 40 + round, '2026-12-10'),
        createBooking(app, order({ startDate: '2026-12-12' }), newKey()),
      ])
    }
    expect(count()).toBe(0)
    expect(await miscountedDays(app)).toEqual([])
  })

  test('holds that are replaced by each other’s days do not deadlock', async () => {
    const count = deadlocks()
    const hold = (startDate: string, replaces?: Placed): Promise<Outcome<Placed>> => {
      const replaced = replaces && { bookingId: replaces.bookingId, secret: replaces.secret }
      return createBooking(app, order({ startDate, ...(replaced && { replaces: replaced }) }), newKey())
    }
    let held = await Promise.all([EARLY, LATE].map((day) => hold(day)))
    for (let round = 0; round < ROUNDS; round++) {
      const days = round % 2 ? [EARLY, LATE] : [LATE, EARLY]
      held = await Promise.all(held.map((one, index) => hold(days[index] ?? EARLY, granted(one))))
    }
    for (const one of held) granted(one)
    expect(count()).toBe(0)
  })

  test('holds of a year that expire together do not deadlock in any order in which the planner reads rows', async () => {
    const count = deadlocks()
    const { write } = app.db
    let transactions = 0
    app.db.write = (job) =>
      write(async (queries) => {
        const plan = transactions++ % 2 ? 'enable_seqscan' : 'enable_indexscan'
        await sql`set local ${sql.raw(plan)} = off; set local enable_bitmapscan = off`.execute(queries)
        return job(queries)
      })
    const year = { locationId: 'kausimaa', billing: 'annual' } as const
    // The last days come first in the table, so that a sequential scan differs from the index.
    const starts = Array.from({ length: 8 }, (_, index) => addDays('2027-03-10' as IsoDate, -11 * index))
    for (let round = 0; round < ROUNDS; round++) {
      for (const startDate of starts) await placed(app, order({ ...year, startDate }))
      await runAfter(app, 30 * MINUTE, expireBookings)
    }
    expect(count()).toBe(0)
  })

  test('locking in another order would deadlock', async () => {
    const { bookingId, paymentId } = await paidBooking(app)
    const count = deadlocks()
    let arrived = 0
    const both = Promise.withResolvers<void>()
    const steps = [
      (db: Queries) => lockBooking(db, bookingId),
      (db: Queries) => db.updateTable('payments').set({ reason: null }).where('id', '=', paymentId).execute(),
    ]
    const inTurn = (first: number) =>
      app.db.write(async (db) => {
        await steps[first]?.(db)
        if (++arrived === 2) both.resolve()
        await both.promise
        await steps[1 - first]?.(db)
        return succeed(undefined)
      })
    await Promise.all([inTurn(0), inTurn(1)])
    // The aborted transaction may deadlock again when it is retried.
    expect(count()).toBeGreaterThan(0)
  })
})
