import { describe, expect, test } from 'vitest'
import { extendBookingHold } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { describeOnEachEngine, execute, kathmandu, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { member } from '../../support/memberships.ts'
import { moveOwn, openedChange, paidAt } from '../../support/moves.ts'
import { bookingRow, dayPass, failureOf, granted, newKey, PRICE, placed } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { placedRenewal } from '../../support/renewals.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'

const SHORT = { open: '10:00', close: '16:00' }
const TODAY = '2026-12-01'
const at = (date: string, time: string) => new Date(kathmandu(date, time)).toISOString()

describeOnEachEngine('the closing time of a booking on %s', (app) => {
  const closesAt = async (bookingId: string) => (await bookingRow(app, bookingId)).closes_at

  describe('follows the other hours of its last day', () => {
    test('and ends a hold and its extensions', async () => {
      await closed(app, { from: TODAY, hours: SHORT })
      app.clock.set(kathmandu(TODAY, '14:50'))
      const { bookingId, secret, expiresAt } = await placed(app, dayPass({ startDate: TODAY }))
      expect([expiresAt, await closesAt(bookingId)]).toEqual([at(TODAY, '15:20'), at(TODAY, '16:00')])
      expect(granted(await extendBookingHold(app, bookingId, secret)).expiresAt).toBe(at(TODAY, '15:50'))
      expect(granted(await extendBookingHold(app, bookingId, secret))).toEqual({
        expiresAt: at(TODAY, '16:00'),
        extensionsLeft: 0,
      })
      expect(failureOf(await extendBookingHold(app, bookingId, secret)).code).toBe('no_more_extensions')
    })

    test('after a move by staff, which shortens the hold', async () => {
      const { bookingId } = await placed(app, dayPass({ startDate: '2026-12-02' }))
      await closed(app, { from: TODAY, hours: { open: '08:00', close: '10:15' } })
      granted(await moveBooking(app, await someStaff(app), bookingId, TODAY))
      expect(await bookingRow(app, bookingId)).toMatchObject({
        closes_at: at(TODAY, '10:15'),
        expires_at: at(TODAY, '10:15'),
      })
    })

    test('after a move by the customer, also one that waits for its payment', async () => {
      await closed(app, { from: '2027-01-19', hours: SHORT })
      const [free, dearer] = [await paidBooking(app), await paidAt(app, PRICE - 50_000)]
      granted(await moveOwn(app, free, '2026-12-20'))
      expect(await closesAt(free.bookingId)).toBe(at('2027-01-19', '16:00'))
      const { changeId } = await openedChange(app, dearer, '2026-12-20')
      const change = (await rows(app.db.read, 'booking_changes')).find(({ id }) => id === changeId)
      expect(change?.closes_at).toBe(at('2027-01-19', '16:00'))
    })

    test('of a renewal, which can start on a closed day', async () => {
      const membership = await member(app)
      await closed(app, { from: membership.end_date })
      await closed(app, { from: '2027-02-09', hours: SHORT })
      const { bookingId } = await placedRenewal(app, membership)
      expect(await bookingRow(app, bookingId)).toMatchObject({
        end_date: '2027-02-09',
        closes_at: at('2027-02-09', '16:00'),
      })
    })

    test('of today for a booking that its customer ends', async () => {
      const { bookingId, secret } = await paidBooking(app)
      await closed(app, { from: '2026-12-15', hours: SHORT })
      app.clock.set(kathmandu('2026-12-15', '11:00'))
      granted(await cancelAsCustomer(app, { id: bookingId, secret }, {}, newKey()))
      expect(await bookingRow(app, bookingId)).toMatchObject({
        end_date: '2026-12-15',
        closes_at: at('2026-12-15', '16:00'),
      })
    })
  })

  test('is the usual one on a closed day, and is not changed by a later closure', async () => {
    await closed(app, { from: '2027-01-09' })
    const { bookingId } = await placed(app)
    expect(await closesAt(bookingId)).toBe(at('2027-01-09', '20:00'))
    await closed(app, { from: '2027-01-09', locationId: 'dhobighat-hub', hours: SHORT })
    expect(await closesAt(bookingId)).toBe(at('2027-01-09', '20:00'))
  })

  test('is that of the content for a booking without one', async () => {
    app.clock.set(kathmandu(TODAY, '14:50'))
    const { bookingId, secret } = await placed(app, dayPass({ startDate: TODAY }))
    await execute(app, (db) => db.updateTable('bookings').set({ closes_at: null }).where('id', '=', bookingId))
    await closed(app, { from: TODAY, hours: { open: '10:00', close: '15:20' } })
    expect(granted(await extendBookingHold(app, bookingId, secret)).expiresAt).toBe(at(TODAY, '15:50'))
  })
})
