import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { isPaid, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { findPayment, verifyAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { openTestApp, rows } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { GATEWAY_CASES, type ReturnParameters } from '../support/gateway-cases.ts'
import { bookingRow, granted, seatsTaken } from '../support/orders.ts'
import { paymentRow, type Started, started } from '../support/payments.ts'
import { drawnReceipt } from '../support/receipt-uploads.ts'
import { STAFF } from '../support/staff.ts'
import { account } from '../support/staff-accounts.ts'

const CALLBACKS = 1_000
const MAX_UNGUARDED_ROUNDS = 5

/** Counts what a confirmation writes: each must exist once. */
async function countEffects(app: App, { bookingId }: Awaited<ReturnType<typeof started>>) {
  const emails = (await rows(app.db.read, 'emails')).filter(({ recipient }) => recipient === 'aarati@example.com')
  const events = (await rows(app.db.read, 'staff_events')).filter(({ subject_id }) => subject_id === bookingId)
  const payments = (await rows(app.db.read, 'payments')).filter(({ booking_id }) => booking_id === bookingId)
  return {
    confirmed: payments.filter(({ state }) => isPaid(state)).length,
    emails: emails.length,
    transitions: events.filter(({ kind }) => kind === 'booking_update').length,
    memberships: (await rows(app.db.read, 'memberships')).length,
    seats: [...new Set(Object.values(await seatsTaken(app)))],
  }
}
const ONCE = { confirmed: 1, emails: 1, transitions: 1, memberships: 1, seats: [1] }

async function verifyAtOnce(app: App, payment: Started, parameters: ReturnParameters, verify = verifyAttempt) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: CALLBACKS }, (_, number) => verify(app, payment.paymentId, number % 2 ? parameters : {})),
  )
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? granted(outcome.value) : outcome.reason))
}

describe.each(ENGINES)('the service on %s', (engine) => {
  test.each(GATEWAY_CASES)(
    `confirms a payment by $name once for ${CALLBACKS} concurrent callbacks`,
    async (gateway) => {
      const app = await openTestApp(engine, { env: gateway.env })
      const payment = await started(app, undefined, gateway.method)
      const parameters = await gateway.complete(app, payment, 'pays')
      const responses = await verifyAtOnce(app, payment, parameters)
      // A response from before the payer's reference was known may be pending, but never failed.
      const successes = responses.filter(({ success }) => success === true).length
      const open = responses.filter(({ state }) => state === 'pending').length
      expect([successes + open, responses.find((response) => response instanceof Error)]).toEqual([
        CALLBACKS,
        undefined,
      ])
      expect(await countEffects(app, payment)).toEqual(ONCE)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
      expect(app.bugs).toEqual([])
      console.log(
        `${engine}, ${gateway.name}: ${CALLBACKS} callbacks at once, ${successes} with success, confirmed once`,
      )
      await app.close()
    },
  )

  test.each(STAFF_CONFIRMED_METHODS)(
    `confirms a payment by %s once for ${CALLBACKS} concurrent decisions of staff`,
    async (method) => {
      const app = await openTestApp(engine)
      const payment = await started(app, undefined, method)
      // Receipts send other emails, which do not count.
      if (method === 'qr_payment')
        await saveReceipt(app, await paymentRow(app, payment.paymentId), await drawnReceipt())
      const before = await countEffects(app, payment)
      const staff = { id: await account(app), email: STAFF.email, name: '', role: 'owner', workplaces: null } as Staff
      const decision = { decision: 'confirm', amount: payment.amount, transactionId: 'ABC-1234' } as const
      const outcomes = await Promise.all(
        Array.from({ length: CALLBACKS }, () => decide(app, staff, payment.paymentId, decision)),
      )
      const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.failure.code))
      expect(failures).toEqual(Array(CALLBACKS - 1).fill('not_decidable'))
      expect(await countEffects(app, payment)).toEqual({
        ...ONCE,
        emails: before.emails + 1,
        transitions: before.transitions + 1,
      })
      expect(app.bugs).toEqual([])
      console.log(`${engine}, ${method}: ${CALLBACKS} decisions at once, confirmed once`)
      await app.close()
    },
  )
})

/** Shows that the test can fail: without the guard the same load confirms more than once. */
test.each(ENGINES)('a service without the guard confirms more than once on %s', async (engine) => {
  const counts: number[] = []
  for (let round = 0; round < MAX_UNGUARDED_ROUNDS && Math.max(0, ...counts) < 2; round++) {
    const app = await openTestApp(engine)
    const [gateway] = GATEWAY_CASES
    const payment = await started(app, undefined, gateway.method)
    await verifyAtOnce(app, payment, await gateway.complete(app, payment, 'pays'), verifyUnguarded)
    counts.push((await countEffects(app, payment)).emails)
    await app.close()
  }
  expect(Math.max(...counts)).toBeGreaterThan(1)
})

const verifyUnguarded: typeof verifyAttempt = async (app, id) => {
  const payment = await findPayment(app.db.read, id)
  if (payment?.state === 'pending') {
    await app.db.write(async (db) => {
      await db
        .updateTable('payments')
        .set({ state: 'confirmed', provider_reference: 'R1' })
        .where('id', '=', id)
        .execute()
      // Uses the state from before the transaction.
      const booking = await db
        .updateTable('bookings')
        .set({ state: 'held' })
        .where('id', '=', payment.booking_id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return succeed(await transitionBooking(app, db, booking, 'confirmed'))
    })
  }
  return verifyAttempt(app, id, {})
}
