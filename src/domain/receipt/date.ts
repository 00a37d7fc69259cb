import { FIRST_BIKRAM_YEAR, fromBikram, LAST_BIKRAM_YEAR } from '../bikram-sambat.ts'
import { type ClockTime, clockTime, DAY_MS, type IsoDate, isoDate, kathmanduInstant } from '../calendar.ts'

/** When a receipt says that it was: a Kathmandu day, and the minute where it says one. */
export interface ReceiptMoment {
  date: IsoDate
  time?: ClockTime
}

const MINUTE_MS = 60_000

/** The last instant (milliseconds) that the words allow: nobody's receipt is older than it must be. */
export const getLatestInstant = ({ date, time }: ReceiptMoment): number =>
  kathmanduInstant(date, time) + (time ? MINUTE_MS : DAY_MS) - 1

const GREGORIAN_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** By the beginnings of their spellings in Latin letters. */
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

const NUMERIC_DATES = [
  { pattern: /(?<!\d)(\d{4}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{1,2})(?!\d)/g, order: ['year', 'month', 'day'] },
  {
    pattern: /(?<![\d/.-])(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4}|\d{2})(?![\d/-])/g,
    order: ['day', 'month', 'year'],
  },
] as const
const NAMED_MONTH_DATES = [
  {
    pattern: /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ ,-]*([A-Za-z]{3,9})[.,]?[ ,-]*(\d{4})(?!\d)/g,
    order: ['day', 'month', 'year'],
  },
  { pattern: /([A-Za-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?[., ]+(\d{4})(?!\d)/g, order: ['month', 'day', 'year'] },
  { pattern: /(?<!\d)(\d{4}) ([A-Za-z]{3,9}) (\d{1,2})(?!\d)/g, order: ['year', 'month', 'day'] },
] as const
const TIME = /(?<![\d:])(\d{1,2})([:.])(\d{2})(?:[:.](\d{2}))?(?:\.\d)?\s*([AaPp])?\.?(?:[Mm]\b)?/g
const DATE_LABEL = /\b(?:date|time|paid on|transacted|completed)\b/i
/** Dates of what is bought stand here, not the payment's. */
const OTHER_DATE_LABEL = /\b(?:remarks?|rmk|purpose|description|particulars|valid|expir\w*|due)\b/i

/** The likeliest first, each once: one with its time on the same line, then one with a label, then in reading order. */
export function extractMoments(lines: readonly string[]): ReceiptMoment[] {
  const clean = lines.map(restoreDigits)
  const times = clean.map(extractTimes)
  const found = clean.flatMap((line, index) => {
    const beside = times[index]?.[0]
    // The clock in a telephone's status bar is far from the date.
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

/**
 * A word that has the shape of a date or a time has digits where a reader may have seen letters, and a gap between the
 * two where it saw none.
 */
const restoreDigits = (line: string): string =>
  line
    .replaceAll(/(\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{4})(?=\d{1,2}:\d\d)/g, '$1 ')
    .replaceAll(/(?<!\w)[\dOoIl|]{1,4}([-/:.])[\dOoIl|]{1,2}(?:\1[\dOoIl|]{1,4})?(?!\w)/g, (word) =>
      /\d/.test(word) ? word.replaceAll(/[Oo]/g, '0').replaceAll(/[Il|]/g, '1') : word,
    )

function extractTimes(line: string): ClockTime[] {
  const dateless = NUMERIC_DATES.reduce((text, { pattern }) => text.replaceAll(pattern, ' '), line)
  return [...dateless.matchAll(TIME)].flatMap(([, hours = '', separator, minutes = '', , half]) => {
    // A point between hours and minutes is an amount, unless AM or PM follows.
    if (separator === '.' && !half) return []
    const hour = Number(hours)
    if (half && (hour < 1 || hour > 12)) return []
    const of24 = half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour
    return clockTime(`${String(of24).padStart(2, '0')}:${minutes}`) ?? []
  })
}

function extractDates(line: string): IsoDate[] {
  const numeric = NUMERIC_DATES.flatMap(({ pattern, order }) =>
    [...line.matchAll(pattern)].map((match) => {
      const part = (name: string) => Number(match[(order as readonly string[]).indexOf(name) + 1])
      const [year, month, day] = [expandYear(part('year')), part('month'), part('day')]
      // Nepal writes the day first; the other way round only what cannot be a day first.
      return toIsoDate(year, month, day) ?? (order[0] === 'day' ? toIsoDate(year, day, month) : undefined)
    }),
  )
  const worded = NAMED_MONTH_DATES.flatMap(({ pattern, order }) =>
    [...line.matchAll(pattern)].map((match) => {
      const part = (name: string) => match[(order as readonly string[]).indexOf(name) + 1] ?? ''
      const word = part('month').toLowerCase()
      const year = Number(part('year'))
      const month = isBikramYear(year)
        ? BIKRAM_MONTHS.findIndex((name) => name.test(word))
        : GREGORIAN_MONTHS.findIndex((name) => word.startsWith(name))
      return toIsoDate(year, month + 1, Number(part('day')))
    }),
  )
  return [...numeric, ...worded].flatMap((date) => date ?? [])
}

/** Two digits are of this century. */
const expandYear = (year: number): number => (year < 100 ? 2_000 + year : year)

/** Such a year is Bikram Sambat, never Gregorian. */
const isBikramYear = (year: number): boolean => year >= FIRST_BIKRAM_YEAR && year <= LAST_BIKRAM_YEAR

const pad = (value: number): string => String(value).padStart(2, '0')

function toIsoDate(year: number, month: number, day: number): IsoDate | undefined {
  if (isBikramYear(year)) return fromBikram({ year, month, day })
  return year >= 2_000 && year < FIRST_BIKRAM_YEAR ? isoDate(`${year}-${pad(month)}-${pad(day)}`) : undefined
}
