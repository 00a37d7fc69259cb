import { addDays, daysBetween, type IsoDate, listDays, parseIsoDate } from '../calendar.ts'
import { findClosedReason, findClosure } from '../closure.ts'
import { countRangeDays, type DateRange } from '../date-range.ts'
import type { BookableLocation } from '../location.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const MONTH_FIRST = new RegExp(String.raw`\b(${MONTH})(\s+)(${DAY})\b`, 'gi')
const DATE = String.raw`(${DAY})\b(?:\s+(?:of\s+)?(${MONTH})\b)?(?:\s+(20\d{2})\b)?`
/** `8 Nov 2026`, `17–23 Oct`, `17 Oct – 23 Oct 2026`; also numbers, which have no month. */
const DATES = new RegExp(
  String.raw`(?<![\d:.])${DATE}(?:\s*(?:–|-|\bto\b|\buntil\b|\bthrough\b)\s*(?:the\s+)?${DATE})?`,
  'gi',
)
const NAMED_DAYS: readonly (readonly [RegExp, number])[] = [
  [/\btoday\b|\baaja\b|आज/i, 0],
  [/\btomorrow\b|\bbholi\b|भोलि/i, 1],
]
const CLOSED = /\bclosed\b|\bnot open\b|बन्द/i
const OPEN = /\bopen\b/i
const MAX_DAYS = 60

interface NamedDates extends DateRange {
  /** As written. */
  text: string
  index: number
}

/** Of days without a year; questions are about the next ones. */
type MissingYear = 'nearest' | 'next'

/** Returns the days that a text names. */
export function findDates(text: string, today: IsoDate, missingYear: MissingYear = 'nearest'): NamedDates[] {
  const named = NAMED_DAYS.flatMap(([word, days]): NamedDates[] => {
    const found = word.exec(text)
    const day = addDays(today, days)
    return found ? [{ from: day, to: day, text: found[0], index: found.index }] : []
  })
  // `Nov 8` and `8 Nov` have the same length.
  const written = [...text.replace(MONTH_FIRST, '$3$2$1').matchAll(DATES)].flatMap((match): NamedDates[] => {
    const range = readRange(match, today, missingYear)
    return range ? [{ ...range, text: match[0], index: match.index }] : []
  })
  return [...named, ...written]
}

/** A range may have its month and year at either end. */
function readRange(
  [, day = '', month, year, lastDay, lastMonth, lastYear]: RegExpMatchArray,
  today: IsoDate,
  missingYear: MissingYear,
): DateRange | undefined {
  const to = readDate(lastDay ?? day, lastMonth ?? month, lastYear ?? year, today, missingYear)
  const from = lastDay === undefined ? to : readDate(day, month ?? lastMonth, year ?? lastYear, today, missingYear)
  return from && to && from <= to ? { from, to } : undefined
}

function readDate(
  day: string,
  month: string | undefined,
  year: string | undefined,
  today: IsoDate,
  missingYear: MissingYear,
): IsoDate | undefined {
  if (month === undefined) return undefined
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const current = Number(today.slice(0, 4))
  const years = year === undefined ? [current - 1, current, current + 1] : [year]
  const dates = years.flatMap((each) => {
    const date = parseIsoDate(
      `${each}-${String(number).padStart(2, '0')}-${String(Number.parseInt(day, 10)).padStart(2, '0')}`,
    )
    return date ? [date] : []
  })
  if (year === undefined && missingYear === 'next') return dates.find((date) => date >= today)
  return dates.sort((one, other) => Math.abs(daysBetween(today, one)) - Math.abs(daysBetween(today, other)))[0]
}

/**
 * Compares the days of a clause with the closures of the locations it is about. Returns the wrong dates, and the clause
 * without the supported ones.
 */
export function checkDates(
  clause: string,
  locations: readonly Pick<BookableLocation, 'closures'>[],
  today: IsoDate,
): { wrong: string[]; rest: string } {
  const wrong: string[] = []
  let rest = clause
  for (const dates of findDates(clause, today)) {
    const support = countRangeDays(dates) > MAX_DAYS ? 'wrong' : judge(clause, dates, locations, today)
    if (support === 'wrong') wrong.push(dates.text)
    if (support !== 'unknown')
      rest = rest.slice(0, dates.index) + ' '.repeat(dates.text.length) + rest.slice(dates.index + dates.text.length)
  }
  return { wrong, rest }
}

function judge(
  clause: string,
  { from, to }: DateRange,
  locations: readonly Pick<BookableLocation, 'closures'>[],
  today: IsoDate,
): 'right' | 'wrong' | 'unknown' {
  const days = listDays(from, to)
  const isClosed = (day: IsoDate) => locations.map((location) => findClosedReason(location, day) !== undefined)
  if (CLOSED.test(clause)) return days.every((day) => isClosed(day).every(Boolean)) ? 'right' : 'wrong'
  if (OPEN.test(clause) && days.some((day) => isClosed(day).some(Boolean))) return 'wrong'
  const isKnown = (day: IsoDate) =>
    day === today || locations.some((location) => findClosure(location, day) !== undefined)
  return days.every(isKnown) ? 'right' : 'unknown'
}
