import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import type { RoomReservation } from '../db/schema.ts'

/** The fields of a reservation in the audit log. */
export const describeReservation = (app: App, { room_id, day, start_time, end_time }: RoomReservation) => ({
  room: findName(app.rooms, room_id),
  day,
  start: start_time,
  end: end_time,
})
