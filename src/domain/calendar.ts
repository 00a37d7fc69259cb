/**
 * Days are Kathmandu days (UTC+05:45, no summer time), whatever the clock of the browser or the server. Plain
 * arithmetic on ISO text: no `Date`, no time zone database, the same result everywhere.
 */
export type IsoDate = string & { readonly __format: 'YYYY-MM-DD' }
/** `HH:MM`, 24 hours; compares as text. */
export type ClockTime = string & { readonly __format: 'HH:MM' }

export const KATHMANDU_OFFSET_MS = (5 * 60 + 45) * 60_000
export const DAY_MS = 86_400_000

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** Days since 1970-01-01 of a proleptic Gregorian date (H. Hinnant's algorithm, exact for all years in use). */
function toDayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

function fromDayNumber(dayNumber: number): IsoDate {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return `${pad(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4)}-${pad(month)}-${pad(day)}` as IsoDate
}

function parts(date: IsoDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The only cast: real calendar days of the years 1900 to 2199, else undefined. */
export function isoDate(text: unknown): IsoDate | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const { year, month, day } = parts(text as IsoDate)
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return undefined
  return text as IsoDate
}

export function clockTime(text: unknown): ClockTime | undefined {
  return typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? (text as ClockTime) : undefined
}

export function dayNumber(date: IsoDate): number {
  const { year, month, day } = parts(date)
  return toDayNumber(year, month, day)
}

export const addDays = (date: IsoDate, days: number): IsoDate => fromDayNumber(dayNumber(date) + days)

/** Returns the date some calendar months later, at most the month's last day: 31 Jan + 1 is 28 or 29 Feb. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = parts(date)
  const index = year * 12 + (month - 1) + months
  const toYear = Math.floor(index / 12)
  const toMonth = index - toYear * 12 + 1
  return `${pad(toYear, 4)}-${pad(toMonth)}-${pad(Math.min(day, daysInMonth(toYear, toMonth)))}` as IsoDate
}

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

/** The instant, ISO 8601, for what has a date and no time: at noon it is the same day nearly everywhere. */
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
