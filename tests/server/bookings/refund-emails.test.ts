import { expect, test } from 'vitest'
import { getBrand } from '#server/catalogue.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { setRefundAccount } from '#server/customers/refund-account.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, HOUR, rows } from '../../support/app.ts'
import { openedChange, paidAt, payChange } from '../../support/moves.ts'
import { granted, newKey, order, type Placed, PRICE } from '../../support/orders.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { BANK_ACCOUNT, RefundingGateway } from '../../support/refunds.ts'
import { endBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const ASKS = 'Enter the account for your refund on the page of your booking.'
const NOTHING_TO_DO = 'You do not need to do anything.'
const DIFFERENCE = 50_000

describeOnEachEngine('emails about a refund on %s', (app) => {
  const own = ({ bookingId, secret }: Placed) => ({ id: bookingId, secret })
  const bodyOf = async (subject: string) =>
    (await rows(app.db.read, 'emails')).findLast((email) => email.subject.includes(subject))?.body ?? ''
  async function expectAsks(subject: string, asks: boolean): Promise<void> {
    const body = await bodyOf(subject)
    expect([body.includes(ASKS), body.includes(NOTHING_TO_DO)]).toEqual([asks, !asks])
  }

  test.each([
    ['esewa', true],
    ['bank_transfer', true],
    ['khalti', false],
  ] as const)('after a cancellation by staff of a %s payment ask for an account: %s', async (method, asks) => {
    if (method === 'khalti') new RefundingGateway().replaceIn(app, method)
    const { bookingId } = await paidBooking(app, order(), method)
    granted(await endBooking(app, await staffMember(app), bookingId))
    await expectAsks('Booking cancelled', asks)
  })

  test('of a second eSewa payment ask for an account', async () => {
    const booking = await started(app)
    const second = granted(await startAttempt(app, booking.bookingId, booking.secret, 'esewa'))
    await settle(app, booking.paymentId, paid(), 'lookup')
    await settle(app, second.paymentId, paid(), 'lookup')
    await expectAsks('You paid twice', true)
  })

  test('of money that arrives after the customer’s cancellation ask for an account', async () => {
    const booking = await started(app)
    granted(await cancelAsCustomer(app, own(booking), {}, newKey()))
    await settle(app, booking.paymentId, paid(), 'lookup')
    await expectAsks('We will refund', true)
  })

  test('do not ask for an account that was given, and name it when staff have sent the refund by hand', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const change = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, change.changeId))
    granted(await cancelAsCustomer(app, own(booking), { refundTo: BANK_ACCOUNT }, newKey()))
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    await expectAsks('your booking has not moved', false)
    granted(await refund(app, await staffMember(app), paymentId, DIFFERENCE, { channel: 'manual' }))
    const body = await bodyOf('Refund of')
    expect(body).toContain('to your account: Nabil Bank, ••••')
    expect(body).not.toContain('original payment method')
    expect(body).toMatch(/Your payment for new dates: NPR\s500\n/)
  })

  test('of a payment that is too late for a move ask for an account, and staff are notified', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const change = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, change.changeId))
    await settle(app, paymentId, { kind: 'ended', as: 'expired', reason: 'time' }, 'lookup')
    app.clock.advance(2 * HOUR)
    await expireChanges(app)
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    await expectAsks('your booking has not moved', true)
    const toStaff = `Payment received too late for new dates: ${booking.bookingId}`
    expect(await emailsTo(app, getBrand().email)).toEqual([toStaff])
    granted(await setRefundAccount(app, own(booking), { refundTo: BANK_ACCOUNT }, newKey()))
  })

  test('explain a refund that is more than the price', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const change = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, change.changeId))
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    granted(await cancelAsCustomer(app, own(booking), {}, newKey()))
    expect(await bodyOf('Booking cancelled')).toContain('It includes what you paid besides the price below')
    const other = await paidBooking(app)
    granted(await cancelAsCustomer(app, own(other), {}, newKey()))
    expect(await bodyOf('Booking cancelled')).not.toContain('besides the price')
  })
})
