import { expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, execute, MINUTE } from '../support/app.ts'
import { closed } from '../support/closures.ts'
import { dayPass, failureOf, granted, order, placed } from '../support/orders.ts'
import { runAfter } from '../support/outcomes.ts'
import { paid, paymentRow, started, statesOf } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

const DAY = '2026-12-10'
const REASON =
  'We are closed on 10 Dec 2026 (Elections). Choose another day or cancel. If you have already paid, write to us.'

describeOnEachEngine('an unpaid booking whose first day was closed, on %s', (app) => {
  const closeDay = (from = DAY) => closed(app, { from, reason: 'Elections' })

  test.each(['esewa', 'khalti', 'qr_payment', 'bank_transfer'])('cannot be paid by %s', async (method) => {
    const { bookingId, secret } = await placed(app, dayPass())
    await closeDay()
    const failure = failureOf(await startAttempt(app, bookingId, secret, method))
    expect(failure).toMatchObject({ code: 'not_payable', message: REASON })
    expect(granted(await readBooking(app, bookingId, secret))).toMatchObject({ payments: [], unpayable: REASON })
  })

  test('can be confirmed by staff, who are warned', async () => {
    const { bookingId } = await placed(app, dayPass())
    await closeDay()
    const staff = await staffMember(app)
    const { version, closedFirstDay } = granted(await loadBookingDetail(app, staff, bookingId))
    expect(closedFirstDay).toBe('Elections')
    const money = { version, method: 'cash', reason: 'Agreed with the customer' } as const
    const confirmed = granted(await confirm(app, staff, bookingId, money))
    expect(confirmed.state).toBe('confirmed')
    expect(confirmed.closedFirstDay).toBeUndefined()
  })

  test('cannot be confirmed by staff once it has expired, and they read why', async () => {
    const { bookingId } = await placed(app, dayPass())
    await runAfter(app, 31 * MINUTE, expireBookings)
    await closeDay()
    const staff = await staffMember(app)
    const { version } = granted(await loadBookingDetail(app, staff, bookingId))
    const money = { version, method: 'cash', reason: 'Paid at the desk' } as const
    expect(failureOf(await confirm(app, staff, bookingId, money)).message).toBe(
      'Closed on 10 Dec 2026: Elections. Make a new booking for another day.',
    )
  })

  test('cannot be paid as a longer plan', async () => {
    const { bookingId, secret } = await placed(app, order())
    await closeDay()
    expect(failureOf(await startAttempt(app, bookingId, secret, 'esewa')).message).toBe(REASON)
  })

  test('can be paid if another of its days is closed, or the day has other hours', async () => {
    const { bookingId, secret } = await placed(app, order())
    await closeDay('2026-12-11')
    await closed(app, { from: DAY, hours: { open: '10:00', close: '16:00' } })
    expect(granted(await readBooking(app, bookingId, secret)).unpayable).toBeUndefined()
    granted(await startAttempt(app, bookingId, secret, 'esewa'))
  })

  test('can be paid if it renews a membership', async () => {
    const { bookingId, secret } = await placed(app, order())
    const renewed = await started(app, order())
    await settle(app, renewed.paymentId, paid(renewed.amount), 'lookup')
    const { id } = await app.db.read.selectFrom('memberships').select('id').executeTakeFirstOrThrow()
    await execute(app, (db) => db.updateTable('bookings').set({ renews: id }).where('id', '=', bookingId))
    await closeDay()
    granted(await startAttempt(app, bookingId, secret, 'esewa'))
  })

  test('accepts a payment that was started before, which can then be moved for free', async () => {
    const payment = await started(app, dayPass())
    await closeDay()
    await settle(app, payment.paymentId, paid((await paymentRow(app, payment.paymentId)).amount), 'lookup')
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
    const view = granted(await readBooking(app, payment.bookingId, payment.secret))
    expect(view.unpayable).toBeUndefined()
    expect(view.actions.move).toMatchObject({ left: null })
  })
})
