import type { ClockTime } from './calendar.ts'
import type { LocationId } from './location.ts'

export const ROOM_KINDS = ['meeting_room', 'phone_booth'] as const

/** A room of `content/rooms.json`. Phone booths are shown and not booked. */
export interface Room {
  id: string
  locationId: LocationId
  name: string
  kind: (typeof ROOM_KINDS)[number]
  seats: number
  equipment: readonly string[]
  /** Within the opening hours of the day; absent if the room can be booked all of them. */
  bookableHours?: { open: ClockTime; close: ClockTime } | undefined
  /** Minutes after each reservation in which the room cannot be booked. */
  bufferMinutes: number
}
