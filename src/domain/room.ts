import { type ClockTime, type IsoDate, kathmanduDate, kathmanduInstant, kathmanduTime } from './calendar.ts'
import { findClosedReason } from './closure.ts'
import { hoursOn, type LocationHours, type LocationId } from './location.ts'

export const ROOM_KINDS = ['meeting_room', 'phone_booth'] as const

/** Rooms are reserved in slots of half an hour, numbered from midnight. */
export const SLOT_MINUTES = 30
const SLOTS_PER_HOUR = 60 / SLOT_MINUTES
export const SLOTS_PER_DAY = 24 * SLOTS_PER_HOUR

/** Customers reserve at most this many days ahead. */
export const MAX_ROOM_DAYS_AHEAD = 30
/** Staff block a room for at most this many days at once, the first and the last included. */
export const MAX_BLOCKED_DAYS = 30
/** Customers cancel until this many hours before the start. */
export const ROOM_CANCELLATION_HOURS = 2

/** Two times at full or half hours. */
export interface Interval {
  start: ClockTime
  end: ClockTime
}

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

export const toSlot = (time: ClockTime): number =>
  Number(time.slice(0, 2)) * SLOTS_PER_HOUR + Math.floor(Number(time.slice(3)) / SLOT_MINUTES)

export const toTime = (slot: number): ClockTime =>
  `${String(Math.floor(slot / SLOTS_PER_HOUR)).padStart(2, '0')}:${slot % SLOTS_PER_HOUR === 0 ? '00' : '30'}` as ClockTime

export const isHalfHour = (time: ClockTime): boolean => /:[03]0$/.test(time)

export function listSlots({ start, end }: Interval): number[] {
  const first = toSlot(start)
  return Array.from({ length: toSlot(end) - first }, (_, index) => first + index)
}

export const countMinutes = (interval: Interval): number => listSlots(interval).length * SLOT_MINUTES

/** The slots that stay free after a reservation. */
export function listBufferSlots({ end }: Interval, { bufferMinutes }: Pick<Room, 'bufferMinutes'>): number[] {
  const first = toSlot(end)
  const last = Math.min(first + bufferMinutes / SLOT_MINUTES, SLOTS_PER_DAY)
  return Array.from({ length: last - first }, (_, index) => first + index)
}

/** The bookable hours of a day within its opening hours; undefined if there are none. */
export function getRoomHours(
  { bookableHours }: Pick<Room, 'bookableHours'>,
  location: LocationHours,
  date: IsoDate,
): Interval | undefined {
  if (findClosedReason(location, date) !== undefined) return undefined
  const day = hoursOn(location, date)
  const { open, close } = bookableHours ?? day
  const opens = open > day.open ? open : day.open
  const closes = close < day.close ? close : day.close
  const first = toSlot(opens) + (isHalfHour(opens) ? 0 : 1)
  return first < toSlot(closes) ? { start: toTime(first), end: toTime(toSlot(closes)) } : undefined
}

/**
 * The times of a day at which a room can be reserved, in order: every interval within one of them is free, buffer
 * included. `taken` are slots of reservations and their buffers. A slot that has started is free until its end.
 */
export function listFreeIntervals(
  room: Pick<Room, 'bookableHours' | 'bufferMinutes'>,
  location: LocationHours,
  date: IsoDate,
  taken: ReadonlySet<number>,
  now: number,
): Interval[] {
  const hours = getRoomHours(room, location, date)
  if (!hours || date < kathmanduDate(now)) return []
  const current = date === kathmanduDate(now) ? toSlot(kathmanduTime(now)) : 0
  const buffer = room.bufferMinutes / SLOT_MINUTES
  const isTakenSoon = (slot: number) =>
    Array.from({ length: buffer + 1 }, (_, index) => slot + index).some((next) => taken.has(next))
  const free: Interval[] = []
  for (const slot of listSlots(hours)) {
    if (slot < current || isTakenSoon(slot)) continue
    const last = free.at(-1)
    if (last?.end === toTime(slot)) last.end = toTime(slot + 1)
    else free.push({ start: toTime(slot), end: toTime(slot + 1) })
  }
  return free
}

export const isFree = ({ start, end }: Interval, free: readonly Interval[]): boolean =>
  free.some((interval) => interval.start <= start && end <= interval.end)

/** Whether a reservation is within the bookable hours of its day, which staff may change later. */
export const isWithinRoomHours = (hours: Interval | null | undefined, reservation: Interval): boolean =>
  isFree(reservation, hours ? [hours] : [])

/** Until when a customer can cancel a reservation, in milliseconds. */
export const getRoomCancellationEnd = (day: IsoDate, start: ClockTime): number =>
  kathmanduInstant(day, start) - ROOM_CANCELLATION_HOURS * 3_600_000

/** Returns `30 minutes`, `1 hour`, `1.5 hours`. */
export function formatRoomMinutes(minutes: number): string {
  if (minutes === 30) return '30 minutes'
  return `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
}

/** `1.5 bought hours` */
export function formatBoughtMinutes(minutes: number): string {
  if (minutes === 30) return '30 bought minutes'
  return `${minutes / 60} bought ${minutes === 60 ? 'hour' : 'hours'}`
}

/** Every time of this length within the free intervals of a day, in order. */
export const listBookableTimes = (free: readonly Interval[], minutes: number): Interval[] =>
  free.flatMap((interval) => {
    const slots = listSlots(interval)
    const length = minutes / SLOT_MINUTES
    return slots
      .slice(0, Math.max(0, slots.length - length + 1))
      .map((slot) => ({ start: toTime(slot), end: toTime(slot + length) }))
  })
