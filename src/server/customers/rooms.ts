import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { ROOM_MESSAGES } from '#contract/room-messages.ts'
import type { reserveOwnRoom as reserveOwnRoomCall } from '#contract/rooms.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { MAX_ROOM_DAYS_AHEAD } from '#domain/room.ts'
import type { App } from '../app.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { describeReservation } from '../rooms/describe-reservation.ts'
import { releaseReservation, reserveRoom } from '../rooms/reservations.ts'
import { canCancelRoom } from '../rooms/view.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

export function reserveOwnRoom(app: App, own: OwnBooking, input: Input<typeof reserveOwnRoomCall>, key: string) {
  const request = toIdempotentRequest(key, ['reserve room', own.id, input])
  return runCustomerAction(app, own, request, async (db, booking) => {
    if (!isCustomerActionAllowed('rooms', booking.state)) return fail('wrong_state', { message: ROOM_MESSAGES.unpaid })
    if (input.date > addDays(kathmanduDate(app.now()), MAX_ROOM_DAYS_AHEAD))
      return fail('invalid', { fields: { date: ROOM_MESSAGES.tooFar } })
    const reserved = await reserveRoom(app, db, booking, input, null)
    return reserved.ok
      ? succeed({ action: 'room_reserved', after: describeReservation(app, reserved.value) })
      : reserved
  })
}

export function cancelOwnRoom(app: App, own: OwnBooking, reservationId: string, key: string) {
  const request = toIdempotentRequest(key, ['cancel room', own.id, reservationId])
  return runCustomerAction(app, own, request, async (db, booking) => {
    const reservation = await db
      .selectFrom('room_reservations')
      .selectAll()
      .where('id', '=', reservationId)
      .where('booking_id', '=', booking.id)
      .executeTakeFirst()
    if (!reservation) return fail('not_found')
    if (reservation.state === 'released') return fail('wrong_state', { message: ROOM_MESSAGES.released })
    if (!canCancelRoom(app, reservation)) return fail('wrong_state', { message: ROOM_MESSAGES.tooLate })
    await releaseReservation(app, db, reservation)
    return succeed({ action: 'room_released', before: describeReservation(app, reservation) })
  })
}
