import { formatDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import type { DateRange } from '#domain/date-range.ts'
import {
  formatRoomMinutes,
  type Interval,
  MAX_BLOCKED_DAYS,
  MAX_ROOM_DAYS_AHEAD,
  ROOM_CANCELLATION_HOURS,
} from '#domain/room.ts'
import { MAX_HOURS_PER_DAY } from '#domain/room-hours.ts'

export const ROOM_MESSAGES = {
  unknown: 'Choose a meeting room of this location',
  tooFar: `Rooms can be reserved up to ${MAX_ROOM_DAYS_AHEAD} days ahead. Choose an earlier day`,
  past: 'This time has passed. Choose a later time',
  notATime: 'Choose a full or half hour, like 09:30',
  endsBeforeItStarts: 'The end must be after the start',
  noRooms: 'This location has no meeting room. Leave the hours at 0',
  notADayPass: 'Rooms are chosen with a day pass only. For other plans, reserve them once the booking is confirmed',
  hoursMismatch: 'The hours must be the length of the chosen rooms, rounded up to whole hours',
  unpaid: 'Rooms can be reserved while the booking is confirmed.',
  released: 'This reservation was already cancelled.',
  over: 'This reservation is over.',
  changed: 'This reservation was already moved or released. Close this window to see the current times.',
  unconfirmed: 'Rooms can be reserved for confirmed bookings only.',
  onlyManagers: 'Only managers can block rooms, and change blocked times.',
  onlyBlocksLast: 'A booking reserves one day at a time. Leave out the last day',
  lastDayBeforeFirst: 'The last day cannot be before the first day',
  tooManyBlockedDays: `Choose at most ${MAX_BLOCKED_DAYS} days`,
  noPurpose: 'Choose a booking, or enter a reason to block the room',
  tooLate: `A room can be cancelled until ${ROOM_CANCELLATION_HOURS} hours before the start. Contact us if you cannot come.`,
} as const

const formatIntervals = (intervals: readonly Interval[]): string =>
  intervals.map(({ start, end }) => `${start}–${end}`).join(', ')

export const formatNotCovered = ({ from, to }: DateRange): string =>
  `Choose a day of this booking: ${formatRange(from, to)}`

export const formatOutsideRoomHours = (hours: Interval | undefined): string =>
  hours
    ? `This room can be reserved from ${hours.start} to ${hours.end} on this day`
    : 'This room cannot be reserved on this day. Choose another day'

export const formatRoomTaken = (name: string, date: IsoDate, free: readonly Interval[]): string =>
  free.length > 0
    ? `${name} is not free at this time. Free on ${formatDate(date)}: ${formatIntervals(free)}.`
    : `${name} is not free on ${formatDate(date)}. Choose another room or day.`

/** `reservations` are those in the way, as `10 Dec 2026, 10:00–12:00`. */
export const formatBlockRejected = (room: string, reservations: readonly string[]): string =>
  `Nothing was blocked, because ${room} is taken: ${reservations.join('; ')}. Move or release this first, or choose other days.`

export const formatHoursLeft = (minutes: number): string =>
  minutes >= 60
    ? `The meeting rooms have only ${formatRoomMinutes(minutes - (minutes % 60))} left on this day`
    : 'No meeting room is left on this day'

export const formatHoursLimit = (hours: number): string =>
  `Add at most ${hours} hours for these dates, which is ${MAX_HOURS_PER_DAY} a day`

/** `when` is ` this month`, or the days of another month. */
export const formatTooFewMinutes = (left: number, when: string): string =>
  left > 0
    ? `You have ${formatRoomMinutes(left)} left${when}. Choose a shorter time`
    : `You have no hours left${when}. Buy more hours first`

/** For staff who reserve a room for a booking. */
export const formatTooFewMinutesOfBooking = (left: number, when: string): string =>
  left > 0
    ? `This booking has ${formatRoomMinutes(left)} left${when}. Choose a shorter time`
    : `This booking has no room hours left${when}. Choose another booking`
