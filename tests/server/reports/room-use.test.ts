import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { SLOT_MINUTES } from '#domain/room.ts'
import { computeStats } from '#server/reports/stats.ts'
import { blockRoom } from '#server/rooms/blocks.ts'
import { describeOnEachEngine, MINUTE, rows } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { granted, type Placed } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { planOf } from '../../support/query-plan.ts'
import { cancelRoom, ROOMS, reserve, roomInput, WALNUT, WINDOW } from '../../support/rooms.ts'
import { someStaff } from '../../support/staff-accounts.ts'

const OWNER = { role: 'owner', workplaces: null } as const
const DAY = roomInput().date as IsoDate

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

describeOnEachEngine('the use of rooms on %s', (app, engine) => {
  beforeEach(() => {
    app.rooms = ROOMS
  })

  const read = async (from: string = DAY, to: string = from, location?: string) =>
    granted(await computeStats(app, OWNER, { from, to, ...(location && { location }) })).rooms
  const minutesOf = async (from?: string, to?: string) =>
    Object.fromEntries((await read(from, to)).map(({ roomId, minutes }) => [roomId, minutes]))

  test('is the minutes that bookings reserve, of those in which each meeting room can be booked', async () => {
    const booking = await paidBooking(app)
    granted(await reserve(app, booking))
    granted(await reserve(app, booking, { roomId: WINDOW.id, start: '16:00', end: '16:30' }))
    const dhobighat = { locationId: 'dhobighat-hub' }
    expect(await read(DAY, DAY, 'dhobighat-hub')).toEqual([
      { ...dhobighat, roomId: WALNUT.id, name: WALNUT.name, minutes: 120, bookable: 12 * 60 },
      { ...dhobighat, roomId: WINDOW.id, name: WINDOW.name, minutes: 30, bookable: 16 * 60 },
    ])
    expect((await read()).map(({ roomId }) => roomId)).toEqual([WALNUT.id, WINDOW.id, 'ridge-room'])
  })

  test('leaves out other days, cancelled reservations and blocks', async () => {
    const booking = await paidBooking(app)
    const { rooms } = granted(await reserve(app, booking))
    granted(await reserve(app, booking, { date: addDays(DAY, 1) }))
    granted(await cancelRoom(app, booking, rooms?.list[0]?.reservationId ?? ''))
    const { id: staffId } = await someStaff(app)
    const block = { ...roomInput(), date: DAY }
    await app.db.write((db) =>
      blockRoom(app, db, 'dhobighat-hub', block, { reason: 'Painting', blockId: null, staffId }),
    )
    expect(await rows(app.db.read, 'room_reservations')).toHaveLength(3)
    expect(await minutesOf()).toMatchObject({ [WALNUT.id]: 0 })
    expect(await minutesOf(DAY, addDays(DAY, 1))).toMatchObject({ [WALNUT.id]: 120 })
  })

  test('counts a long range from the first booking on', async () => {
    await paidBooking(app)
    const first = kathmanduDate(app.now())
    const all = await read(first, addDays(first, 99), 'dhobighat-hub')
    expect(await read(addDays(first, -100), addDays(first, 99), 'dhobighat-hub')).toEqual(all)
  })

  test('has no bookable minutes on a closed day, and those of other hours', async () => {
    await closed(app, { from: DAY, locationId: 'dhobighat-hub' })
    await closed(app, { from: addDays(DAY, 1), locationId: 'dhobighat-hub', hours: { open: '10:00', close: '12:00' } })
    const bookable = async (to: string) => (await read(DAY, to, 'dhobighat-hub')).map((room) => room.bookable)
    expect(await bookable(DAY)).toEqual([0, 0])
    expect(await bookable(addDays(DAY, 1))).toEqual([120, 120])
  })

  test('equals the half hours in use after any order of reservations and cancellations', { tags: 'long' }, async () => {
    const step = fc.record({
      roomId: fc.constantFrom(WALNUT.id, WINDOW.id),
      day: fc.nat(3),
      first: fc.integer({ min: 9, max: 18 }),
      length: fc.integer({ min: 1, max: 2 }),
      cancels: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), fc.nat(3), async (steps, length) => {
        await app.empty()
        app.rooms = ROOMS
        const bookings: Placed[] = [await paidBooking(app), await paidBooking(app)]
        for (const [index, { roomId, day, first, length, cancels }] of steps.entries()) {
          app.clock.advance(MINUTE)
          const booking = bookings[index % 2] as Placed
          const time = { start: formatHour(first), end: formatHour(first + length) }
          const reserved = await reserve(app, booking, { roomId, date: addDays(DAY, day), ...time })
          const added = reserved.ok && reserved.value.rooms?.list.at(-1)
          if (added && cancels) granted(await cancelRoom(app, booking, added.reservationId))
        }
        const to = addDays(DAY, length)
        const slots = await rows(app.db.read, 'room_slots')
        const counted = slots.filter((slot) => !slot.is_buffer && slot.day >= DAY && slot.day <= to)
        const sum = (await read(DAY, to)).reduce((total, { minutes }) => total + minutes, 0)
        expect(sum).toBe(SLOT_MINUTES * counted.length)
      }),
      { numRuns: 6 },
    )
  })

  test.runIf(engine === 'sqlite')('is read by location and day', async () => {
    expect(await planOf(app, 'room_reservations', () => read())).toContain(
      'room_reservations_by_day (location_id=? AND day',
    )
  })
})
