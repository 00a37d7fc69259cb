import { FIRST_BIKRAM_YEAR, fromBikram, LAST_BIKRAM_YEAR } from '../bikram-sambat.ts'
import { type ClockTime, DAY_MS, type IsoDate, kathmanduInstant, parseClockTime, parseIsoDate } from '../calendar.ts'

/** A Kathmandu day, with the time if the receipt shows one. */
interface ReceiptMoment {
  date: IsoDate
  time?: ClockTime
}

const MINUTE_MS = 60_000

/** The latest possible instant (milliseconds), so that no receipt counts as older than it is. */
export const getLatestInstant = ({ date, time }: ReceiptMoment): number =>
  kathmanduInstant(date, time) + (time ? MINUTE_MS : DAY_MS) - 1

const GREGORIAN_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Prefixes of their spellings in Latin letters. */
const BIKRAM_MONTHS = [
  /^bai/,
  /^je[st]/,
  /^(?:asa[rd]|asha[rd])/,
  /^(?:shr|sra|sa[uw])/,
  /^bha/,
  /^(?:aso|asho|ashw|asw)/,
  /^kar/,
  /^(?:man|marg)/,
  /^(?:pou|pau|pus)/,
  /^mag/,
  /^(?:fal|fag|phal)/,
  /^cha/,
]

const YEAR_FIRST = /(?<!\d)(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2}) ?[-/.] ?(?<day>\d{1,2})(?!\d)/g
const DAY_FIRST = /(?<![\d/.-])(?<day>\d{1,2}) ?[-/.] ?(?<month>\d{1,2}) ?[-/.] ?(?<year>\d{4}|\d{2})(?![\d/-])/g
const NUMERIC_DATES = [YEAR_FIRST, DAY_FIRST]
const NAMED_MONTH_DATES = [
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th)?[ ,-]*(?<month>[A-Za-z]{3,9})[.,]?[ ,-]*(?<year>\d{4})(?!\d)/g,
  /(?<month>[A-Za-z]{3,9})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?[., ]+(?<year>\d{4})(?!\d)/g,
  /(?<!\d)(?<year>\d{4}) (?<month>[A-Za-z]{3,9}) (?<day>\d{1,2})(?!\d)/g,
]
const TIME = /(?<![\d:])(\d{1,2})([:.])(\d{2})(?:[:.](\d{2}))?(?:\.\d)?\s*([AaPp])?\.?(?:[Mm]\b)?/g
const DATE_LABEL = /\b(?:date|time|paid on|transacted|completed)\b/i
/** Labels of dates that are not the payment's. */
const OTHER_DATE_LABEL = /\b(?:remarks?|rmk|purpose|description|particulars|valid|expir\w*|due)\b/i

/** Most likely first, without duplicates: with a time on the same line, then labelled, then in reading order. */
export function extractMoments(lines: readonly string[]): ReceiptMoment[] {
  const clean = lines.map(restoreDigits)
  const times = clean.map(extractTimes)
  const found = clean.flatMap((line, index) => {
    const beside = times[index]?.[0]
    // The clock in a phone's status bar is far from the date.
    const near = times[index + 1]?.[0] ?? times[index - 1]?.[0]
    const time = beside ?? (index > 1 || times[index + 1]?.[0] ? near : undefined)
    const labelled = DATE_LABEL.test(line) || DATE_LABEL.test(clean[index - 1] ?? '')
    const score = (beside ? 4 : 0) + (labelled ? 2 : 0) + (time ? 1 : 0) - (OTHER_DATE_LABEL.test(line) ? 8 : 0)
    return extractDates(line).map((date) => ({ moment: { date, ...(time && { time }) }, score }))
  })
  found.sort((a, b) => b.score - a.score)
  const moments = new Map(found.map(({ moment }) => [`${moment.date} ${moment.time ?? ''}`, moment]))
  return [...moments.values()]
}

/** Restores digits read as letters in dates and times, and a missing space between the two. */
const restoreDigits = (line: string): string =>
  line
    .replaceAll(/(\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{4})(?=\d{1,2}:\d\d)/g, '$1 ')
    .replaceAll(/(?<!\w)[\dOoIl|]{1,4}([-/:.])[\dOoIl|]{1,2}(?:\1[\dOoIl|]{1,4})?(?!\w)/g, (word) =>
      /\d/.test(word) ? word.replaceAll(/[Oo]/g, '0').replaceAll(/[Il|]/g, '1') : word,
    )

function extractTimes(line: string): ClockTime[] {
  const dateless = NUMERIC_DATES.reduce((text, pattern) => text.replaceAll(pattern, ' '), line)
  return [...dateless.matchAll(TIME)].flatMap(([, hours = '', separator, minutes = '', , half]) => {
    // A point between hours and minutes is an amount, unless AM or PM follows.
    if (separator === '.' && !half) return []
    const hour = Number(hours)
    if (half && (hour < 1 || hour > 12)) return []
    const of24 = half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour
    return parseClockTime(`${String(of24).padStart(2, '0')}:${minutes}`) ?? []
  })
}

function extractDates(line: string): IsoDate[] {
  const numeric = NUMERIC_DATES.flatMap((pattern) =>
    findParts(line, pattern).map((parts) => {
      const [year, month, day] = [expandYear(Number(parts.year)), Number(parts.month), Number(parts.day)]
      // Nepal writes the day first; another order applies only if the first number cannot be a day.
      return toIsoDate(year, month, day) ?? (pattern === DAY_FIRST ? toIsoDate(year, day, month) : undefined)
    }),
  )
  const named = NAMED_MONTH_DATES.flatMap((pattern) =>
    findParts(line, pattern).map((parts) => {
      const [year, word] = [Number(parts.year), parts.month.toLowerCase()]
      const month = isBikramYear(year)
        ? BIKRAM_MONTHS.findIndex((name) => name.test(word))
        : GREGORIAN_MONTHS.findIndex((name) => word.startsWith(name))
      return toIsoDate(year, month + 1, Number(parts.day))
    }),
  )
  return [...numeric, ...named].flatMap((date) => date ?? [])
}

const findParts = (line: string, pattern: RegExp) =>
  Array.from(line.matchAll(pattern), ({ groups }) => groups as Record<'year' | 'month' | 'day', string>)

const expandYear = (year: number): number => (year < 100 ? 2_000 + year : year)

/** Years in this range are Bikram Sambat, never Gregorian. */
const isBikramYear = (year: number): boolean => year >= FIRST_BIKRAM_YEAR && year <= LAST_BIKRAM_YEAR

const pad = (value: number): string => String(value).padStart(2, '0')

function toIsoDate(year: number, month: number, day: number): IsoDate | undefined {
  if (isBikramYear(year)) return fromBikram({ year, month, day })
  return year >= 2_000 && year < FIRST_BIKRAM_YEAR ? parseIsoDate(`${year}-${pad(month)}-${pad(day)}`) : undefined
}
