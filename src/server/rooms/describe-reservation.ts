import { formatDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import type { RoomReservation } from '../db/schema.ts'

/** `Walnut room, 10 Dec 2026, 10:00–12:00` */
export const formatReservation = (app: App, { room_id, day, start_time, end_time }: RoomReservation): string =>
  `${findName(app.rooms, room_id)}, ${formatDate(day)}, ${start_time}–${end_time}`

/** The fields of a reservation in the audit log. */
export const describeReservation = (app: App, { room_id, day, start_time, end_time }: RoomReservation) => ({
  room: findName(app.rooms, room_id),
  day,
  start: start_time,
  end: end_time,
})
