import { beforeEach, describe, expect, test } from 'vitest'
import {
  findRoomBookings,
  moveRoomReservation,
  readRooms,
  releaseRoomReservation,
  reserveRoom,
} from '#contract/admin/rooms.ts'
import { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Role } from '#domain/staff.ts'
import { auditEntries, describeOnEachEngine, kathmandu, rows, type TestApp } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { dayPass, type Placed, placed } from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { call, rejected, type Sent, send, withKey } from '../../support/requests.ts'
import { findRoomMistakes, ROOMS, reserve, roomInput, WALNUT, WINDOW } from '../../support/rooms.ts'
import { signedInBrowser } from '../../support/staff-accounts.ts'
import { staffMember } from '../../support/staff-member.ts'

const DAY = { query: { location: 'dhobighat-hub', date: '2026-12-10' } }
const BLOCK = { reason: 'The lamp is broken' }

const staffAt = async (app: TestApp, location: string, role: Role = 'desk') => {
  const { email } = await staffMember(app, role, [location])
  return { email, sent: (await signedInBrowser(app, email)).sent }
}

describeOnEachEngine('the rooms of a day, for staff on %s', (app) => {
  let booking: Placed
  let desk: Sent
  let manager: Sent
  let deskEmail: string
  let managerEmail: string
  beforeEach(async () => {
    app.rooms = ROOMS
    booking = await paidBooking(app)
    const member = await staffAt(app, 'dhobighat-hub')
    ;[desk, deskEmail] = [member.sent, member.email]
    const lead = await staffAt(app, 'dhobighat-hub', 'manager')
    ;[manager, managerEmail] = [lead.sent, lead.email]
  })

  const forBooking = (changes: object = {}) => ({ bookingId: booking.bookingId, ...roomInput(), ...changes })
  const blocking = (changes: object = {}) => ({ ...BLOCK, ...roomInput(), ...changes })
  const timesOf = ({ reservations }: Output<typeof readRooms>) =>
    reservations.map(({ roomId, start, end }) => `${roomId} ${start}–${end}`)
  const firstId = ({ reservations }: Output<typeof readRooms>): string => reservations[0]?.reservationId ?? ''
  const roomEmails = async () =>
    (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.startsWith('Your room'))
  const reservedBy = (staff: Sent, body: object) => call(reserveRoom, withKey(body, staff))

  test('lists meeting rooms with their hours, free times and reservations', async () => {
    await reserve(app, booking)
    await reservedBy(manager, blocking({ roomId: WINDOW.id, start: '09:00', end: '09:30' }))
    expect(await call(readRooms, { ...desk, ...DAY })).toEqual({
      locationId: 'dhobighat-hub',
      locationName: 'Dhobighat Hub',
      date: '2026-12-10',
      rooms: [
        {
          id: WALNUT.id,
          name: 'Walnut room',
          seats: 8,
          hours: { start: '08:00', end: '20:00' },
          free: [
            { start: '08:00', end: '09:30' },
            { start: '12:30', end: '20:00' },
          ],
        },
        {
          id: WINDOW.id,
          name: 'Window room',
          seats: 4,
          hours: { start: '06:00', end: '22:00' },
          free: [
            { start: '06:00', end: '09:00' },
            { start: '09:30', end: '22:00' },
          ],
        },
      ],
      reservations: [
        {
          reservationId: expect.any(String),
          roomId: WINDOW.id,
          roomName: 'Window room',
          date: '2026-12-10',
          start: '09:00',
          end: '09:30',
          booking: null,
          reason: BLOCK.reason,
          block: null,
        },
        {
          reservationId: expect.any(String),
          roomId: WALNUT.id,
          roomName: 'Walnut room',
          date: '2026-12-10',
          start: '10:00',
          end: '12:00',
          booking: {
            bookingId: booking.bookingId,
            customerName: 'Aarati Shrestha',
            planName: 'Professional',
            email: 'aarati@example.com',
            phone: '+9779841234567',
          },
          reason: null,
          block: null,
        },
      ],
    })
  })

  test('are reserved for confirmed bookings, of which those without hours come last', async () => {
    const { bookingId: without } = await paidBooking(app, dayPass())
    await placed(app)
    await reserve(app, booking)
    const found = { query: { ...DAY.query, q: 'shrestha' } }
    expect(await call(findRoomBookings, { ...desk, ...found })).toEqual({
      bookings: [
        { bookingId: booking.bookingId, customerName: 'Aarati Shrestha', planName: 'Professional', minutes: 360 },
        { bookingId: without, customerName: 'Aarati Shrestha', planName: 'Explorer', minutes: 0 },
      ],
    })
    expect(await call(findRoomBookings, { ...desk, query: { ...DAY.query, q: 'unknown name' } })).toEqual({
      bookings: [],
    })
    const elsewhere = (await staffAt(app, 'kausimaa')).sent
    expect(await call(findRoomBookings, { ...elsewhere, ...found })).toEqual({ bookings: [] })
    await rejected('invalid', findRoomBookings, { ...desk, query: { ...DAY.query, date: 'tomorrow' } })
  })

  test('lists the confirmed bookings of the day and location only, the newest first', async () => {
    const bookingOn = async (changes: object) => (await paidBooking(app, dayPass(changes))).bookingId
    app.clock.advance(1_000)
    const older = await bookingOn({})
    app.clock.advance(1_000)
    const newer = await bookingOn({})
    await bookingOn({ startDate: '2026-12-09' })
    await bookingOn({ startDate: '2026-12-11' })
    await bookingOn({ locationId: 'kausimaa' })
    const { bookings } = await call(findRoomBookings, { ...desk, ...DAY })
    expect(bookings.map(({ bookingId }) => bookingId)).toEqual([booking.bookingId, newer, older])
    const lastDay = { query: { ...DAY.query, date: '2027-01-09' } }
    expect((await call(findRoomBookings, { ...desk, ...lastDay })).bookings).toMatchObject([
      { bookingId: booking.bookingId },
    ])
    const later = { query: { ...DAY.query, date: '2027-01-10' } }
    expect((await call(findRoomBookings, { ...desk, ...later })).bookings).toEqual([])
  })

  test('are on the day sheet', async () => {
    await reserve(app, booking)
    const { rooms } = await call(readDaySheet, { ...desk, ...DAY })
    expect(rooms).toMatchObject([
      { roomName: 'Walnut room', start: '10:00', booking: { bookingId: booking.bookingId } },
    ])
    expect((await call(readDaySheet, { ...desk, query: { ...DAY.query, date: '2026-12-11' } })).rooms).toEqual([])
  })

  test('names why a day is closed and still lists its reservations', async () => {
    await reserve(app, booking)
    await closed(app, { from: '2026-12-10', reason: 'Tihar' })
    await closed(app, { from: '2026-12-11', reason: 'Udhauli' })
    const day = await call(readRooms, { ...desk, ...DAY })
    expect(day).toMatchObject({ closed: 'Tihar', nextOpenDay: '2026-12-12' })
    expect(day.rooms.map(({ hours, free }) => ({ hours, free }))).toEqual([
      { hours: null, free: [] },
      { hours: null, free: [] },
    ])
    expect(timesOf(day)).toEqual(['walnut-room 10:00–12:00'])
  })

  test('are neither read nor changed from another location', async () => {
    const { reservationId: id } = (await reservedBy(desk, forBooking())).reservations[0] ?? { reservationId: '' }
    const elsewhere = (await staffAt(app, 'kausimaa')).sent
    await rejected('not_found', readRooms, { ...elsewhere, ...DAY })
    await rejected('not_found', reserveRoom, withKey(forBooking({ start: '14:00', end: '15:00' }), elsewhere))
    await rejected('not_found', moveRoomReservation, { ...elsewhere, id, body: roomInput({ date: '2026-12-11' }) })
    await rejected('not_found', releaseRoomReservation, { ...elsewhere, id, body: {} })
    await rejected('invalid', readRooms, { ...desk, query: { ...DAY.query, date: 'tomorrow' } })
    expect(timesOf(await call(readRooms, { ...desk, ...DAY }))).toEqual(['walnut-room 10:00–12:00'])
  })

  describe('a reservation', () => {
    test('uses the minutes of the booking and is recorded in its history', async () => {
      expect(timesOf(await reservedBy(desk, forBooking()))).toEqual(['walnut-room 10:00–12:00'])
      expect(await rows(app.db.read, 'room_balances')).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ booking_id: booking.bookingId, minutes: 360 })]),
      )
      expect((await auditEntries(app)).at(-1)).toMatchObject({
        action: 'room_reserved',
        actor: deskEmail,
        subject: 'booking',
        subject_id: booking.bookingId,
        after: '{"room":"Walnut room","day":"2026-12-10","start":"10:00","end":"12:00"}',
      })
      expect((await rows(app.db.read, 'staff_events')).at(-1)).toMatchObject({
        kind: 'rooms_update',
        subject_id: 'dhobighat-hub',
      })
    })

    test('is made once for each key', async () => {
      const sent = withKey(forBooking(), desk)
      await call(reserveRoom, sent)
      expect(timesOf(await call(reserveRoom, sent))).toHaveLength(1)
      await rejected('idempotency_mismatch', reserveRoom, {
        ...sent,
        body: forBooking({ start: '14:00', end: '15:00' }),
      })
      await rejected('idempotency_missing', reserveRoom, { ...desk, body: forBooking() })
    })

    test('is rejected at a taken time, with the times that are free', async () => {
      await reserve(app, booking)
      const { message } = await rejected('sold_out', reserveRoom, withKey(forBooking({ start: '11:00' }), desk))
      expect(message).toContain('08:00–09:30, 12:30–20:00')
      // The half hour after a reservation stays free.
      await rejected('sold_out', reserveRoom, withKey(forBooking({ start: '12:00', end: '13:00' }), desk))
      expect(await findRoomMistakes(app)).toEqual([])
    })

    test('is rejected without enough minutes, for an unpaid booking and outside its days', async () => {
      const { fields } = await rejected(
        'invalid',
        reserveRoom,
        withKey(forBooking({ start: '08:00', end: '17:00' }), desk),
      )
      expect(fields).toEqual({ minutes: expect.stringMatching(/^This booking has 8 hours left/) })
      const { bookingId } = await placed(app)
      await rejected('wrong_state', reserveRoom, withKey(forBooking({ bookingId }), desk))
      const outside = await rejected('invalid', reserveRoom, withKey(forBooking({ date: '2027-06-10' }), desk))
      expect(outside.fields).toHaveProperty('date')
      await rejected('not_found', reserveRoom, withKey(forBooking({ bookingId: 'BK-1764561600000-ABCD' }), desk))
      expect(await rows(app.db.read, 'room_reservations')).toEqual([])
    })

    test('needs either a booking or a reason', async () => {
      const both = await rejected('invalid', reserveRoom, withKey({ ...forBooking(), ...BLOCK }, manager))
      expect(both.fields).toHaveProperty('bookingId')
      await rejected('invalid', reserveRoom, withKey(roomInput(), manager))
    })

    test('is moved to another room and day, and its minutes move with it', async () => {
      const id = firstId(await reservedBy(desk, forBooking()))
      const to = roomInput({ roomId: WINDOW.id, date: '2026-12-11', start: '09:00', end: '10:00' })
      const day = await call(moveRoomReservation, { ...desk, id, body: to })
      expect(day.date).toBe('2026-12-11')
      expect(timesOf(day)).toEqual(['window-room 09:00–10:00'])
      expect(timesOf(await call(readRooms, { ...desk, ...DAY }))).toEqual([])
      expect(await findRoomMistakes(app)).toEqual([])
      expect((await auditEntries(app)).at(-1)).toMatchObject({
        action: 'room_moved',
        subject_id: booking.bookingId,
        before: '{"room":"Walnut room","day":"2026-12-10","start":"10:00","end":"12:00"}',
        after: '{"room":"Window room","day":"2026-12-11","start":"09:00","end":"10:00"}',
      })
      const [email] = await roomEmails()
      expect(email?.subject).toBe('Your room reservation has changed: Window room, 11 Dec 2026, 09:00–10:00')
      expect(email?.body).toContain('Before: Walnut room, 10 Dec 2026, 10:00–12:00')
    })

    test('moves within its own time, and stays where the new time is taken', async () => {
      const id = firstId(await reservedBy(desk, forBooking()))
      const later = await call(moveRoomReservation, { ...desk, id, body: roomInput({ start: '10:30', end: '12:30' }) })
      await reservedBy(manager, blocking({ roomId: WINDOW.id }))
      const taken = roomInput({ roomId: WINDOW.id, start: '11:00', end: '13:00' })
      await rejected('sold_out', moveRoomReservation, { ...desk, id: firstId(later), body: taken })
      expect(timesOf(await call(readRooms, { ...desk, ...DAY }))).toContain('walnut-room 10:30–12:30')
      expect(await findRoomMistakes(app)).toEqual([])
    })

    test('is released within the last two hours, and its minutes return', async () => {
      const id = firstId(await reservedBy(desk, forBooking()))
      app.clock.set(kathmandu('2026-12-10', '11:30'))
      desk = (await staffAt(app, 'dhobighat-hub')).sent
      expect(timesOf(await call(releaseRoomReservation, { ...desk, id, body: {} }))).toEqual([])
      expect(await rows(app.db.read, 'room_slots')).toEqual([])
      expect(await findRoomMistakes(app)).toEqual([])
      expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'room_released', subject_id: booking.bookingId })
      const subject = 'Your room is no longer reserved: Walnut room, 10 Dec 2026, 10:00–12:00'
      expect(await roomEmails()).toMatchObject([{ recipient: 'aarati@example.com', subject }])
    })

    test('is not changed when it is over, or was changed before', async () => {
      const first = firstId(await reservedBy(desk, forBooking()))
      await call(releaseRoomReservation, { ...desk, id: first, body: {} })
      const released = await rejected('changed_meanwhile', releaseRoomReservation, { ...desk, id: first, body: {} })
      expect(released.message).toMatch(/^This reservation was already moved or released/)
      await rejected('changed_meanwhile', moveRoomReservation, { ...desk, id: first, body: roomInput() })
      const second = firstId(await reservedBy(desk, forBooking()))
      app.clock.set(kathmandu('2026-12-10', '12:00'))
      desk = (await staffAt(app, 'dhobighat-hub')).sent
      await rejected('wrong_state', releaseRoomReservation, { ...desk, id: second, body: {} })
      await rejected('wrong_state', moveRoomReservation, { ...desk, id: second, body: roomInput({ start: '14:00' }) })
      await rejected('not_found', releaseRoomReservation, { ...desk, id: 'unknown', body: {} })
    })

    test('is moved or released once, by several staff members at the same time', async () => {
      const id = firstId(await reservedBy(desk, forBooking()))
      const moves = await atOnce(3, async (index) => {
        const body = roomInput({ date: `2026-12-1${index + 1}` })
        return (await send(moveRoomReservation, { ...desk, id, body })).status
      })
      expect(moves.toSorted()).toEqual([200, 409, 409])
      expect((await rows(app.db.read, 'room_reservations')).filter(({ state }) => state === 'active')).toHaveLength(1)
      expect(await findRoomMistakes(app)).toEqual([])
    })
  })

  describe('a block', () => {
    test('is set, moved and released by managers, and recorded for the room', async () => {
      const id = firstId(await reservedBy(manager, blocking()))
      expect((await auditEntries(app)).at(-1)).toMatchObject({
        action: 'room_blocked',
        actor: managerEmail,
        subject: 'room',
        subject_id: WALNUT.id,
        label: 'Walnut room',
        reason: BLOCK.reason,
      })
      const moved = await call(moveRoomReservation, {
        ...manager,
        id,
        body: roomInput({ start: '13:00', end: '14:00' }),
      })
      expect(moved.reservations).toMatchObject([{ start: '13:00', reason: BLOCK.reason, booking: null }])
      await call(releaseRoomReservation, { ...manager, id: firstId(moved), body: {} })
      expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'room_unblocked', subject_id: WALNUT.id })
      expect(await rows(app.db.read, 'room_minutes')).toEqual([])
      expect(await roomEmails()).toEqual([])
    })

    const blockedDays = async () =>
      (await rows(app.db.read, 'room_reservations'))
        .filter(({ state }) => state === 'active')
        .map(({ day, start_time, end_time }) => `${day} ${start_time}–${end_time}`)
        .toSorted()

    test('covers several days within their hours, without those that are closed', async () => {
      await closed(app, { from: '2026-12-11', reason: 'Tihar' })
      await closed(app, { from: '2026-12-12', reason: 'Short day', hours: { open: '10:00', close: '11:00' } })
      const sent = withKey(blocking({ lastDay: '2026-12-13' }), manager)
      const first = await call(reserveRoom, sent)
      expect(first.date).toBe('2026-12-10')
      await call(reserveRoom, sent)
      expect(await blockedDays()).toEqual([
        '2026-12-10 10:00–12:00',
        '2026-12-12 10:00–11:00',
        '2026-12-13 10:00–12:00',
      ])
      expect((await auditEntries(app)).filter(({ action }) => action === 'room_blocked')).toHaveLength(3)
      await call(releaseRoomReservation, { ...manager, id: firstId(first), body: {} })
      expect(await blockedDays()).toEqual(['2026-12-12 10:00–11:00', '2026-12-13 10:00–12:00'])
      expect(await findRoomMistakes(app)).toEqual([])
    })

    test('is rejected whole where one of its days is taken, and names the times', async () => {
      await reserve(app, booking, { date: '2026-12-12', start: '11:00', end: '13:00' })
      // The half hour after a block stays free too.
      await reserve(app, booking, { date: '2026-12-13', start: '12:00', end: '13:00' })
      const sent = withKey(blocking({ lastDay: '2026-12-14' }), manager)
      const { message } = await rejected('sold_out', reserveRoom, sent)
      expect(message).toContain('Walnut room is taken: 12 Dec 2026, 11:00–13:00; 13 Dec 2026, 12:00–13:00.')
      expect(await blockedDays()).toEqual(['2026-12-12 11:00–13:00', '2026-12-13 12:00–13:00'])
      expect(await findRoomMistakes(app)).toEqual([])
    })

    test('has 1 to 30 days, and a reservation one', async () => {
      const rejectedDay = async (lastDay: string) =>
        (await rejected('invalid', reserveRoom, withKey(blocking({ lastDay }), manager))).fields
      expect(await rejectedDay('2026-12-09')).toEqual({ lastDay: 'The last day cannot be before the first day' })
      expect(await rejectedDay('2027-01-09')).toEqual({ lastDay: 'Choose at most 30 days' })
      expect(await rejectedDay('')).toHaveProperty('lastDay')
      const several = await rejected('invalid', reserveRoom, withKey(forBooking({ lastDay: '2026-12-11' }), desk))
      expect(several.fields).toHaveProperty('lastDay')
      expect(await blockedDays()).toEqual([])
      await reservedBy(manager, blocking({ lastDay: '2027-01-08' }))
      expect(await blockedDays()).toHaveLength(30)
    })

    test('is neither set nor changed by the front desk', async () => {
      await rejected('forbidden', reserveRoom, withKey(blocking(), desk))
      const id = firstId(await reservedBy(manager, blocking()))
      await rejected('forbidden', moveRoomReservation, {
        ...desk,
        id,
        body: roomInput({ start: '13:00', end: '14:00' }),
      })
      await rejected('forbidden', releaseRoomReservation, { ...desk, id, body: {} })
    })

    test('is rejected for an unknown room, a short reason and a reserved time', async () => {
      const unknown = await rejected('invalid', reserveRoom, withKey(blocking({ roomId: 'cellar' }), manager))
      expect(unknown.fields).toHaveProperty('roomId')
      const short = await rejected('invalid', reserveRoom, withKey(blocking({ reason: 'x' }), manager))
      expect(short.fields).toHaveProperty('reason')
      await reserve(app, booking)
      await rejected('sold_out', reserveRoom, withKey(blocking(), manager))
    })
  })
})
