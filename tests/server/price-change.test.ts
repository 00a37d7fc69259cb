import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa, times } from '#domain/money.ts'
import { place, readBooking } from '#server/bookings.ts'
import { start } from '#server/payments.ts'
import { settle } from '#server/settlement.ts'
import { type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'
import { paymentRow } from '../support/payments.ts'

describe.each(ENGINES)('prices that staff change, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** Every price of every table becomes so many times what it was. */
  function multiply(factor: number): void {
    const dearer = (prices: object): object =>
      Object.fromEntries(
        Object.entries(prices).map(([name, price]) => [
          name,
          typeof price === 'number' ? times(paisa(price), factor) : dearer(price),
        ]),
      )
    app.catalogue = {
      ...app.catalogue,
      prices: app.catalogue.prices.map((table) => ({ ...table, prices: dearer(table.prices) as typeof table.prices })),
      addOns: app.catalogue.addOns.map((addOn) => ({ ...addOn, price: times(addOn.price, factor) })),
    }
  }
  const sent = order({ meetingRoomHours: 2, guestPasses: 1 })

  test('never touch a placed booking, its payment or its answer; the next one is dearer', async () => {
    const key = newKey()
    const booking = await placed(app, sent, key)
    const { lines } = granted(await readBooking(app, booking.bookingId, booking.secret))
    multiply(3)
    expect(granted(await readBooking(app, booking.bookingId, booking.secret))).toMatchObject({
      lines,
      totalAmount: booking.totalAmount,
    })
    expect(granted(await place(app, sent, key))).toEqual(booking)
    const payment = granted(await start(app, booking.bookingId, booking.secret, 'esewa'))
    expect(payment.amount).toBe(booking.totalAmount)
    multiply(5)
    await settle(
      app,
      payment.paymentId,
      { kind: 'paid', amount: paisa(payment.amount), providerReference: 'R' },
      'lookup',
    )
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'confirmed', total_amount: payment.amount })
    expect(await app.db.read.selectFrom('memberships').select('amount').execute()).toEqual([{ amount: payment.amount }])
    expect((await placed(app, sent)).totalAmount).toBe(booking.totalAmount * 15)
  })

  test('are told before a booking that was seen at another price is placed', async () => {
    const { totalAmount } = await placed(app, sent)
    multiply(2)
    expect(refusalOf(await place(app, { ...sent, totalAmount }, newKey()))).toMatchObject({
      code: 'price_changed',
      totalAmount: totalAmount * 2,
    })
  })

  test('in any order with placing and paying, what is charged is what was quoted', async () => {
    const steps = fc.constantFrom('edit', 'place', 'pay')
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 10 }), async (history) => {
        await app.empty()
        const bookings: Awaited<ReturnType<typeof placed>>[] = []
        for (const step of history) {
          if (step === 'edit') multiply(2)
          if (step === 'place') bookings.push(await placed(app, sent))
          const booking = bookings.at(-1)
          if (step !== 'pay' || !booking) continue
          const { paymentId } = granted(await start(app, booking.bookingId, booking.secret, 'esewa'))
          expect(await paymentRow(app, paymentId)).toMatchObject({ amount: booking.totalAmount })
        }
        for (const booking of bookings)
          expect(await bookingRow(app, booking.bookingId)).toMatchObject({
            total_amount: booking.totalAmount,
            lines: JSON.stringify(booking.lines),
          })
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
  }, 30_000)
})
