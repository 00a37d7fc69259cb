import { beforeEach, expect, test } from 'vitest'
import {
  findRoomBookings,
  moveRoomReservation,
  readRooms,
  releaseRoomBlock,
  releaseRoomReservation,
  reserveRoom,
} from '#contract/admin/rooms.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Role } from '#domain/staff.ts'
import { auditEntries, describeOnEachEngine, kathmandu, rows, type TestApp } from '../../support/app.ts'
import { dayPass } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { call, rejected, type Sent, withKey } from '../../support/requests.ts'
import { findRoomMistakes, ROOMS, roomInput, WINDOW } from '../../support/rooms.ts'
import { signedInBrowser } from '../../support/staff-accounts.ts'
import { staffMember } from '../../support/staff-member.ts'

const DAY = { location: 'dhobighat-hub', date: '2026-12-10' }

const staffAt = async (app: TestApp, location: string, role: Role = 'manager'): Promise<Sent> =>
  (await signedInBrowser(app, (await staffMember(app, role, [location])).email)).sent

describeOnEachEngine('a block of several days on %s', (app) => {
  let manager: Sent
  beforeEach(async () => {
    app.rooms = ROOMS
    manager = await staffAt(app, 'dhobighat-hub')
  })

  const block = (changes: object = {}) =>
    call(reserveRoom, withKey({ ...roomInput(), reason: 'Painting', ...changes }, manager))
  const readDay = (date: string) => call(readRooms, { ...manager, query: { ...DAY, date } })
  const first = ({ reservations }: Output<typeof readRooms>) => {
    const [reservation] = reservations
    if (!reservation) throw new Error('no reservation')
    return reservation
  }
  const idOf = (day: Output<typeof readRooms>): string => first(day).block?.blockId ?? ''
  const countActive = async () =>
    (await rows(app.db.read, 'room_reservations')).filter(({ state }) => state === 'active').length

  test('names how many of its days are not over, without those that were released', async () => {
    const day = await block({ lastDay: '2026-12-14' })
    expect(first(day).block).toEqual({ blockId: expect.any(String), days: 5 })
    await call(releaseRoomReservation, { ...manager, id: first(day).reservationId, body: {} })
    expect(first(await readDay('2026-12-11')).block?.days).toBe(4)
    app.clock.set(kathmandu('2026-12-11', '12:00'))
    manager = await staffAt(app, 'dhobighat-hub')
    expect(first(await readDay('2026-12-14')).block?.days).toBe(3)
  })

  test('is no block of several days with one', async () => {
    expect(first(await block()).block).toBeNull()
  })

  test('is released at once, and each day is recorded', async () => {
    const day = await block({ lastDay: '2026-12-14' })
    await block({ roomId: WINDOW.id })
    const id = idOf(day)
    const after = await call(releaseRoomBlock, { ...manager, id, body: { date: '2026-12-10' } })
    expect(after.reservations.map(({ roomId }) => roomId)).toEqual([WINDOW.id])
    expect(await countActive()).toBe(1)
    expect((await auditEntries(app)).filter(({ action }) => action === 'room_unblocked')).toHaveLength(5)
    expect(await findRoomMistakes(app)).toEqual([])
    await rejected('changed_meanwhile', releaseRoomBlock, { ...manager, id, body: { date: '2026-12-10' } })
  })

  test('includes a day that was moved, and keeps those that are over', async () => {
    const day = await block({ lastDay: '2026-12-12' })
    const to = roomInput({ roomId: WINDOW.id, date: '2026-12-11', start: '15:00', end: '16:00' })
    const id = first(await readDay('2026-12-12')).reservationId
    await call(moveRoomReservation, { ...manager, id, body: to })
    app.clock.set(kathmandu('2026-12-10', '12:00'))
    manager = await staffAt(app, 'dhobighat-hub')
    await call(releaseRoomBlock, { ...manager, id: idOf(day), body: { date: '2026-12-10' } })
    expect((await rows(app.db.read, 'room_reservations')).filter(({ state }) => state === 'active')).toMatchObject([
      { day: '2026-12-10' },
    ])
  })

  test('is released by managers of its location only', async () => {
    const id = idOf(await block({ lastDay: '2026-12-14' }))
    const body = { date: '2026-12-10' }
    await rejected('forbidden', releaseRoomBlock, { ...(await staffAt(app, 'dhobighat-hub', 'desk')), id, body })
    await rejected('not_found', releaseRoomBlock, { ...manager, id: 'unknown', body })
    await rejected('invalid', releaseRoomBlock, { ...manager, id, body: { date: 'tomorrow' } })
    expect(await countActive()).toBe(5)
  })
})

describeOnEachEngine('the bookings that a room can be reserved for on %s', (app) => {
  test('begin with those that have hours left, however many newer ones have none', async () => {
    app.rooms = ROOMS
    const { bookingId } = await paidBooking(app)
    for (let index = 0; index < 7; index++) {
      app.clock.advance(1_000)
      await paidBooking(app, dayPass())
    }
    const desk = await staffAt(app, 'dhobighat-hub', 'desk')
    const { bookings } = await call(findRoomBookings, { ...desk, query: DAY })
    expect(bookings).toHaveLength(6)
    expect(bookings[0]).toMatchObject({ bookingId, minutes: 480 })
  })
})
