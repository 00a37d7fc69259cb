import { beforeEach, describe, expect, test } from 'vitest'
import { readOwnCalendar } from '#server/bookings/calendar.ts'
import { remindCustomers } from '#server/bookings/reminders.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, kathmandu, rows } from '../../support/app.ts'
import { parseCalendar } from '../../support/calendar.ts'
import { moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { dayPass, granted, type Placed, PRICE } from '../../support/orders.ts'
import { paid, paidBooking } from '../../support/payments.ts'
import { ROOMS, reserve, WALNUT } from '../../support/rooms.ts'
import { moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const RELEASED = 'no longer has a room on the earlier dates'

describeOnEachEngine('the rooms of a booking on %s', (app) => {
  beforeEach(() => {
    app.rooms = ROOMS
  })

  const withRoom = () =>
    paidBooking(app, dayPass({ meetingRoomHours: 2, rooms: [{ roomId: WALNUT.id, start: '10:00', end: '12:00' }] }))
  const bodyOf = async (subject: string) => {
    const emails = (await rows(app.db.read, 'emails')).filter((email) => email.subject.startsWith(subject))
    expect(emails).toHaveLength(1)
    return emails[0]?.body
  }
  const roomsOf = async ({ bookingId }: Placed) =>
    granted(await loadBookingDetail(app, await staffMember(app), bookingId)).rooms

  test('are in the confirmation of a day pass, its calendar, its reminder and its details for staff', async () => {
    const booking = await withRoom()
    expect(await bodyOf('Booking confirmed')).toContain('Room: Walnut room, 10:00–12:00')
    const file = granted(await readOwnCalendar(app, booking.bookingId, booking.secret))
    expect(parseCalendar(file).event.description).toContain('Walnut room, 10:00–12:00')
    app.clock.set(kathmandu('2026-12-09', '18:00'))
    await remindCustomers(app)
    expect(await bodyOf('Your booking at')).toContain('Room: Walnut room, 10:00–12:00')
    expect(await roomsOf(booking)).toMatchObject({ list: [{ roomName: 'Walnut room' }], balance: { bought: 0 } })
  })

  test('have their day in the reminder of a longer plan', async () => {
    const booking = await paidBooking(app)
    granted(await reserve(app, booking))
    granted(await reserve(app, booking, { date: '2026-12-11' }))
    app.clock.set(kathmandu('2026-12-09', '18:00'))
    await remindCustomers(app)
    const both = 'Rooms: Walnut room, 10 Dec 2026, 10:00–12:00; Walnut room, 11 Dec 2026, 10:00–12:00'
    expect(await bodyOf('Your booking at')).toContain(both)
  })

  describe('are released, which the email says, when it is moved', () => {
    const expectReleased = async (booking: Placed, subject: string) => {
      const body = await bodyOf(subject)
      expect(body).toContain(RELEASED)
      expect(body).toContain('Walnut room')
      expect(body).not.toContain('Room: ')
      expect((await roomsOf(booking))?.list).toEqual([])
    }

    test('by its customer', async () => {
      const booking = await withRoom()
      granted(await moveOwn(app, booking, '2026-12-14'))
      await expectReleased(booking, 'You have moved your booking')
      expect((await roomsOf(booking))?.balance.bought).toBe(120)
    })

    test('by staff', async () => {
      const booking = await withRoom()
      granted(await moveBooking(app, await staffMember(app), booking.bookingId, '2026-12-14'))
      await expectReleased(booking, 'Your booking has new dates')
    })

    test('for a payment', async () => {
      const booking = await paidAt(app, PRICE - 50_000)
      granted(await reserve(app, booking))
      const { changeId } = await openedChange(app, booking, '2026-12-20')
      expect((await roomsOf(booking))?.list).toHaveLength(1)
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await settle(app, paymentId, paid(50_000), 'lookup')
      await expectReleased(booking, 'You have moved your booking')
    })
  })

  test('are not said to be released when there were none', async () => {
    granted(await moveOwn(app, await paidBooking(app), '2026-12-14'))
    expect(await bodyOf('You have moved your booking')).not.toContain(RELEASED)
  })
})
