import { computed } from 'nanostores'
import { type ClockTime, type IsoDate, parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import { isDayPass } from '#domain/plan.ts'
import { countMinutes } from '#domain/room.ts'
import { persistent } from '../persistent.ts'
import { $draft } from './draft.ts'

/** A room at a time on the day of a day pass. */
interface RoomChoice {
  locationId: string
  date: IsoDate
  roomId: string
  roomName: string
  start: ClockTime
  end: ClockTime
}

const $choice = persistent<RoomChoice | null>('booking-room', null, readChoice)

/** `null` leaves the choice for later. */
export const chooseRoom = (choice: RoomChoice | null): void => $choice.set(choice)

/** The chosen room, while it fits the location, the day and the hours of the draft. */
export const $chosenRoom = computed([$choice, $draft], (choice, { planId, locationId, startDate, meetingRoomHours }) =>
  choice &&
  planId !== '' &&
  isDayPass(planId) &&
  choice.locationId === locationId &&
  choice.date === startDate &&
  countMinutes(choice) === meetingRoomHours * 60
    ? choice
    : null,
)

/** A choice of this day whose length is not that of the hours any more. */
export const $mismatchedRoom = computed([$choice, $chosenRoom, $draft], (choice, chosen, { locationId, startDate }) =>
  choice && !chosen && choice.locationId === locationId && choice.date === startDate ? choice : null,
)

function readChoice(stored: unknown): RoomChoice | null {
  const { locationId, roomId, roomName, ...time } = { ...(stored as Partial<Record<keyof RoomChoice, unknown>> | null) }
  const [date, start, end] = [parseIsoDate(time.date), parseClockTime(time.start), parseClockTime(time.end)]
  const isText = (value: unknown): value is string => typeof value === 'string'
  return date && start && end && isText(locationId) && isText(roomId) && isText(roomName)
    ? { locationId, date, roomId, roomName, start, end }
    : null
}
