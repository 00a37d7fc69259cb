import { describe, expect, test } from 'vitest'
import { askAgainAfter } from '#domain/payment.ts'
import { readList } from '#server/booking-list.ts'
import { expireBookings } from '#server/expiry.ts'
import { reconcile } from '#server/reconciliation.ts'
import { HOUR, MINUTE, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted } from '../support/orders.ts'
import { decide, paymentRow, reporting, started } from '../support/payments.ts'

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

  test('are found after their booking expired, and the seats are taken again', async () => {
    const payment = await started(app)
    await decide(app, payment, 'ambiguous')
    app.clock.advance(2 * HOUR)
    await expireBookings(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'expired' })
    reporting(app, () => ({ kind: 'paid', amount: payment.amount as never, providerReference: '000LATE' }))
    await reconcile(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('are asked about ever more rarely, by one process, for a day', async () => {
    await started(app, dayPass())
    let asked = 0
    reporting(app, () => {
      asked++
      return { kind: 'pending', reason: 'no answer' }
    })
    for (let minute = 0; minute < 30 * 60; minute++) {
      app.clock.advance(MINUTE)
      await Promise.all([reconcile(app), reconcile(app)])
    }
    // Four in the first minutes, a quarter of the age apart up to four hours, then hourly.
    expect(asked).toBeGreaterThan(30)
    expect(asked).toBeLessThan(50)
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
    const { items } = granted(await readList(app, {}))
    expect(items).toMatchObject([{ bookingId: payment.bookingId, attention: 'amount_differs' }])
  })
})

test('the wait grows with the age, from a minute to an hour', () => {
  expect([0, 1, 4, 8, 60, 240, 1_000].map((age) => askAgainAfter(age * MINUTE) / MINUTE)).toEqual([
    1, 1, 1, 2, 15, 60, 60,
  ])
})
