import { beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { getPaymentSecret } from '#server/bookings/access.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { readRoomAvailability } from '#server/rooms/day.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, kathmandu, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { bookingRow, dayPass, failureOf, granted, newKey, order, type Placed, placed } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { cancelRoom, findRoomMistakes, ROOMS, type RoomInput, reserve, WALNUT, WINDOW } from '../../support/rooms.ts'

describeOnEachEngine('rooms on %s', (app) => {
  let booking: Placed
  beforeEach(async () => {
    app.rooms = ROOMS
    booking = await paidBooking(app)
  })

  async function availability(date = '2026-12-10', location = 'dhobighat-hub') {
    const { rooms } = granted(await readRoomAvailability(app, { location, date }))
    return Object.fromEntries(rooms.map(({ id, free }) => [id, free.map(({ start, end }) => `${start}–${end}`)]))
  }
  const fieldsOf = async (changes: Partial<RoomInput>) =>
    (await rejection(app, () => reserve(app, booking, changes))).fields

  describe('availability', () => {
    test('lists the meeting rooms of a location with their price and free times', async () => {
      const { rooms } = granted(await readRoomAvailability(app, { location: 'dhobighat-hub', date: '2026-12-10' }))
      expect(rooms).toEqual([
        {
          id: WALNUT.id,
          name: 'Walnut room',
          seats: 8,
          pricePerHour: 80_000,
          free: [{ start: '08:00', end: '20:00' }],
        },
        {
          id: WINDOW.id,
          name: 'Window room',
          seats: 4,
          pricePerHour: 80_000,
          free: [{ start: '06:00', end: '22:00' }],
        },
      ])
      expect(await availability('2026-12-10', 'kausimaa')).toEqual({ 'ridge-room': ['10:00–18:00'] })
    })

    test('leaves out reservations, closed days and what has passed', async () => {
      granted(await reserve(app, booking))
      expect(await availability()).toEqual({
        [WALNUT.id]: ['08:00–09:30', '12:30–20:00'],
        [WINDOW.id]: ['06:00–22:00'],
      })
      await closed(app, { from: '2026-12-11' })
      await closed(app, { from: '2026-12-12', hours: { open: '10:00', close: '16:00' } })
      expect((await availability('2026-12-11'))[WALNUT.id]).toEqual([])
      expect((await availability('2026-12-12'))[WALNUT.id]).toEqual(['10:00–16:00'])
      expect((await availability('2026-11-30'))[WALNUT.id]).toEqual([])
    })

    test('rejects an unknown location and an invalid date', async () => {
      const read = async (location: string, date: string) =>
        failureOf(await readRoomAvailability(app, { location, date })).fields
      expect(await read('nowhere', '2026-12-10')).toHaveProperty('location')
      expect(await read('kausimaa', '10 December')).toHaveProperty('date')
    })
  })

  test('are reserved with a booking, which lists them and the minutes left', async () => {
    const { rooms } = granted(await reserve(app, booking))
    expect(rooms).toEqual({
      list: [
        {
          reservationId: expect.any(String),
          roomId: WALNUT.id,
          roomName: 'Walnut room',
          date: '2026-12-10',
          start: '10:00',
          end: '12:00',
          canCancel: true,
        },
      ],
      balance: { included: [{ from: '2026-12-10', to: '2027-01-09', minutes: 480, left: 360 }], bought: 0 },
      until: '2026-12-31',
    })
    const [entry] = (await auditEntries(app)).filter(({ action }) => action === 'room_reserved')
    expect(entry).toMatchObject({ actor: 'customer', subject: 'booking', subject_id: booking.bookingId })
    const events = (await rows(app.db.read, 'staff_events')).filter(({ kind }) => kind === 'rooms_update')
    expect(events.map(({ subject_id }) => subject_id)).toEqual(['dhobighat-hub'])
    expect(await findRoomMistakes(app)).toEqual([])
  })

  test('are not listed where a location has none, or for a payment link', async () => {
    const secret = getPaymentSecret(app, await bookingRow(app, booking.bookingId))
    expect(granted(await readBooking(app, booking.bookingId, secret)).rooms).toBeUndefined()
    app.rooms = []
    expect(granted(await readBooking(app, booking.bookingId, booking.secret)).rooms).toBeUndefined()
  })

  test('use included minutes first, then those bought with the booking', async () => {
    const team = await paidBooking(app, order({ meetingRoomHours: 3 }))
    granted(await reserve(app, team, { start: '08:00', end: '15:30', roomId: WINDOW.id }))
    const { rooms } = granted(await reserve(app, team, { start: '16:00', end: '18:00' }))
    expect(rooms?.balance).toEqual({
      included: [{ from: '2026-12-10', to: '2027-01-09', minutes: 480, left: 0 }],
      bought: 90,
    })
    expect(await findRoomMistakes(app)).toEqual([])
  })

  test('name the included minutes before the first day that can be reserved', async () => {
    const team = await paidBooking(app, order({ startDate: '2027-02-01', seats: 3 }))
    const { rooms } = granted(await readBooking(app, team.bookingId, team.secret))
    expect(rooms).toMatchObject({
      balance: { included: [{ from: '2027-02-01', to: '2027-02-28', minutes: 1_440, left: 1_440 }] },
      until: null,
    })
  })

  test('of another month use the minutes of that month', async () => {
    const long = await paidBooking(app, order({ endDate: '2027-02-09' }))
    app.clock.set(kathmandu('2027-01-05', '10:00'))
    granted(await reserve(app, long, { date: '2027-01-06', end: '18:00' }))
    const { rooms } = granted(await reserve(app, long, { date: '2027-01-11' }))
    expect(rooms?.balance.included.map(({ from, left }) => [from, left])).toEqual([
      ['2026-12-10', 0],
      ['2027-01-10', 360],
    ])
    const { fields } = failureOf(await reserve(app, long, { date: '2027-01-12', end: '18:00' }))
    expect(fields).toEqual({ minutes: 'You have 6 hours left for 10 Jan – 9 Feb 2027. Choose a shorter time' })
  })

  test('are rejected with the minutes left', async () => {
    app.clock.set(kathmandu('2026-12-10', '07:00'))
    granted(await reserve(app, booking, { start: '08:00', end: '15:00' }))
    const tooLong = { roomId: WINDOW.id, date: '2026-12-11' }
    expect(await fieldsOf(tooLong)).toEqual({ minutes: 'You have 1 hour left this month. Choose a shorter time' })
    granted(await reserve(app, booking, { ...tooLong, end: '11:00' }))
    expect(await fieldsOf({ ...tooLong, date: '2026-12-12' })).toEqual({
      minutes: 'You have no hours left this month. Buy more hours first',
    })
    const pass = await paidBooking(app, dayPass())
    const rejected = await rejection(app, () => reserve(app, pass, { start: '17:00', end: '18:00' }))
    expect(rejected).toMatchObject({
      code: 'invalid',
      fields: { minutes: 'You have no hours left. Buy more hours first' },
    })
  })

  test('are rejected with what is free when they are taken', async () => {
    granted(await reserve(app, booking))
    const other = await paidBooking(app)
    const taken = async (start: string, end: string) =>
      (await rejection(app, () => reserve(app, other, { start, end }))).code
    for (const [start, end] of [
      ['11:30', '13:00'],
      ['12:00', '13:00'],
      ['09:00', '10:00'],
      ['10:30', '11:00'],
    ] as const)
      expect(await taken(start, end), `${start}–${end}`).toBe('sold_out')
    expect(failureOf(await reserve(app, other)).message).toBe(
      'Walnut room is not free at this time. Free on 10 Dec 2026: 08:00–09:30, 12:30–20:00.',
    )
    granted(await reserve(app, other, { start: '12:30', end: '13:00' }))
    granted(await reserve(app, other, { start: '09:00', end: '09:30' }))
  })

  test.each<[string, Partial<RoomInput>, keyof RoomInput]>([
    ['an unknown room', { roomId: 'nowhere' }, 'roomId'],
    ['a room of another location', { roomId: 'ridge-room' }, 'roomId'],
    ['a phone booth', { roomId: 'booth' }, 'roomId'],
    ['no date', { date: '2026-13-01' }, 'date'],
    ['a day before the booking', { date: '2026-12-09' }, 'date'],
    ['a day more than 30 days ahead', { date: '2027-01-01' }, 'date'],
    ['a quarter of an hour', { start: '10:15' }, 'start'],
    ['no time', { end: '25:00' }, 'end'],
    ['an end before the start', { end: '09:00' }, 'end'],
    ['the start as its end', { end: '10:00' }, 'end'],
    ['a time before the bookable hours', { start: '07:30' }, 'start'],
    ['a time after the bookable hours', { start: '19:00', end: '20:30' }, 'start'],
  ])('are rejected for %s', async (_, changes, field) => {
    expect(Object.keys((await fieldsOf(changes)) ?? {})).toEqual([field])
  })

  test('are rejected after the booking, on a closed day and in the past', async () => {
    app.clock.set(kathmandu('2026-12-20', '12:00'))
    expect(await fieldsOf({ date: '2027-01-10' })).toEqual({
      date: 'Choose a day of this booking: 10 Dec 2026 – 9 Jan 2027',
    })
    expect(await fieldsOf({ date: '2026-12-20' })).toEqual({ start: 'This time has passed. Choose a later time' })
    await closed(app, { from: '2026-12-21' })
    expect(await fieldsOf({ date: '2026-12-21' })).toEqual({ date: 'Closed on 21 Dec 2026: Tihar. Choose another day' })
  })

  test('are rejected before a booking is confirmed', async () => {
    const held = await placed(app)
    await expectNothingStored(app, async () => expect(codeOf(await reserve(app, held))).toBe('wrong_state'))
    expect(granted(await readBooking(app, held.bookingId, held.secret)).rooms).toMatchObject({ until: null })
  })

  test('are reserved once per idempotency key', async () => {
    const key = newKey()
    const responses = await atOnce(4, () => reserve(app, booking, {}, key))
    for (const response of responses) expect(granted(response).rooms?.list).toHaveLength(1)
    expect(codeOf(await reserve(app, booking, { end: '13:00' }, key))).toBe('idempotency_mismatch')
    expect(await rows(app.db.read, 'room_reservations')).toHaveLength(1)
  })

  test('never use more minutes than there are in concurrent requests', async () => {
    const outcomes = await atOnce(5, (index) =>
      reserve(app, booking, { roomId: WINDOW.id, date: `2026-12-1${index}` as IsoDate, end: '13:00' }),
    )
    expect(outcomes.map(codeOf).toSorted()).toEqual(['invalid', 'invalid', 'invalid', 'ok', 'ok'])
    expect(await findRoomMistakes(app)).toEqual([])
  })

  describe('cancelled', () => {
    let reservationId: string
    beforeEach(async () => {
      reservationId = granted(await reserve(app, booking)).rooms?.list[0]?.reservationId ?? ''
    })

    test('return their minutes and become free', async () => {
      const key = newKey()
      const { rooms } = granted(await cancelRoom(app, booking, reservationId, key))
      expect(rooms).toMatchObject({ list: [], balance: { included: [{ left: 480 }] } })
      granted(await cancelRoom(app, booking, reservationId, key))
      expect((await availability())[WALNUT.id]).toEqual(['08:00–20:00'])
      expect((await auditEntries(app)).filter(({ action }) => action === 'room_released')).toHaveLength(1)
      expect(await findRoomMistakes(app)).toEqual([])
      expect((await rejection(app, () => cancelRoom(app, booking, reservationId))).code).toBe('wrong_state')
      granted(await reserve(app, booking))
    })

    test('until two hours before the start', async () => {
      app.clock.set(kathmandu('2026-12-10', '08:00') + 1)
      expect((await rejection(app, () => cancelRoom(app, booking, reservationId))).code).toBe('wrong_state')
      expect(granted(await readBooking(app, booking.bookingId, booking.secret)).rooms?.list[0]?.canCancel).toBe(false)
      app.clock.set(kathmandu('2026-12-10', '08:00'))
      granted(await cancelRoom(app, booking, reservationId))
    })

    test('only by the secret of their booking', async () => {
      const other = await paidBooking(app)
      expect((await rejection(app, () => cancelRoom(app, other, reservationId))).code).toBe('not_found')
      const stranger = { ...booking, secret: other.secret }
      expect((await rejection(app, () => cancelRoom(app, stranger, reservationId))).code).toBe('not_found')
      expect((await rejection(app, () => reserve(app, stranger))).code).toBe('not_found')
    })

    test('once in concurrent requests', async () => {
      const outcomes = await atOnce(4, () => cancelRoom(app, booking, reservationId))
      expect(outcomes.map(codeOf).toSorted()).toEqual(['ok', 'wrong_state', 'wrong_state', 'wrong_state'])
      expect(await findRoomMistakes(app)).toEqual([])
    })
  })
})
