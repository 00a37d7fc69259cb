import ids from '#content/location-ids.json' with { type: 'json' }
import {
  addDays,
  type ClockTime,
  type IsoDate,
  kathmanduDate,
  kathmanduInstant,
  kathmanduTime,
  type Weekday,
  weekday,
} from './calendar.ts'
import { type Closure, findClosedReason, findClosure } from './closure.ts'

/** An id of `content/location-ids.json`. */
export type LocationId = string

const ENTRIES: readonly { id: string; formerIds?: readonly string[] }[] = ids
export const LOCATION_IDS: readonly LocationId[] = ENTRIES.map(({ id }) => id)

/** Former ids by current id, accepted wherever an id is read; their addresses redirect. */
export const FORMER_LOCATION_IDS: Readonly<Record<string, LocationId>> = Object.fromEntries(
  ENTRIES.flatMap(({ id, formerIds = [] }) => formerIds.map((former) => [former, id])),
)

export type OpeningHours = Readonly<Record<Weekday, { open: ClockTime; close: ClockTime }>>

/** What the rules need of a location; `content/locations.json` holds the rest. */
export interface BookableLocation {
  id: LocationId
  name: string
  capacity: number
  available: boolean
  status: string
  /** Of a usual week. */
  openingHours: OpeningHours
  /** Closed days and other hours, as far as they are known. */
  closures?: readonly Closure[] | undefined
}

/** `Tridevi Marg, Thamel, Kathmandu, Bagmati Province, Nepal`. */
export const formatStreetAddress = (location: { directions: { street: string }; fullAddress: string }): string =>
  `${location.directions.street}, ${location.fullAddress}`

export type LocationHours = Pick<BookableLocation, 'openingHours' | 'closures'>

export function parseLocationId(value: unknown): LocationId | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.toLowerCase()
  const id = Object.hasOwn(FORMER_LOCATION_IDS, name) ? FORMER_LOCATION_IDS[name] : name
  return LOCATION_IDS.find((known) => known === id)
}

export const isComingSoon = ({ status }: Pick<BookableLocation, 'status'>): boolean => status === 'Coming Soon'

/** A closed day has its usual hours, because a period can end on it. */
export const hoursOn = (location: LocationHours, date: IsoDate) =>
  findClosure(location, date)?.hours ?? location.openingHours[weekday(date)]

/** Instant (milliseconds) at which a location closes on a day; the end of the day if its hours are unknown. */
export const closingInstant = (location: LocationHours | undefined, date: IsoDate): number =>
  location ? kathmanduInstant(date, hoursOn(location, date).close) : kathmanduInstant(addDays(date, 1))

export function isOpenAt(location: LocationHours, instant: number): boolean {
  const date = kathmanduDate(instant)
  if (findClosedReason(location, date) !== undefined) return false
  const { open, close } = hoursOn(location, date)
  const time = kathmanduTime(instant)
  return time >= open && time < close
}

/** Returns opening time, every half hour, and closing time. */
export function listTimes(open: ClockTime, close: ClockTime): ClockTime[] {
  const times = [open]
  for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
    const time =
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as ClockTime
    if (time > open && time < close) times.push(time)
  }
  return [...times, close]
}
