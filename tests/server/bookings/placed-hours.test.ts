import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, HOUR, rows } from '../../support/app.ts'
import { miscountedDays } from '../../support/moves.ts'
import {
  dayPass,
  failureOf,
  granted,
  newKey,
  type Order,
  order,
  type Placed,
  placed,
  seatsTaken,
  transitionTo,
} from '../../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter } from '../../support/outcomes.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { buyOwn } from '../../support/room-hours.ts'
import { findRoomMistakes, ROOMS, reserve, WALNUT, WINDOW } from '../../support/rooms.ts'

const ROOM = { roomId: WALNUT.id, start: '10:00', end: '12:00' }
/** A day pass on 10 December 2026 with the Walnut room from 10:00 to 12:00. */
const withRoom = (changes: Partial<Order> = {}): Order => dayPass({ meetingRoomHours: 2, rooms: [ROOM], ...changes })

describeOnEachEngine('room hours of a new booking on %s', (app) => {
  beforeEach(() => {
    app.rooms = ROOMS
  })
  afterEach(async () => {
    expect(await miscountedDays(app)).toEqual([])
    expect(await findRoomMistakes(app)).toEqual([])
  })

  const place = (sent: Order, key = newKey()) => createBooking(app, sent, key)
  const roomsOf = async ({ bookingId, secret }: Placed) => granted(await readBooking(app, bookingId, secret)).rooms

  describe('with a chosen room', () => {
    test('take the room with the seat, at the price of the hours', async () => {
      const booking = await placed(app, withRoom())
      expect(booking.lines.at(-1)).toMatchObject({ id: 'meeting-room-hours', quantity: 2 })
      const room = { roomName: 'Walnut room', date: '2026-12-10', start: '10:00', end: '12:00' }
      expect(await roomsOf(booking)).toMatchObject({ list: [room], balance: { bought: 0 }, until: null })
      expect(codeOf(await reserve(app, await paidBooking(app, dayPass({ meetingRoomHours: 2 }))))).toBe('sold_out')
    })

    test('reserve once when the request is repeated', async () => {
      const key = newKey()
      const first = granted(await place(withRoom(), key))
      expect(granted(await place(withRoom(), key))).toEqual(first)
      expect(failureOf(await place(dayPass(), key)).code).toBe('idempotency_mismatch')
      expect(await rows(app.db.read, 'room_reservations')).toHaveLength(1)
    })

    test('keep what a half hour leaves', async () => {
      const booking = await placed(app, withRoom({ rooms: [{ ...ROOM, end: '11:30' }] }))
      expect((await roomsOf(booking))?.balance.bought).toBe(30)
    })

    test('take several rooms', async () => {
      const rooms = [ROOM, { roomId: WINDOW.id, start: '12:00', end: '13:00' }]
      const booking = await placed(app, withRoom({ meetingRoomHours: 3, rooms }))
      expect((await roomsOf(booking))?.list.map(({ roomId }) => roomId)).toEqual([WALNUT.id, WINDOW.id])
    })

    test('stay reserved when the booking is confirmed', async () => {
      const payment = await started(app, withRoom())
      await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
      expect(await roomsOf(payment)).toMatchObject({ list: [ROOM], balance: { bought: 0 }, until: '2026-12-10' })
    })

    test('release it when the hold expires, and return the hours with late money', async () => {
      const payment = await started(app, withRoom())
      await settle(app, payment.paymentId, { kind: 'ended', as: 'expired', reason: 'time' }, 'lookup')
      await runAfter(app, 2 * HOUR, expireBookings)
      expect(await roomsOf(payment)).toMatchObject({ list: [], balance: { bought: 120 } })
      await placed(app, withRoom())
      await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
      expect(await roomsOf(payment)).toMatchObject({ list: [], balance: { bought: 120 }, until: '2026-12-10' })
    })

    test('release it once when the booking is cancelled twice', async () => {
      const booking = await placed(app, withRoom())
      const ends = await atOnce(2, () => transitionTo(app, booking.bookingId, 'cancelled').catch(() => 'ended'))
      expect(ends).toContain(undefined)
      expect(await roomsOf(booking)).toMatchObject({ list: [], balance: { bought: 120 } })
    })

    test('free the room of a hold that they replace', async () => {
      const { bookingId, secret } = await placed(app, withRoom())
      const booking = await placed(app, withRoom({ replaces: { bookingId, secret } }))
      expect((await roomsOf(booking))?.list).toHaveLength(1)
    })

    test.each<[string, Partial<Order>, Record<string, RegExp>]>([
      ['an unknown room', { rooms: [{ ...ROOM, roomId: 'attic' }] }, { 'rooms.0': /^Choose a meeting room/ }],
      ['a phone booth', { rooms: [{ ...ROOM, roomId: 'booth' }] }, { 'rooms.0': /^Choose a meeting room/ }],
      ['a room elsewhere', { rooms: [{ ...ROOM, roomId: 'ridge-room' }] }, { 'rooms.0': /^Choose a meeting room/ }],
      ['a time outside its hours', { rooms: [ROOM, { ...ROOM, end: '21:00' }] }, { 'rooms.1': /from 08:00 to 20:00/ }],
      ['a quarter of an hour', { rooms: [{ ...ROOM, end: '10:45' }] }, { 'rooms.0': /full or half hour/ }],
      ['fewer hours than its length', { meetingRoomHours: 1 }, { meetingRoomHours: /length of the chosen rooms/ }],
      ['more hours than its length', { meetingRoomHours: 3 }, { meetingRoomHours: /length of the chosen rooms/ }],
      ['a longer plan', { planId: 'professional' }, { 'rooms.0': /with a day pass only/ }],
    ])('are rejected for %s', async (_, changes, fields) => {
      const failure = await rejection(app, () => place(withRoom(changes)))
      expect(failure.code).toBe('invalid')
      expect(failure.fields).toEqual(
        Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, expect.stringMatching(text)])),
      )
    })

    test('are rejected for a taken room, which they name, and take no seat', async () => {
      await placed(app, withRoom())
      const rooms = [
        { roomId: WINDOW.id, start: '10:00', end: '11:00' },
        { ...ROOM, start: '11:00' },
      ]
      const failure = await rejection(app, () => place(withRoom({ rooms })))
      const text = 'Walnut room is not free at this time. Free on 10 Dec 2026: 08:00–09:30, 12:30–20:00.'
      expect(failure).toEqual({ code: 'sold_out', message: text, fields: { 'rooms.1': text } })
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
    })

    test('go to one of two bookings at the same time', async () => {
      const outcomes = await atOnce(4, () => place(withRoom()))
      expect(outcomes.map(codeOf).toSorted()).toEqual(['ok', 'sold_out', 'sold_out', 'sold_out'])
      expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
    })
  })

  describe('without a room', () => {
    beforeEach(() => {
      // Open from 08:00 to 20:00.
      app.rooms = [{ ...WALNUT, bufferMinutes: 0 }]
    })

    test('are limited on a day pass to what is free on its day', async () => {
      const failure = await rejection(app, () => place(dayPass({ meetingRoomHours: 13 })))
      expect(failure).toMatchObject({
        code: 'invalid',
        fields: { meetingRoomHours: expect.stringContaining('12 hours') },
      })
      const booking = await paidBooking(app, dayPass({ meetingRoomHours: 12 }))
      expect((await roomsOf(booking))?.balance.bought).toBe(720)
      expect(failureOf(await place(dayPass({ meetingRoomHours: 1 }))).fields?.meetingRoomHours).toContain(
        'No meeting room',
      )
      await placed(app, dayPass({ meetingRoomHours: 1, startDate: '2026-12-11' }))
      // A room that is reserved from them counts once.
      granted(await reserve(app, booking))
      expect(codeOf(await place(dayPass({ meetingRoomHours: 1 })))).toBe('invalid')
      await transitionTo(app, booking.bookingId, 'cancelled')
      await placed(app, dayPass({ meetingRoomHours: 12 }))
    })

    test('count rooms of longer plans as used, and not the hours that these have still to use', async () => {
      const member = await paidBooking(app)
      await placed(app, dayPass({ meetingRoomHours: 2 }))
      granted(await reserve(app, member))
      expect(failureOf(await place(dayPass({ meetingRoomHours: 9 }))).fields?.meetingRoomHours).toContain('8 hours')
      await placed(app, dayPass({ meetingRoomHours: 8 }))
    })

    test('are limited when they are bought later', async () => {
      const booking = await paidBooking(app, dayPass({ meetingRoomHours: 10 }))
      const failure = await rejection(app, () => buyOwn(app, booking, 3))
      expect(failure).toMatchObject({
        code: 'invalid',
        fields: { hours: expect.stringContaining('only 2 hours left') },
      })
      granted(await buyOwn(app, booking, 2))
      // Its own open purchase is replaced, and counts for others.
      granted(await buyOwn(app, booking, 2))
      expect(codeOf(await buyOwn(app, await paidBooking(app, dayPass()), 1))).toBe('invalid')
      expect(codeOf(await place(dayPass({ meetingRoomHours: 1 })))).toBe('invalid')
      await runAfter(app, HOUR, expireChanges)
      await placed(app, dayPass({ meetingRoomHours: 2 }))
    })

    test('are sold once to day passes that buy them at the same time', async () => {
      const bookings = [await paidBooking(app, dayPass()), await paidBooking(app, dayPass())]
      const outcomes = await Promise.all(bookings.map((booking) => buyOwn(app, booking, 7)))
      expect(outcomes.map(codeOf).toSorted()).toEqual(['invalid', 'ok'])
    })

    test('are sold once to bookings at the same time', async () => {
      const outcomes = await atOnce(3, () => place(dayPass({ meetingRoomHours: 7 })))
      expect(outcomes.map(codeOf).toSorted()).toEqual(['invalid', 'invalid', 'ok'])
    })

    test('are limited on longer plans to 2 hours for each day', async () => {
      const failure = await rejection(app, () => place(order({ billing: 'weekly', meetingRoomHours: 15 })))
      expect(failure).toMatchObject({
        code: 'invalid',
        fields: { meetingRoomHours: expect.stringContaining('2 meeting-room hours for each day') },
      })
      const booking = await paidBooking(app, order({ billing: 'weekly', meetingRoomHours: 14 }))
      expect((await roomsOf(booking))?.balance.bought).toBe(840)
    })

    test('are rejected at a location without meeting rooms', async () => {
      app.rooms = app.rooms.map((room) => ({ ...room, kind: 'phone_booth' }))
      for (const sent of [order({ meetingRoomHours: 1 }), dayPass({ meetingRoomHours: 1 })])
        expect((await rejection(app, () => place(sent))).fields?.meetingRoomHours).toContain('no meeting room')
    })
  })
})
