/**
 * Days are Kathmandu days (UTC+05:45, no summer time). Only the UTC side of `Date` is used, so that no time zone
 * setting changes a result.
 */
export type IsoDate = string & { readonly __format: 'YYYY-MM-DD' }
/** `HH:MM`, 24 hours; compares as text. */
export type ClockTime = string & { readonly __format: 'HH:MM' }

const KATHMANDU_OFFSET_MS = (5 * 60 + 45) * 60_000
export const DAY_MS = 86_400_000

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

const fromDayNumber = (number: number): IsoDate => new Date(number * DAY_MS).toISOString().slice(0, 10) as IsoDate

function parts(date: IsoDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The only cast: real calendar days from 1900 to 2199, else undefined. */
export function parseIsoDate(text: unknown): IsoDate | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const { year, month, day } = parts(text as IsoDate)
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return undefined
  return text as IsoDate
}

export function parseClockTime(text: unknown): ClockTime | undefined {
  return typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? (text as ClockTime) : undefined
}

/** Days since 1970-01-01. */
export const dayNumber = (date: IsoDate): number => Date.parse(date) / DAY_MS

export const addDays = (date: IsoDate, days: number): IsoDate => fromDayNumber(dayNumber(date) + days)

/** Returns the date some calendar months later, at most the month's last day: 31 Jan + 1 is 28 or 29 Feb. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = parts(date)
  const index = year * 12 + (month - 1) + months
  const toYear = Math.floor(index / 12)
  const toMonth = index - toYear * 12 + 1
  return `${pad(toYear, 4)}-${pad(toMonth)}-${pad(Math.min(day, daysInMonth(toYear, toMonth)))}` as IsoDate
}

export const getFirstOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 8)}01` as IsoDate

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => dayNumber(to) - dayNumber(from)

export function listDays(from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = []
  for (let day = dayNumber(from), last = dayNumber(to); day <= last; day++) days.push(fromDayNumber(day))
  return days
}

export function weekday(date: IsoDate): Weekday {
  return WEEKDAYS[(((dayNumber(date) + 4) % 7) + 7) % 7] as Weekday
}

/** The Kathmandu day of an instant (milliseconds since the epoch). */
export const kathmanduDate = (instant: number): IsoDate =>
  fromDayNumber(Math.floor((instant + KATHMANDU_OFFSET_MS) / DAY_MS))

export function kathmanduTime(instant: number): ClockTime {
  const minutes = Math.floor(((((instant + KATHMANDU_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS) / 60_000)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}` as ClockTime
}

/** The instant (milliseconds) at which a Kathmandu clock shows this date and time. */
export function kathmanduInstant(date: IsoDate, time: ClockTime = '00:00' as ClockTime): number {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return dayNumber(date) * DAY_MS + minutes * 60_000 - KATHMANDU_OFFSET_MS
}

/** Returns noon as ISO 8601 for a date without a time, because noon is the same day nearly everywhere. */
export const toNoonTimestamp = (date: IsoDate): string => `${date}T12:00:00+05:45`

/** Formats a time as `6:00 AM`. */
export function format12HourTime(time: ClockTime): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `10 Dec 2026`; without the year `10 Dec`. */
export function formatDate(date: IsoDate, withYear = true): string {
  const { year, month, day } = parts(date)
  return `${day} ${MONTHS[month - 1]}${withYear ? ` ${year}` : ''}`
}

/** `Dec 2026`. */
export function formatMonth(date: IsoDate): string {
  const { year, month } = parts(date)
  return `${MONTHS[month - 1]} ${year}`
}

/** `Thursday, 10 Dec 2026`. */
export function formatLongDate(date: IsoDate): string {
  const day = weekday(date)
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}, ${formatDate(date)}`
}

/** `10 Dec – 9 Jan 2027`, one date where both are the same. */
export function formatRange(from: IsoDate, to: IsoDate): string {
  if (from === to) return formatDate(from)
  return `${formatDate(from, from.slice(0, 4) !== to.slice(0, 4))} – ${formatDate(to)}`
}

/** `21 Nov 2026, 14:05`, in Kathmandu. */
export const formatInstant = (instant: number): string =>
  `${formatDate(kathmanduDate(instant))}, ${kathmanduTime(instant)}`
