import { addDays, daysBetween, type IsoDate, parseIsoDate } from './calendar.ts'
import type { DateRange } from './date-range.ts'

/** The Nepali calendar. Month lengths (29 to 32 days) are announced, not computed, so they come from a table. */
interface BikramDate {
  year: number
  /** 1 is Baisakh. */
  month: number
  day: number
}

export const FIRST_BIKRAM_YEAR = 2070
/** 1 Baisakh 2070. */
const FIRST_DAY = parseIsoDate('2013-04-14') as IsoDate
/**
 * One line per year, 2070 to 2090, from nepali-datetime 1.6.0 and nepali-date-converter 3.4.0. Years after 2086, on
 * which they differ, are forecasts of the first.
 */
const MONTH_LENGTHS = [
  [31, 31, 31, 32, 31, 31, 29, 30, 30, 29, 30, 30],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 29, 30, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 31],
  [31, 31, 31, 32, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 30, 29, 31],
  [31, 31, 31, 32, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 30, 29, 31],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 31],
  [30, 32, 31, 32, 31, 30, 30, 30, 29, 30, 29, 31],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
  [31, 31, 32, 32, 31, 30, 30, 29, 30, 29, 30, 30],
  [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 31],
  [30, 32, 31, 32, 31, 30, 30, 30, 29, 30, 29, 31],
  [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
] as const
export const LAST_BIKRAM_YEAR = FIRST_BIKRAM_YEAR + MONTH_LENGTHS.length - 1
/** The lengths of later years are forecasts, so their dates are not shown. */
const LAST_ANNOUNCED_YEAR = 2083

const DAYS_PER_MONTH = MONTH_LENGTHS.flat()
/** Days from the first day to the start of each month, and to the end of the last one. */
const MONTH_STARTS = [0]
for (const days of DAYS_PER_MONTH) MONTH_STARTS.push((MONTH_STARTS.at(-1) ?? 0) + days)

export const LAST_ANNOUNCED_DAY = addDays(
  FIRST_DAY,
  (MONTH_STARTS[(LAST_ANNOUNCED_YEAR - FIRST_BIKRAM_YEAR + 1) * 12] ?? 0) - 1,
)

/** Undefined outside the table and for days that the month does not have. */
export function fromBikram({ year, month, day }: BikramDate): IsoDate | undefined {
  const index = (year - FIRST_BIKRAM_YEAR) * 12 + month - 1
  const start = MONTH_STARTS[index]
  if (month < 1 || month > 12 || start === undefined || day < 1 || day > (DAYS_PER_MONTH[index] ?? 0)) return undefined
  return addDays(FIRST_DAY, start + day - 1)
}

const MONTHS = [
  'Baisakh',
  'Jestha',
  'Asar',
  'Shrawan',
  'Bhadra',
  'Asoj',
  'Kartik',
  'Mangsir',
  'Poush',
  'Magh',
  'Falgun',
  'Chaitra',
]

/** Undefined outside the announced years. */
function toBikram(date: IsoDate): BikramDate | undefined {
  const days = daysBetween(FIRST_DAY, date)
  const index = MONTH_STARTS.findLastIndex((start) => start <= days)
  const year = FIRST_BIKRAM_YEAR + Math.floor(index / 12)
  if (index < 0 || year > LAST_ANNOUNCED_YEAR) return undefined
  return { year, month: (index % 12) + 1, day: days - (MONTH_STARTS[index] ?? 0) + 1 }
}

/** Returns `7 Mangsir 2083 BS`; undefined outside the announced years. */
export function formatBikram(date: IsoDate): string | undefined {
  const bikram = toBikram(date)
  return bikram && `${bikram.day} ${MONTHS[bikram.month - 1]} ${bikram.year} BS`
}

/** Returns `7 Poush – 7 Magh 2083 BS`, with a no-break space at the end; undefined if one of the days is outside the announced years. */
export function formatBikramRange(from: IsoDate, to: IsoDate): string | undefined {
  const [first, last] = [formatBikram(from), formatBikram(to)]
  if (!first || !last) return undefined
  if (from === to) return first
  const year = / \d+ BS$/
  return `${year.exec(first)?.[0] === year.exec(last)?.[0] ? first.replace(year, '') : first} – ${last.replace(' BS', '\u00a0BS')}`
}

/** Returns `2083-08-07` for registers; outside the announced years the other calendar, as `2027-04-14 AD`. */
export function formatRegisterDate(date: IsoDate): string {
  const bikram = toBikram(date)
  if (!bikram) return `${date} AD`
  return [bikram.year, bikram.month, bikram.day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** The Nepali month of a day, as `Mangsir 2083`; undefined outside the announced years. */
export function getBikramMonth(date: IsoDate): (DateRange & { name: string }) | undefined {
  const bikram = toBikram(date)
  if (!bikram) return undefined
  const { year, month, day } = bikram
  const from = addDays(date, 1 - day)
  const length = DAYS_PER_MONTH[(year - FIRST_BIKRAM_YEAR) * 12 + month - 1] ?? day
  return { name: `${MONTHS[month - 1]} ${year}`, from, to: addDays(from, length - 1) }
}
