import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import type { BookingState } from '#domain/booking.ts'
import type { ChangeState } from '#domain/booking-change.ts'
import { paisa, ZERO } from '#domain/money.ts'
import type { PaymentPurpose } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import { instant } from '#server/db/instant.ts'
import { decide } from '#server/payments/decisions.ts'
import { canCancelAfterRefund, getOutcomeWithoutPayment } from '#server/payments/duplicate-payments.ts'
import { insertPayment } from '#server/payments/new-payment.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, execute, HOUR } from '../support/app.ts'
import { bookingRow, failureOf, granted, newKey, PRICE } from '../support/orders.ts'
import { alertsOf, paid, paidBooking, paymentRow } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'

const AMOUNT = paisa(50_000)

interface Case {
  purpose: PaymentPurpose
  /** State of the change that it pays; a difference without one was recorded by staff. */
  change?: ChangeState
  booking: BookingState
}
const titleOf = ({ purpose, change, booking }: Case) =>
  `${purpose}${change ? ` of an ${change} change` : ''}, booking ${booking}`

describeOnEachEngine('a second payment on %s', (app) => {
  /** A paid booking in this state, with a second payment that is still open. */
  async function secondPayment({ purpose, change, booking: state }: Case, firstPaidFor = false) {
    const first = await paidBooking(app)
    await execute(app, (db) => db.updateTable('bookings').set({ state }).where('id', '=', first.bookingId))
    const booking = await bookingRow(app, first.bookingId)
    const changeId = newKey()
    const now = instant(app.now())
    if (change)
      await execute(app, (db) =>
        db.insertInto('booking_changes').values({
          id: changeId,
          booking_id: booking.id,
          state: change,
          from_start_date: booking.start_date,
          from_end_date: booking.end_date,
          // The same days, so that no seats are held.
          start_date: booking.start_date,
          end_date: booking.end_date,
          price: paisa(PRICE + AMOUNT),
          amount: AMOUNT,
          expires_at: instant(app.now() + HOUR),
          created_at: now,
          updated_at: now,
        }),
      )
    const insert = async () =>
      granted(
        await app.db.write(async (db) =>
          succeed(
            await insertPayment(db, booking, 'esewa', app.now(), {
              amount: AMOUNT,
              fee: ZERO,
              purpose,
              ...(change && { change_id: changeId }),
            }),
          ),
        ),
      )
    if (firstPaidFor) {
      const { id } = await insert()
      await execute(app, (db) =>
        db.updateTable('payments').set({ state: 'confirmed', provider_reference: newKey() }).where('id', '=', id),
      )
    }
    return { booking, first, payment: await insert() }
  }

  describe('that is paid', () => {
    const nothing = { refundDue: null, alerts: [] as PaymentAlert[] }
    const owed = { refundDue: AMOUNT, alerts: [] as PaymentAlert[] }
    test.each<
      [string, Case, { booking: BookingState; refundDue: number | null; alerts: PaymentAlert[]; email?: string }]
    >(
      (
        [
          [
            { purpose: 'booking', booking: 'confirmed' },
            { booking: 'confirmed', refundDue: AMOUNT, alerts: ['paid_twice'], email: 'You paid twice' },
          ],
          [
            { purpose: 'booking', booking: 'needs_decision' },
            { booking: 'needs_decision', refundDue: AMOUNT, alerts: ['paid_twice'], email: 'You paid twice' },
          ],
          [
            { purpose: 'difference', booking: 'confirmed' },
            { booking: 'confirmed', ...nothing },
          ],
          [
            { purpose: 'difference', change: 'open', booking: 'confirmed' },
            { booking: 'confirmed', ...nothing, email: 'You have moved' },
          ],
          [
            { purpose: 'difference', change: 'expired', booking: 'confirmed' },
            { booking: 'confirmed', ...owed, email: 'your booking has not moved' },
          ],
          [
            { purpose: 'difference', change: 'expired', booking: 'cancelled' },
            { booking: 'cancelled', ...owed, email: 'your booking has not moved' },
          ],
          [
            { purpose: 'difference', change: 'expired', booking: 'needs_decision' },
            { booking: 'needs_decision', ...owed, email: 'your booking has not moved' },
          ],
        ] as const
      ).map(([given, expected]) => [titleOf(given), given, { ...expected, alerts: [...expected.alerts] }]),
    )('%s', async (_, given, { booking, refundDue, alerts, email }) => {
      const { payment } = await secondPayment(given)
      await settle(app, payment.id, paid(AMOUNT), 'lookup')
      expect(await paymentRow(app, payment.id)).toMatchObject({ state: 'confirmed', refund_due: refundDue })
      expect((await bookingRow(app, payment.booking_id)).state).toBe(booking)
      expect(await alertsOf(app, payment.id)).toEqual(alerts)
      const subject = (await emailsTo(app, 'aarati@example.com')).find((each) => !each.startsWith('Booking confirmed'))
      if (email) expect(subject).toContain(email)
      else expect(subject).toBeUndefined()
    })

    test('pays a change twice if another one has', async () => {
      const { payment } = await secondPayment({ purpose: 'difference', change: 'applied', booking: 'confirmed' }, true)
      await settle(app, payment.id, paid(AMOUNT), 'lookup')
      expect(await paymentRow(app, payment.id)).toMatchObject({ refund_due: AMOUNT })
      expect(await alertsOf(app, payment.id)).toEqual(['paid_twice'])
    })

    test('pays no change twice after the first payment was refunded', async () => {
      const { payment } = await secondPayment({ purpose: 'difference', change: 'applied', booking: 'confirmed' })
      await settle(app, payment.id, paid(AMOUNT), 'lookup')
      expect(await paymentRow(app, payment.id)).toMatchObject({ refund_due: AMOUNT })
      expect(await alertsOf(app, payment.id)).toEqual([])
    })

    test('restores no seats with a price difference', async () => {
      const { payment } = await secondPayment({ purpose: 'difference', change: 'expired', booking: 'needs_decision' })
      await settle(app, payment.id, paid(AMOUNT), 'lookup')
      const staff = await someStaff(app)
      expect(failureOf(await decide(app, staff, payment.id, { decision: 'give_place' })).code).toBe('not_decidable')
    })
  })

  test.each<[BookingState]>([['confirmed'], ['cancelled'], ['needs_decision']])(
    'of a change with another amount leaves a booking %s',
    async (state) => {
      const { payment } = await secondPayment({ purpose: 'difference', change: 'expired', booking: state })
      await settle(app, payment.id, paid(AMOUNT - 1), 'lookup')
      expect((await paymentRow(app, payment.id)).state).toBe('mismatch')
      expect((await bookingRow(app, payment.booking_id)).state).toBe(state)
    },
  )

  test.each<[PaymentPurpose, string | undefined]>([
    ['booking', 'end'],
    ['difference', undefined],
  ])('for the %s: a booking without other money has the outcome %s', async (purpose, outcome) => {
    const { booking, first, payment } = await secondPayment({ purpose, booking: 'needs_decision' })
    await execute(app, (db) => db.updateTable('payments').set({ state: 'refunded' }).where('id', '=', first.paymentId))
    expect(await getOutcomeWithoutPayment(app.db.read, payment, booking)).toBe(outcome)
  })

  test.each<[PaymentPurpose]>([['booking'], ['difference']])(
    'for the %s: its refund offers to cancel only if it is the last money',
    async (purpose) => {
      const { booking, first, payment } = await secondPayment({ purpose, booking: 'confirmed' })
      expect(await canCancelAfterRefund(app.db.read, payment, booking)).toBe(false)
      expect(await canCancelAfterRefund(app.db.read, await paymentRow(app, first.paymentId), booking)).toBe(true)
      await settle(app, payment.id, paid(AMOUNT), 'lookup')
      expect(await canCancelAfterRefund(app.db.read, await paymentRow(app, first.paymentId), booking)).toBe(false)
    },
  )
})
