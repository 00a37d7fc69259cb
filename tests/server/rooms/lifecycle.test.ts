import { beforeEach, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { move } from '#server/customers/move.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, kathmandu, rows } from '../../support/app.ts'
import { openedChange, paidAt, payChange } from '../../support/moves.ts'
import { bookingRow, granted, newKey, order, type Placed, PRICE, transitionTo } from '../../support/orders.ts'
import { paid, paidBooking } from '../../support/payments.ts'
import { findRoomMistakes, ROOMS, reserve, WINDOW } from '../../support/rooms.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'

describeOnEachEngine('the rooms of a booking on %s', (app) => {
  let booking: Placed
  let own: { id: string; secret: string }
  beforeEach(async () => {
    app.rooms = ROOMS
    booking = await paidBooking(app, order({ endDate: '2027-01-09' }))
    own = { id: booking.bookingId, secret: booking.secret }
    granted(await reserve(app, booking))
    granted(await reserve(app, booking, { date: '2026-12-14', roomId: WINDOW.id }))
  })
  const readRooms = async () => granted(await readBooking(app, own.id, own.secret)).rooms
  const days = async () => (await readRooms())?.list.map(({ date }) => date)

  test('are released when it is cancelled, and their minutes return', async () => {
    granted(await cancelAsCustomer(app, own, {}, newKey()))
    expect(await days()).toEqual([])
    expect(await rows(app.db.read, 'room_slots')).toEqual([])
    expect((await rows(app.db.read, 'room_balances')).map(({ minutes }) => minutes).toSorted()).toEqual([0, 480])
    expect(await findRoomMistakes(app)).toEqual([])
    granted(await reserve(app, await paidBooking(app)))
  })

  test('are released from tomorrow when it ends early', async () => {
    app.clock.set(kathmandu('2026-12-12', '10:00'))
    granted(await cancelAsCustomer(app, own, {}, newKey()))
    expect(await days()).toEqual(['2026-12-10'])
    expect((await readRooms())?.balance.included).toEqual([
      { from: '2026-12-10', to: '2026-12-12', minutes: 480, left: 360 },
    ])
    expect(await findRoomMistakes(app)).toEqual([])
  })

  test('are released when it is moved by the customer or by staff', async () => {
    granted(await move(app, own, { startDate: '2026-12-11' }, newKey()))
    expect(await days()).toEqual([])
    granted(await reserve(app, booking, { date: '2026-12-14' }))
    granted(await moveBooking(app, await someStaff(app), own.id, '2026-12-12'))
    expect(await days()).toEqual([])
    expect(await rows(app.db.read, 'room_slots')).toEqual([])
    expect(await findRoomMistakes(app)).toEqual([])
  })

  test('are released when the payment of a dearer move arrives, not before', async () => {
    const cheaper = await paidAt(app, PRICE - 50_000)
    granted(await reserve(app, cheaper, { date: '2026-12-15' }))
    const listed = async () => granted(await readBooking(app, cheaper.bookingId, cheaper.secret)).rooms?.list
    const { changeId } = await openedChange(app, cheaper, '2026-12-14')
    expect(await listed()).toHaveLength(1)
    const { paymentId } = granted(await payChange(app, cheaper, changeId))
    await settle(app, paymentId, paid(50_000), 'lookup')
    expect(await listed()).toEqual([])
    expect(await findRoomMistakes(app)).toEqual([])
  })

  test('stay if they have ended before it is cancelled', async () => {
    app.clock.set(kathmandu('2026-12-10', '12:00'))
    await transitionTo(app, own.id, 'cancelled')
    expect(await days()).toEqual(['2026-12-10'])
    expect((await bookingRow(app, own.id)).state).toBe('cancelled')
    expect(await findRoomMistakes(app)).toEqual([])
  })
})
