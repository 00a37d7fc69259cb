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

export const LOCATION_IDS = ['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft', 'baluwatar-studios'] as const
export type LocationId = (typeof LOCATION_IDS)[number]

/** Older names of a location, accepted wherever an id is read (decisions 2). */
const ALIASES: Readonly<Record<string, LocationId>> = { 'kausimaa-coworking': 'kausimaa' }

export type OpeningHours = Readonly<Record<Weekday, { open: ClockTime; close: ClockTime }>>

/** What the rules need of a location; `content/locations.json` holds the rest. */
export interface BookableLocation {
  id: LocationId
  name: string
  capacity: number
  available: boolean
  status: string
  openingHours: OpeningHours
}

export function locationId(value: unknown): LocationId | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.toLowerCase()
  const id = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name
  return LOCATION_IDS.find((known) => known === id)
}

/** Announced and not open yet (spec §4 "a location marked 'Coming Soon'"). */
export const isAnnounced = ({ status }: Pick<BookableLocation, 'status'>): boolean => status === 'Coming Soon'

export const hoursOn = (location: Pick<BookableLocation, 'openingHours'>, date: IsoDate) =>
  location.openingHours[weekday(date)]

/** The instant (milliseconds) at which a location closes on a day; without known hours, the end of the day. */
export const closingInstant = (location: Pick<BookableLocation, 'openingHours'> | undefined, date: IsoDate): number =>
  location ? kathmanduInstant(date, hoursOn(location, date).close) : kathmanduInstant(addDays(date, 1))

export function isOpenAt(location: Pick<BookableLocation, 'openingHours'>, instant: number): boolean {
  const { open, close } = hoursOn(location, kathmanduDate(instant))
  const time = kathmanduTime(instant)
  return time >= open && time < close
}

/** Times at which a working day may start or end: opening, every half hour between, and closing. */
export function timesBetween(open: ClockTime, close: ClockTime): ClockTime[] {
  const times = [open]
  for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
    const time =
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as ClockTime
    if (time > open && time < close) times.push(time)
  }
  return [...times, close]
}
