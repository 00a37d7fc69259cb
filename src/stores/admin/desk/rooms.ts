import type {
  findRoomBookings as FindRoomBookings,
  moveRoomReservation,
  reserveRoom as ReserveRoom,
  readRooms,
} from '#contract/admin/rooms.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { createLocationDay } from './location-day.ts'

export type RoomDay = Output<typeof readRooms>
export type RoomChoice = Input<typeof moveRoomReservation>

export const roomDay = createLocationDay<RoomDay>((day) => staffLedger.rooms(day))

export const reserveRoom = (reservation: Input<typeof ReserveRoom>): Promise<Outcome<RoomDay>> =>
  withIdempotencyKey(['reserve room', reservation], (key) => requireSession(staffLedger.reserveRoom(reservation, key)))

export const moveReservation = (id: string, to: RoomChoice): Promise<Outcome<RoomDay>> =>
  requireSession(staffLedger.moveRoomReservation(id, to))

export const releaseReservation = (id: string): Promise<Outcome<RoomDay>> =>
  requireSession(staffLedger.releaseRoomReservation(id))

export const releaseBlock = (blockId: string, date: IsoDate): Promise<Outcome<RoomDay>> =>
  requireSession(staffLedger.releaseRoomBlock(blockId, { date }))

export type RoomBooking = Output<typeof FindRoomBookings>['bookings'][number]

/** The confirmed bookings of a location and a day whose name, reference, email or phone matches. */
export async function findBookingsOfDay(
  q: string,
  { location, date }: { location: string; date: IsoDate },
): Promise<Outcome<RoomBooking[]>> {
  const outcome = await requireSession(staffLedger.roomBookings({ q, location, date }))
  return outcome.ok ? succeed(outcome.value.bookings) : outcome
}
