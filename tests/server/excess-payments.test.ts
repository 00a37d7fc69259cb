import { expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo } from '../support/app.ts'
import { moveOwn } from '../support/moves.ts'
import { granted, PRICE } from '../support/orders.ts'
import { paid, paymentRow, started } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { approval } from './decision-steps.ts'

const EXCESS = 3_000

describeOnEachEngine('money above the price on %s', (app) => {
  /** A payment whose gateway reported another amount, which staff accept. */
  async function accepted(received: number) {
    const payment = await started(app)
    await settle(app, payment.paymentId, paid(received, 'TX1'), 'lookup')
    granted(await decide(app, await someStaff(app), payment.paymentId, approval(received, 'TX1')))
    return payment
  }

  test('is refund due once staff accept it, and its customer gets an email with the amount', async () => {
    const { bookingId, secret, paymentId } = await accepted(PRICE + EXCESS)
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: EXCESS })
    expect(await emailsTo(app, 'aarati@example.com')).toContain(
      `You paid too much: we will refund NPR\u00a030 for ${bookingId}`,
    )
    const { history, status } = granted(await readBooking(app, bookingId, secret))
    expect(status).toBe('confirmed')
    expect(history).toContainEqual(expect.objectContaining({ kind: 'refund', state: 'due', amount: EXCESS }))
    granted(await refund(app, await someStaff(app), paymentId, EXCESS))
    const { totals } = granted(await loadBookingDetail(app, await someStaff(app), bookingId))
    expect(totals).toMatchObject({ refunded: EXCESS, refundDue: 0 })
  })

  test.each([PRICE, PRICE - 100])('is none of %i paisa', async (received) => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(received, 'TX1'), 'lookup')
    if (received !== PRICE) granted(await decide(app, await someStaff(app), paymentId, approval(received, 'TX1')))
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: null })
  })

  test.each([
    [1_000, 'NPR\u00a020'],
    [EXCESS, null],
  ])('is due without the %i paisa that were refunded before staff accept it', async (refunded, promised) => {
    const { bookingId, paymentId } = await started(app)
    await settle(app, paymentId, paid(PRICE + EXCESS, 'TX1'), 'lookup')
    const staff = await someStaff(app)
    granted(await refund(app, staff, paymentId, refunded))
    granted(await decide(app, staff, paymentId, approval(PRICE + EXCESS, 'TX1')))
    const sent = await emailsTo(app, 'aarati@example.com')
    expect(sent.filter((subject) => subject.startsWith('You paid too much'))).toEqual(
      promised === null ? [] : [`You paid too much: we will refund ${promised} for ${bookingId}`],
    )
    const { totals } = granted(await loadBookingDetail(app, staff, bookingId))
    expect(totals).toMatchObject({ refunded, refundDue: EXCESS - refunded })
  })

  test('pays nothing of a move to dearer days, whose price above it is due', async () => {
    const booking = await accepted(PRICE + EXCESS)
    const { change } = granted(await moveOwn(app, booking, '2026-12-20'))
    expect(change).toBeNull()
    const { actions } = granted(await readBooking(app, booking.bookingId, booking.secret))
    expect(actions.move).not.toBeNull()
  })
})
