import { cancelOwnRoom, readRoomAvailability, reserveOwnRoom } from '#contract/rooms.ts'
import type { TestApp } from '../../support/app.ts'
import { granted } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { ROOMS, reserve, roomInput } from '../../support/rooms.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(readRoomAvailability, async (app) => {
    app.rooms = ROOMS
    return { query: { location: 'dhobighat-hub', date: '2026-12-10' } }
  }),
  validCall(reserveOwnRoom, async (app) => {
    const { bookingId: id, secret } = await bookingWithRooms(app)
    return { id, secret, body: roomInput() }
  }),
  validCall(cancelOwnRoom, async (app) => {
    const booking = await bookingWithRooms(app)
    const { rooms } = granted(await reserve(app, booking))
    return { id: booking.bookingId, secret: booking.secret, child: rooms?.list[0]?.reservationId ?? '' }
  }),
]

function bookingWithRooms(app: TestApp) {
  app.rooms = ROOMS
  return paidBooking(app)
}
