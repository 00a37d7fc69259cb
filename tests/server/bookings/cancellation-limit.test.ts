import { describe, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, execute, kathmandu, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { bookingRow, granted, order, type Placed, PRICE, placed, transitionTo } from '../../support/orders.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'

const LATE = { open: '12:00', close: '16:00' }
const EARLY = { open: '04:00', close: '09:00' }
const at = (date: string, time: string) => new Date(kathmandu(date, time)).toISOString()

describeOnEachEngine('the end of free cancellation on %s', (app) => {
  const limitOf = async (bookingId: string) => (await bookingRow(app, bookingId)).free_until
  const shown = async ({ bookingId, secret }: Placed) =>
    granted(await readBooking(app, bookingId, secret)).actions.cancel?.freeUntil

  test('is fixed when the booking is confirmed, by the hours of its first day', async () => {
    const payment = await started(app)
    expect(await limitOf(payment.bookingId)).toBeNull()
    await closed(app, { from: '2026-12-10', hours: LATE })
    await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
    expect([await limitOf(payment.bookingId), await shown(payment)]).toEqual(Array(2).fill(at('2026-12-09', '12:00')))
    expect((await rows(app.db.read, 'emails')).map(({ body }) => body).join()).toContain('before 9 Dec 2026, 12:00')
  })

  test.each([
    ['other hours', { hours: EARLY }],
    ['closed days', {}],
  ])('and the working hours are not changed by %s that are added later', async (_, closure) => {
    const payment = await paidBooking(app, order({ startTime: '11:00', endTime: '17:00' }))
    const before = await bookingRow(app, payment.bookingId)
    expect(before).toMatchObject({ free_until: at('2026-12-09', '06:00'), start_time: '11:00', end_time: '17:00' })
    await closed(app, { from: '2026-12-10', to: '2027-01-09', ...closure })
    expect(await bookingRow(app, payment.bookingId)).toEqual(before)
    expect(await shown(payment)).toBe(at('2026-12-09', '06:00'))
    app.clock.set(kathmandu('2026-12-09', '06:00'))
    granted(await moveOwn(app, payment, '2027-02-01'))
  })

  describe('after a move', () => {
    const target = '2026-12-20'
    const renewed = at('2026-12-19', '12:00')

    test('in time is that of the hours of the new first day', async () => {
      await closed(app, { from: target, hours: LATE })
      const [own, dearer, byStaff] = [await paidBooking(app), await paidAt(app, PRICE - 50_000), await paidBooking(app)]
      granted(await moveOwn(app, own, target))
      const { changeId } = await openedChange(app, dearer, target)
      const { paymentId, amount } = granted(await payChange(app, dearer, changeId))
      await settle(app, paymentId, paid(amount), 'lookup')
      granted(await moveBooking(app, await someStaff(app), byStaff.bookingId, target))
      for (const { bookingId } of [own, dearer, byStaff]) expect(await limitOf(bookingId)).toBe(renewed)
    })

    test('of a hold is not fixed before it is confirmed', async () => {
      const { bookingId } = await placed(app)
      granted(await moveBooking(app, await someStaff(app), bookingId, target))
      expect(await limitOf(bookingId)).toBeNull()
      await closed(app, { from: target, hours: LATE })
      await transitionTo(app, bookingId, 'confirmed')
      expect(await limitOf(bookingId)).toBe(renewed)
    })

    test('of a booking without seats is that of its new days, even if an earlier one had passed', async () => {
      const payment = await paidBooking(app)
      app.clock.set(kathmandu('2026-12-09', '06:01'))
      await transitionTo(app, payment.bookingId, 'cancelled')
      await transitionTo(app, payment.bookingId, 'needs_decision')
      granted(await moveBooking(app, await someStaff(app), payment.bookingId, target))
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({
        state: 'confirmed',
        free_until: at('2026-12-19', '08:00'),
      })
    })
  })

  test('follows the weekly hours for a booking that was confirmed before it was stored', async () => {
    const payment = await paidBooking(app)
    await execute(app, (db) => db.updateTable('bookings').set({ free_until: null }).where('id', '=', payment.bookingId))
    await closed(app, { from: '2026-12-10', hours: EARLY })
    expect(await shown(payment)).toBe(at('2026-12-09', '06:00'))
  })
})
