import { beforeEach, expect, test } from 'vitest'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { addOwnGuest } from '#server/customers/guests.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, kathmandu, rows } from '../../support/app.ts'
import { moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { granted, newKey, order, type Placed, PRICE } from '../../support/orders.ts'
import { paid, paidBooking } from '../../support/payments.ts'
import { manager } from '../../support/prices.ts'
import { openedPurchase } from '../../support/room-hours.ts'
import { ROOMS, reserve } from '../../support/rooms.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'

const ENTERPRISE = order({ planId: 'enterprise' })

describeOnEachEngine('the email about what a booking loses on %s', (app) => {
  beforeEach(() => {
    app.rooms = ROOMS
  })

  const announce = async ({ bookingId: id, secret }: Placed, ...days: string[]) => {
    for (const date of days) granted(await addOwnGuest(app, { id, secret }, { date }, newKey()))
  }
  const bodyOf = async (subject: string) => {
    const emails = (await rows(app.db.read, 'emails')).filter((email) => email.subject.startsWith(subject))
    expect(emails).toHaveLength(1)
    return emails[0]?.body
  }
  const buyHour = async (booking: Placed) => {
    const { changeId, amount } = await openedPurchase(app, booking, 1)
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(amount), 'lookup')
  }
  const CANCELLED =
    'guests are cancelled on the days that your booking no longer covers (11 Dec 2026, 2 guests; 12 Dec 2026)'

  test('names the guests whose days a move by the customer leaves', async () => {
    const booking = await paidBooking(app, ENTERPRISE)
    await announce(booking, '2026-12-12', '2026-12-11', '2026-12-11', '2026-12-25')
    granted(await moveOwn(app, booking, '2026-12-20'))
    expect(await bodyOf('You have moved your booking')).toContain(CANCELLED)
  })

  test('names the guests whose days a move by staff leaves, and none if all remain', async () => {
    const booking = await paidBooking(app, ENTERPRISE)
    await announce(booking, '2026-12-12', '2026-12-11', '2026-12-11', '2026-12-25')
    granted(await moveBooking(app, await manager(app), booking.bookingId, '2026-12-20'))
    expect(await bodyOf('Your booking has new dates')).toContain(CANCELLED)
    const other = await paidBooking(app, ENTERPRISE)
    await announce(other, '2026-12-25')
    granted(await moveOwn(app, other, '2026-12-20'))
    expect(await bodyOf('You have moved your booking')).not.toContain('guests are cancelled')
  })

  test('names the guests whose days a paid move leaves', async () => {
    const booking = await paidAt(app, PRICE - 50_000, ENTERPRISE)
    await announce(booking, '2026-12-12', '2026-12-11', '2026-12-11')
    const { changeId, amount } = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(amount), 'lookup')
    expect(await bodyOf('You have moved your booking')).toContain(CANCELLED)
  })

  test('names rooms, guests and bought hours that are lost when its customer ends it early', async () => {
    const booking = await paidBooking(app, order({ planId: 'enterprise', meetingRoomHours: 2 }))
    granted(await reserve(app, booking, { date: '2026-12-11', end: '11:00' }))
    granted(await reserve(app, booking, { date: '2026-12-15', end: '10:30' }))
    await buyHour(booking)
    await announce(booking, '2026-12-11', '2026-12-14')
    app.clock.set(kathmandu('2026-12-11', '08:00'))
    granted(await cancelAsCustomer(app, { id: booking.bookingId, secret: booking.secret }, {}, newKey()))
    const body = await bodyOf('Booking ended')
    expect(body).toContain('Released rooms: Walnut room, 15 Dec 2026, 10:00–10:30\n')
    expect(body).toContain('Cancelled guests: 14 Dec 2026\n')
    // The half hour of the released room is among them.
    expect(body).toContain('Bought hours not used: 2 hours, not refunded')
  })

  test('names them when staff cancel it, with the hours only if nothing is refunded', async () => {
    const by = await manager(app)
    const early = await paidBooking(app, order({ planId: 'enterprise', meetingRoomHours: 2 }))
    await announce(early, '2026-12-11')
    granted(await endBooking(app, by, early.bookingId))
    const late = await paidBooking(app, order({ planId: 'enterprise', meetingRoomHours: 2 }))
    app.clock.set(kathmandu('2026-12-10', '12:00'))
    granted(await endBooking(app, by, late.bookingId))
    const bodies = (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.startsWith('Booking cancelled'))
    const [withRefund, without] = bodies.map(({ body }) => body)
    expect(withRefund).toContain('Cancelled guests: 11 Dec 2026')
    expect(withRefund).not.toContain('Bought hours')
    expect(without).toContain('Bought hours not used: 2 hours, not refunded')
    expect(without).not.toContain('Cancelled guests')
  })
})
