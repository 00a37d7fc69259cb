import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Outcome, succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { createBooking } from '#server/bookings/placement.ts'
import type { Queries } from '#server/db/database.ts'
import { lockBooking } from '#server/db/row-locks.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { move } from '#server/desk/move.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { bookingRow, granted, newKey, order, type Placed, placed } from '../support/orders.ts'
import { started } from '../support/payments.ts'

const ROUNDS = 10
const reason = 'The customer asked for it'

/** SQLite writes one after the other: there nobody waits for anybody. */
describe('who writes at the same time waits for nobody who waits for them, on postgres', () => {
  let app: TestApp
  withApp('postgres', (opened) => {
    app = opened
  })

  /** How many writings PostgreSQL has broken off since, which are run again: here soon, else after a second. */
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

  async function paidOne() {
    const payment = await started(app)
    const paid = { kind: 'paid', amount: paisa(payment.amount), providerReference: crypto.randomUUID() } as const
    await settle(app, payment.paymentId, paid, 'lookup')
    return payment
  }

  async function cancelled(by: Staff, { bookingId }: Pick<Placed, 'bookingId'>) {
    const { version } = await bookingRow(app, bookingId)
    return cancel(app, by, bookingId, { version, reason })
  }

  type Paid = Awaited<ReturnType<typeof paidOne>>
  const beside: Record<string, (by: Staff, paid: Paid) => Promise<unknown>> = {
    'a refund': (by, { paymentId, amount }) =>
      createRefund(app, paymentId, { way: 'manual', amount, reason }, by, newKey()),
    'a refund at the gateway': (_, { paymentId }) =>
      settle(app, paymentId, { kind: 'refunded', whole: true, reason: 'Stripe: all refunded' }, 'webhook'),
  }
  test.each(Object.entries(beside))('a cancellation beside %s', async (_, other) => {
    const by = await someStaff(app)
    const all = await Promise.all(Array.from({ length: ROUNDS }, paidOne))
    const seen = deadlocks()
    for (const paid of all) await Promise.all([cancelled(by, paid), other(by, paid)])
    expect(seen()).toBe(0)
  })

  // Each gives days back that the other one takes.
  const [EARLY, LATE] = ['2026-12-10', '2027-03-10']

  test('bookings that are moved to each other’s days', async () => {
    const by = await someStaff(app)
    const seen = deadlocks()
    const [early, late] = await Promise.all([EARLY, LATE].map((startDate) => placed(app, order({ startDate }))))
    for (let round = 0; round < ROUNDS; round++) {
      const crossing = [early, late].map(async (booking, index) => {
        const { bookingId = '' } = booking ?? {}
        const { version } = await bookingRow(app, bookingId)
        granted(await move(app, by, bookingId, { version, startDate: (round + index) % 2 ? EARLY : LATE, reason }))
      })
      await Promise.all(crossing)
    }
    expect(seen()).toBe(0)
  })

  test('visitors who change their minds for each other’s days', async () => {
    const seen = deadlocks()
    const take = (startDate: string, replaces?: Placed): Promise<Outcome<Placed>> => {
      const handle = replaces && { bookingId: replaces.bookingId, secret: replaces.secret }
      return createBooking(app, order({ startDate, ...(handle && { replaces: handle }) }), newKey())
    }
    let held = await Promise.all([EARLY, LATE].map((day) => take(day)))
    for (let round = 0; round < ROUNDS; round++) {
      const days = round % 2 ? [EARLY, LATE] : [LATE, EARLY]
      held = await Promise.all(held.map((one, index) => take(days[index] ?? EARLY, granted(one))))
    }
    for (const one of held) granted(one)
    expect(seen()).toBe(0)
  })

  test('and one who took them the other way round would be seen', async () => {
    const { bookingId, paymentId } = await paidOne()
    const seen = deadlocks()
    let come = 0
    const both = Promise.withResolvers<void>()
    const steps = [
      (db: Queries) => lockBooking(db, bookingId),
      (db: Queries) => db.updateTable('payments').set({ reason: null }).where('id', '=', paymentId).execute(),
    ]
    const inTurn = (first: number) =>
      app.db.write(async (db) => {
        await steps[first]?.(db)
        if (++come === 2) both.resolve()
        await both.promise
        await steps[1 - first]?.(db)
        return succeed(undefined)
      })
    await Promise.all([inTurn(0), inTurn(1)])
    // Whoever is sent back may come into the other's way once more.
    expect(seen()).toBeGreaterThan(0)
  })
})
