import {
  findRoomBookings,
  moveRoomReservation,
  readRooms,
  releaseRoomBlock,
  releaseRoomReservation,
  reserveRoom,
} from '#contract/admin/rooms.ts'
import { reserveRoomByStaff } from '#server/desk/room-changes.ts'
import type { TestApp } from '../../support/app.ts'
import { granted, newKey } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import type { Sent } from '../../support/requests.ts'
import { ROOMS, roomInput } from '../../support/rooms.ts'
import { staffMember } from '../../support/staff-member.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(readRooms, { query: { location: 'dhobighat-hub', date: '2026-12-10' } }),
  validCall(findRoomBookings, { query: { location: 'dhobighat-hub', date: '2026-12-10' } }),
  validCall(reserveRoom, async (app) => ({ body: await roomForBooking(app) })),
  validCall(moveRoomReservation, async (app) => ({
    ...(await someReservation(app)),
    body: roomInput({ end: '13:00' }),
  })),
  validCall(releaseRoomReservation, someReservation),
  validCall(releaseRoomBlock, async (app) => ({ id: await someBlock(app), body: { date: '2026-12-10' } })),
]

async function roomForBooking(app: TestApp) {
  app.rooms = ROOMS
  const { bookingId } = await paidBooking(app)
  return { bookingId, ...roomInput() }
}

async function someBlock(app: TestApp): Promise<string> {
  app.rooms = ROOMS
  const request = { ...roomInput(), reason: 'Painting', lastDay: '2026-12-11' }
  const { reservations } = granted(await reserveRoomByStaff(app, await staffMember(app, 'manager'), request, newKey()))
  return reservations[0]?.block?.blockId ?? ''
}

async function someReservation(app: TestApp): Promise<Sent> {
  const { reservations } = granted(
    await reserveRoomByStaff(app, await staffMember(app), await roomForBooking(app), newKey()),
  )
  return { id: reservations[0]?.reservationId ?? '', body: {} }
}
