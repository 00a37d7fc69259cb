import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { isPaid, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { findPayment, verifyAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { openTestApp, rows, type TestApp } from '../support/app.ts'
import { account } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, seatsTaken } from '../support/orders.ts'
import { paymentRow, type Started, started } from '../support/payments.ts'
import { type Hints, RAILS } from '../support/rails.ts'
import { STAFF } from '../support/staff.ts'
import { drawnReceipt } from '../support/uploads.ts'

const CALLBACKS = 1_000
const TRIES_OF_THE_CARELESS = 5

/** What a confirmation leaves behind: each of these must be there once. */
async function traces(app: App, { bookingId }: Awaited<ReturnType<typeof started>>) {
  const mails = (await rows(app.db.read, 'mails')).filter(({ recipient }) => recipient === 'aarati@example.com')
  const events = (await rows(app.db.read, 'staff_events')).filter(({ subject_id }) => subject_id === bookingId)
  const payments = (await rows(app.db.read, 'payments')).filter(({ booking_id }) => booking_id === bookingId)
  return {
    confirmed: payments.filter(({ state }) => isPaid(state)).length,
    mails: mails.length,
    transitions: events.filter(({ kind }) => kind === 'booking_update').length,
    memberships: (await rows(app.db.read, 'memberships')).length,
    seats: [...new Set(Object.values(await seatsTaken(app)))],
  }
}
const ONCE = { confirmed: 1, mails: 1, transitions: 1, memberships: 1, seats: [1] }

async function rush(app: TestApp, payment: Started, hints: Hints, confirm: typeof verifyAttempt): Promise<unknown[]> {
  const answers = await Promise.allSettled(
    Array.from({ length: CALLBACKS }, (_, number) => confirm(app, payment.paymentId, number % 2 ? hints : {})),
  )
  return answers.map((answer) => (answer.status === 'fulfilled' ? granted(answer.value) : answer.reason))
}

describe.each(ENGINES)('on %s', (engine) => {
  test.each(RAILS)(`${CALLBACKS} callbacks at once of a payment by $name confirm once`, async (rail) => {
    const app = await openTestApp(engine, { env: rail.env })
    const payment = await started(app, undefined, rail.method)
    const hints = await rail.meet(app, payment, 'pays')
    const answers = await rush(app, payment, hints, verifyAttempt)
    // One that came before the payer's own number was known may say that it is still open, none that it failed.
    const successes = answers.filter((answer) => (answer as { success?: boolean }).success === true).length
    const open = answers.filter((answer) => (answer as { state?: string }).state === 'pending').length
    expect([successes + open, answers.find((answer) => answer instanceof Error)]).toEqual([CALLBACKS, undefined])
    expect(await traces(app, payment)).toEqual(ONCE)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
    expect(app.bugs).toEqual([])
    console.log(`${engine}, ${rail.name}: ${CALLBACKS} callbacks at once, ${successes} told success, confirmed once`)
    await app.close()
  })
})

/** What only staff can confirm: the same word of theirs, as a browser repeats it that got no answer, and another's. */
describe.each(ENGINES)('on %s', (engine) => {
  test.each(STAFF_CONFIRMED_METHODS)(`${CALLBACKS} decisions at once about %s confirm once`, async (method) => {
    const app = await openTestApp(engine)
    const payment = await started(app, undefined, method)
    // Announced and handed over: what is written then is no trace of a confirmation.
    if (method === 'qr_payment') await saveReceipt(app, await paymentRow(app, payment.paymentId), await drawnReceipt())
    const before = await traces(app, payment)
    const staff = { id: await account(app), email: STAFF.email, name: '', role: 'owner', workplaces: null } as Staff
    const decision = { decision: 'confirm', amount: payment.amount, transactionId: 'ABC-1234' } as const
    const answers = await Promise.all(
      Array.from({ length: CALLBACKS }, () => decide(app, staff, payment.paymentId, decision)),
    )
    const refusals = answers.flatMap((answer) => (answer.ok ? [] : answer.failure.code))
    expect(new Set(refusals)).toEqual(new Set(['not_decidable']))
    expect(refusals).toHaveLength(CALLBACKS - 1)
    const after = await traces(app, payment)
    expect(after).toEqual({
      ...ONCE,
      mails: before.mails + 1,
      transitions: before.transitions + 1,
    })
    expect(app.bugs).toEqual([])
    console.log(`${engine}, ${method}: ${CALLBACKS} decisions at once, confirmed once`)
    await app.close()
  })
})

/**
 * A race test that never failed proves nothing. A careless service looks whether the payment is confirmed, and then
 * writes what follows without asking again: the same rush leaves more than one trace.
 */
test.each(ENGINES)('without the guard it confirms more than once on %s', async (engine) => {
  const counts: number[] = []
  for (let round = 0; round < TRIES_OF_THE_CARELESS && Math.max(0, ...counts) < 2; round++) {
    const app = await openTestApp(engine)
    const rail = RAILS[0]
    if (!rail) throw new Error('there is no way to pay')
    const payment = await started(app, undefined, rail.method)
    await rush(app, payment, await rail.meet(app, payment, 'pays'), careless)
    counts.push((await traces(app, payment)).mails)
    await app.close()
  }
  expect(Math.max(...counts)).toBeGreaterThan(1)
})

const careless: typeof verifyAttempt = async (app, id) => {
  const payment = await findPayment(app.db.read, id)
  if (payment?.state === 'pending') {
    await app.db.write(async (db) => {
      await db
        .updateTable('payments')
        .set({ state: 'confirmed', provider_reference: 'R1' })
        .where('id', '=', id)
        .execute()
      // It takes the booking for what it was when it looked.
      const booking = await db
        .updateTable('bookings')
        .set({ state: 'held' })
        .where('id', '=', payment.booking_id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return succeed(await transitionBooking(db, booking, 'confirmed', app.now()))
    })
  }
  return verifyAttempt(app, id, {})
}
