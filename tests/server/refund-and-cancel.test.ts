import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { loadToday } from '#server/reports/today.ts'
import { mailsTo, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { RefundingGateway } from '../support/refunds.ts'
import { staffMember } from '../support/staff-member.ts'

describe.each(ENGINES)('a full refund on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  async function scene() {
    const payment = await started(app)
    const report = { kind: 'paid', amount: paisa(payment.amount), providerReference: 'R-1' } as const
    await settle(app, payment.paymentId, report, 'lookup')
    const by = await staffMember(app, 'manager')
    const wanted = { way: 'manual', amount: payment.amount, reason: 'Asked by phone' } as const
    const taken = async () => (await rows(app.db.read, 'seat_days')).reduce((sum, { taken }) => sum + taken, 0)
    const listed = async (staff = by) => granted(await loadToday(app, staff)).refunded.map(({ bookingId }) => bookingId)
    return { ...payment, by, wanted, taken, listed }
  }

  test.each(['manual', 'gateway'] as const)('sent by %s cancels the booking and releases its seats', async (way) => {
    const { paymentId, bookingId, by, wanted, taken, listed } = await scene()
    new RefundingGateway().openIn(app)
    expect(granted(await loadPaymentView(app, by, paymentId)).mayCancel).toBe(true)
    expect(await taken()).toBeGreaterThan(0)
    const key = newKey()
    for (let press = 0; press < 2; press++)
      granted(await createRefund(app, paymentId, { ...wanted, way, cancelBooking: true }, by, key))
    expect((await bookingRow(app, bookingId)).state).toBe('cancelled')
    expect(await taken()).toBe(0)
    expect(await listed()).toEqual([])
    expect((await rows(app.db.read, 'memberships'))[0]?.status).toBe('cancelled')
    const mails = await mailsTo(app, 'aarati@example.com')
    expect(mails.filter((subject) => subject.startsWith('Booking cancelled'))).toHaveLength(1)
    expect(mails.filter((subject) => subject.startsWith('Refund of'))).toHaveLength(1)
    const actions = (await rows(app.db.read, 'audit')).map(({ action }) => action)
    expect(actions.filter((action) => action === 'booking_cancelled')).toHaveLength(1)
  })

  test('without the cancellation leaves a booking that the dashboard lists until it is cancelled', async () => {
    const { paymentId, bookingId, by, wanted, taken, listed } = await scene()
    granted(await createRefund(app, paymentId, wanted, by, newKey()))
    expect((await bookingRow(app, bookingId)).state).toBe('confirmed')
    expect(await taken()).toBeGreaterThan(0)
    expect(await listed()).toEqual([bookingId])
    expect(await listed(await staffMember(app, 'desk', ['dhobighat-hub']))).toEqual([bookingId])
    expect(await listed(await staffMember(app, 'desk', ['kausimaa']))).toEqual([])
    expect(await listed(await staffMember(app, 'desk', []))).toEqual([])
    app.clock.set(Date.parse(`${(await bookingRow(app, bookingId)).end_date}T18:15:00Z`))
    expect(await listed()).toEqual([])
  })

  test('of a part cannot cancel the booking, and changes nothing', async () => {
    const { paymentId, by, wanted, listed } = await scene()
    await untouched(app, async () =>
      expect(
        await createRefund(app, paymentId, { ...wanted, amount: wanted.amount - 1, cancelBooking: true }, by, newKey()),
      ).toMatchObject({ failure: { code: 'invalid', fields: { cancelBooking: expect.any(String) } } }),
    )
    granted(await createRefund(app, paymentId, { ...wanted, amount: wanted.amount - 1 }, by, newKey()))
    expect(await listed()).toEqual([])
  })
})
