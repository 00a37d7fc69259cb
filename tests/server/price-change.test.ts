import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa, times } from '#domain/money.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, type Placed, placed, refusalOf } from '../support/orders.ts'
import { paymentRow } from '../support/payments.ts'
import { edit, manager } from '../support/prices.ts'
import { RefundingGateway } from '../support/refunds.ts'

const OF = 'dhobighat-hub/professional'
const sent = order({ meetingRoomHours: 2, guestPasses: 1 })
const EXTRAS = 190_000

describe.each(ENGINES)('prices that staff change, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** A month becomes so many thousand rupees. */
  const setMonth = (by: Staff, thousands: number) =>
    edit(app, by, { [`${OF}/monthly`]: thousands * 100_000, [`${OF}/annual`]: thousands * 1_100_000 })

  test('are heard of in the tabs that are open, once for each change', async () => {
    const by = await manager(app)
    let rung = 0
    app.notifier.subscribe(() => rung++)
    await setMonth(by, 30)
    await setMonth(by, 30)
    const events = await rows(app.db.read, 'staff_events')
    expect(events.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([['prices_update', '1']])
    expect(rung).toBeGreaterThan(0)
  })

  test('never touch a placed booking, its payment or its answer; the next one is dearer', async () => {
    const by = await manager(app)
    const key = newKey()
    const booking = await placed(app, sent, key)
    const { lines } = granted(await readBooking(app, booking.bookingId, booking.secret))
    await setMonth(by, 30)
    expect(granted(await readBooking(app, booking.bookingId, booking.secret))).toMatchObject({
      lines,
      totalAmount: booking.totalAmount,
    })
    expect(granted(await createBooking(app, sent, key))).toEqual(booking)
    const payment = granted(await startAttempt(app, booking.bookingId, booking.secret, 'esewa'))
    expect(payment.amount).toBe(booking.totalAmount)
    await setMonth(by, 50)
    await settle(
      app,
      payment.paymentId,
      { kind: 'paid', amount: paisa(payment.amount), providerReference: 'R' },
      'lookup',
    )
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'confirmed', total_amount: payment.amount })
    expect(await app.db.read.selectFrom('memberships').select('amount').execute()).toEqual([{ amount: payment.amount }])
    expect((await placed(app, sent)).totalAmount).toBe(5_000_000 + EXTRAS)
  })

  test('are told before a booking that was seen at another price is placed', async () => {
    const { totalAmount } = await placed(app, sent)
    await setMonth(await manager(app), 20)
    expect(refusalOf(await createBooking(app, { ...sent, totalAmount }, newKey()))).toMatchObject({
      code: 'price_changed',
      totalAmount: 2_000_000 + EXTRAS,
    })
  })

  /** One step of a shop's day; bookings are named by their number, as far as there are so many. */
  const step = fc.oneof(
    fc.record({ what: fc.constant('edit' as const), thousands: fc.integer({ min: 3, max: 90 }) }),
    fc.record({ what: fc.constant('place' as const) }),
    fc.record({ what: fc.constantFrom('pay' as const, 'refund' as const), which: fc.nat(4) }),
  )

  test('in any order with placing, paying and refunding: copy, gateway and receipt are what was quoted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (history) => {
        await app.empty()
        const gateway = new RefundingGateway().openIn(app)
        const by = await manager(app)
        let month = 950_000
        const bookings: { booking: Placed; quoted: number; paymentId?: string; refunded?: true }[] = []
        for (const now of history) {
          if (now.what === 'edit') {
            month = now.thousands * 100_000
            await setMonth(by, now.thousands)
          } else if (now.what === 'place') bookings.push({ booking: await placed(app, sent), quoted: month + EXTRAS })
          else {
            const one = bookings[now.which]
            if (now.what === 'pay' && one && !one.paymentId) {
              const { bookingId, secret } = one.booking
              const payment = granted(await startAttempt(app, bookingId, secret, 'esewa'))
              one.paymentId = payment.paymentId
              if (payment.next.kind !== 'form') throw new Error('eSewa is paid by a form')
              expect(times(paisa(Number(payment.next.fields.total_amount)), 100)).toBe(one.quoted)
              const report = {
                kind: 'paid',
                amount: paisa(one.quoted),
                providerReference: crypto.randomUUID(),
              } as const
              await settle(app, payment.paymentId, report, 'lookup')
            }
            if (now.what === 'refund' && one?.paymentId && !one.refunded) {
              one.refunded = true
              const wanted = { way: 'gateway', amount: one.quoted, reason: 'Cancelled in time' } as const
              granted(await createRefund(app, one.paymentId, wanted, by, newKey()))
            }
          }
        }
        for (const { booking, quoted, paymentId, refunded } of bookings) {
          expect(booking.totalAmount).toBe(quoted)
          expect(await bookingRow(app, booking.bookingId)).toMatchObject({
            total_amount: quoted,
            lines: JSON.stringify(booking.lines),
          })
          if (paymentId)
            expect(await paymentRow(app, paymentId)).toMatchObject({
              amount: quoted,
              received: quoted,
              refunded: refunded ? quoted : 0,
            })
        }
        expect((await rows(app.db.read, 'memberships')).map(({ amount }) => amount).toSorted()).toEqual(
          bookings.flatMap(({ paymentId, quoted }) => (paymentId ? quoted : [])).toSorted(),
        )
        expect(gateway.total).toBe(bookings.reduce((sum, { refunded, quoted }) => sum + (refunded ? quoted : 0), 0))
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
  }, 30_000)
})
