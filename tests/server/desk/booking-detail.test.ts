import { expect, test } from 'vitest'
import { readBookingDetail } from '#contract/admin/booking-detail.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { setRefundAccount } from '#server/customers/refund-account.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { replaceLink } from '#server/desk/link-replacement.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, MINUTE } from '../../support/app.ts'
import { moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { granted, newKey, type Placed, PRICE } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { paid, paidBooking } from '../../support/payments.ts'
import { BANK_ACCOUNT } from '../../support/refunds.ts'
import { refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const DIFFERENCE = 50_000
const NONE = { difference: 0, hours: 0, fee: 0, received: PRICE, refunded: 0, refundDue: 0 }

describeOnEachEngine('what staff see of a customer’s own actions on %s', (app) => {
  const detail = async ({ bookingId }: Placed) =>
    granted(await loadBookingDetail(app, await staffMember(app), bookingId))
  const cancel = ({ bookingId, secret }: Placed, input: object = {}) =>
    cancelAsCustomer(app, { id: bookingId, secret }, input, newKey())

  test('an open change has its dates, amount and deadline, until it ends', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    expect(await detail(booking)).toMatchObject({ change: null })
    const { expiresAt } = await openedChange(app, booking, '2026-12-20')
    expect((await detail(booking)).change).toEqual({
      startDate: '2026-12-20',
      endDate: '2027-01-19',
      amount: DIFFERENCE,
      expiresAt,
    })
    app.clock.advance(31 * MINUTE)
    await expireChanges(app)
    expect(await detail(booking)).toMatchObject({ change: null, startDate: '2026-12-10' })
  })

  test('lists a paid change as a separate payment and adds it to the total', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const { changeId } = await openedChange(app, booking, '2026-12-20')
    const payment = granted(await payChange(app, booking, changeId))
    await settle(app, payment.paymentId, paid(DIFFERENCE), 'lookup')
    expect(await detail(booking)).toMatchObject({
      change: null,
      startDate: '2026-12-20',
      totalAmount: PRICE - DIFFERENCE,
      totals: { ...NONE, difference: DIFFERENCE },
      payments: [
        { purpose: 'booking', state: 'confirmed' },
        { purpose: 'difference', state: 'confirmed', amount: DIFFERENCE },
      ],
    })
  })

  test('leaves a change that is paid too late out of the total, as refund due', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const { changeId } = await openedChange(app, booking, '2026-12-20')
    const payment = granted(await payChange(app, booking, changeId))
    app.clock.advance(3 * 60 * MINUTE)
    await expireChanges(app)
    await settle(app, payment.paymentId, paid(DIFFERENCE), 'lookup')
    expect(await detail(booking)).toMatchObject({
      startDate: '2026-12-10',
      totals: { ...NONE, refundDue: DIFFERENCE },
      payments: [{ refundDue: 0 }, { purpose: 'difference', refundDue: DIFFERENCE }],
    })
    const view = granted(await loadPaymentView(app, await staffMember(app, 'manager'), payment.paymentId))
    expect(view).toMatchObject({ purpose: 'difference', payment: { refundDue: DIFFERENCE } })
  })

  test('a cancellation has what was received, refunded and is still due', async () => {
    const booking = await paidBooking(app)
    granted(await cancel(booking))
    expect(await detail(booking)).toMatchObject({
      state: 'cancelled',
      totals: { ...NONE, refundDue: PRICE },
      payments: [{ refundDue: PRICE }],
    })
    granted(await refund(app, await staffMember(app, 'manager'), booking.paymentId, 100_000))
    expect((await detail(booking)).totals).toEqual({ ...NONE, refunded: 100_000, refundDue: PRICE - 100_000 })
  })

  test('the account for a refund is in the audit log of managers, but not in the timeline', async () => {
    const booking = await paidBooking(app)
    granted(await cancel(booking, { refundTo: BANK_ACCOUNT }))
    const own = { id: booking.bookingId, secret: booking.secret }
    granted(await setRefundAccount(app, own, { refundTo: { ...BANK_ACCOUNT, bank: 'Other Bank' } }, newKey()))
    const entries = (await auditEntries(app)).filter(({ after }) => after?.includes('refundAccount'))
    expect(entries.map(({ action }) => action)).toEqual(['booking_cancelled', 'refund_account_set'])
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const shown = granted(await loadBookingDetail(app, desk, booking.bookingId))
    expect(readBookingDetail.output.parse(shown).timeline).toContainEqual(
      expect.objectContaining({ action: 'booking_cancelled', after: { state: 'cancelled', refundDue: PRICE } }),
    )
    const { current } = await rejection(app, () => replaceLink(app, desk, booking.bookingId, { version: 1 }, newKey()))
    for (const view of [shown, current]) expect(JSON.stringify(view)).not.toMatch(/refundAccount|Bank|••••/)
  })

  test('a move to days that are not dearer leaves the total', async () => {
    const booking = await paidBooking(app)
    granted(await moveOwn(app, booking, '2026-12-20'))
    expect(await detail(booking)).toMatchObject({ change: null, totals: NONE })
  })
})
