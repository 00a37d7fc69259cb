import { addDays, addMonths, daysBetween, type IsoDate, listDays } from './calendar.ts'

/** Days from one to another, both inclusive. */
export interface DateRange {
  from: IsoDate
  to: IsoDate
}

/** A year at once, so that the longest question is answered as fast as others. */
export const MAX_RANGE_DAYS = 366

export const RANGE_PRESETS = ['7d', '30d', '90d', '12m'] as const
export type RangePreset = (typeof RANGE_PRESETS)[number]
export const RANGE_PRESET_LABELS: Readonly<Record<RangePreset, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

export const parseRangePreset = (text: unknown): RangePreset | undefined =>
  RANGE_PRESETS.find((known) => known === text)

/** The span that ends today. */
export function getPresetRange(id: RangePreset, today: IsoDate): DateRange {
  if (id === '12m') return { from: addDays(addMonths(today, -12), 1), to: today }
  return { from: addDays(today, 1 - Number.parseInt(id, 10)), to: today }
}

export const countRangeDays = ({ from, to }: DateRange): number => daysBetween(from, to) + 1

/** As many days, right before: what a figure is compared with. */
export const getPreviousRange = (span: DateRange): DateRange => ({
  from: addDays(span.from, -countRangeDays(span)),
  to: addDays(span.from, -1),
})

/** More bars than this cannot be read. */
const MAX_BARS = 31

export interface ChartBuckets {
  unit: 'day' | 'week' | 'month'
  buckets: DateRange[]
}

/**
 * The span in pieces that a chart can show: days; weeks counted back from its end, the first of them maybe shorter; else
 * calendar months. Every day of the span is in exactly one piece.
 */
export function splitIntoBuckets(span: DateRange): ChartBuckets {
  const days = countRangeDays(span)
  if (days <= MAX_BARS)
    return { unit: 'day', buckets: listDays(span.from, span.to).map((day) => ({ from: day, to: day })) }
  return days <= MAX_BARS * 7
    ? { unit: 'week', buckets: splitIntoWeeks(span, days) }
    : { unit: 'month', buckets: splitIntoMonths(span) }
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
  const pieces: DateRange[] = []
  for (let first = from; first <= to; ) {
    const next = addMonths(`${first.slice(0, 8)}01` as IsoDate, 1)
    pieces.push({ from: first, to: next > to ? to : addDays(next, -1) })
    first = next
  }
  return pieces
}

/** A figure against the one before it, in whole percent; undefined where there was nothing to compare with. */
export const calculateChangePercent = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 100)
