import { addDays, addMonths, daysBetween, getFirstOfMonth, type IsoDate, listDays } from './calendar.ts'

/** Both days are inclusive. */
export interface DateRange {
  from: IsoDate
  to: IsoDate
}

/** Limits the cost of a query. */
export const MAX_RANGE_DAYS = 366

export const RANGE_PRESET_LABELS = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
} as const satisfies Record<string, string>
export type RangePreset = keyof typeof RANGE_PRESET_LABELS
const RANGE_PRESETS = Object.keys(RANGE_PRESET_LABELS) as RangePreset[]

export const parseRangePreset = (text: unknown): RangePreset | undefined =>
  RANGE_PRESETS.find((known) => known === text)

export function getPresetRange(id: RangePreset, today: IsoDate): DateRange {
  if (id === '12m') return { from: addMonths(getFirstOfMonth(today), -11), to: today }
  return { from: addDays(today, 1 - Number.parseInt(id, 10)), to: today }
}

export const countRangeDays = ({ from, to }: DateRange): number => daysBetween(from, to) + 1

/** The days of a range that are not in the other one, as up to two ranges. */
export const subtractRange = (range: DateRange, other: DateRange): DateRange[] =>
  [
    { from: range.from, to: earlier(range.to, addDays(other.from, -1)) },
    { from: later(range.from, addDays(other.to, 1)), to: range.to },
  ].filter(({ from, to }) => from <= to)

export const earlier = (one: IsoDate, other: IsoDate): IsoDate => (one < other ? one : other)
export const later = (one: IsoDate, other: IsoDate): IsoDate => (one > other ? one : other)

/** How many days before a range the one of equal length is that it is compared with: whole weeks. */
export const getComparisonDays = (range: DateRange): number => Math.ceil(countRangeDays(range) / 7) * 7

/** The latest earlier range of equal length on the same weekdays, for comparison. */
export function getPreviousRange(range: DateRange): DateRange {
  const days = getComparisonDays(range)
  return { from: addDays(range.from, -days), to: addDays(range.to, -days) }
}

/** With fewer bookings before, a comparison says more about chance than about the business. */
export const MIN_COMPARED_BOOKINGS = 5

/** A chart with more bars is not readable. */
const MAX_BARS = 31

export interface ChartBuckets {
  unit: 'day' | 'week' | 'month'
  buckets: DateRange[]
}

/** Fewer bars look like an error. */
const MIN_BARS = 7

/** The part of a long range that a chart shows: from the first day with a value on, so that it does not begin empty. */
export const getChartRange = (range: DateRange, firstDay: IsoDate | undefined): DateRange =>
  firstDay === undefined || countRangeDays(range) <= MAX_BARS
    ? range
    : { ...range, from: earlier(firstDay, addDays(range.to, 1 - MIN_BARS)) }

/**
 * Splits a range into days, into weeks counted back from its end, or into calendar months. Every day is in exactly one
 * bucket.
 */
export function splitIntoBuckets(range: DateRange): ChartBuckets {
  const days = countRangeDays(range)
  if (days <= MAX_BARS)
    return { unit: 'day', buckets: listDays(range.from, range.to).map((day) => ({ from: day, to: day })) }
  return days <= MAX_BARS * 7
    ? { unit: 'week', buckets: splitIntoWeeks(range, days) }
    : { unit: 'month', buckets: splitIntoMonths(range) }
}

function splitIntoWeeks({ from, to }: DateRange, days: number): DateRange[] {
  const count = Math.ceil(days / 7)
  return Array.from({ length: count }, (_, index) => {
    const last = addDays(to, -7 * (count - 1 - index))
    const first = addDays(last, -6)
    return { from: first < from ? from : first, to: last }
  })
}

function splitIntoMonths({ from, to }: DateRange): DateRange[] {
  const months: DateRange[] = []
  for (let first = from; first <= to; ) {
    const next = addMonths(getFirstOfMonth(first), 1)
    months.push({ from: first, to: next > to ? to : addDays(next, -1) })
    first = next
  }
  return months
}

/** Change in whole percent; undefined if the earlier value is zero. */
export const calculateChangePercent = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 100)
