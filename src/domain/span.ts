import { addDays, addMonths, daysBetween, daysFrom, type IsoDate } from './calendar.ts'

/** Days from one to another, both inclusive. */
export interface Span {
  from: IsoDate
  to: IsoDate
}

/** A year at once, so that the longest question is answered as fast as others. */
export const MAX_SPAN_DAYS = 366

export const SPAN_IDS = ['7d', '30d', '90d', '12m'] as const
export type SpanId = (typeof SPAN_IDS)[number]
export const SPAN_LABELS: Readonly<Record<SpanId, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

export const spanId = (text: unknown): SpanId | undefined => SPAN_IDS.find((known) => known === text)

/** The span that ends today. */
export function spanEnding(id: SpanId, today: IsoDate): Span {
  if (id === '12m') return { from: addDays(addMonths(today, -12), 1), to: today }
  return { from: addDays(today, 1 - Number.parseInt(id, 10)), to: today }
}

export const lengthOf = ({ from, to }: Span): number => daysBetween(from, to) + 1

/** As many days, right before: what a figure is compared with. */
export const spanBefore = (span: Span): Span => ({
  from: addDays(span.from, -lengthOf(span)),
  to: addDays(span.from, -1),
})

/** More bars than this cannot be read. */
const MOST_BARS = 31

export interface Pieces {
  unit: 'day' | 'week' | 'month'
  pieces: Span[]
}

/**
 * The span in pieces that a chart can show: days; weeks counted back from its end, the first of them maybe shorter; else
 * calendar months. Every day of the span is in exactly one piece.
 */
export function piecesOf(span: Span): Pieces {
  const days = lengthOf(span)
  if (days <= MOST_BARS)
    return { unit: 'day', pieces: daysFrom(span.from, span.to).map((day) => ({ from: day, to: day })) }
  return days <= MOST_BARS * 7 ? { unit: 'week', pieces: weeks(span, days) } : { unit: 'month', pieces: months(span) }
}

function weeks({ from, to }: Span, days: number): Span[] {
  const count = Math.ceil(days / 7)
  return Array.from({ length: count }, (_, index) => {
    const last = addDays(to, -7 * (count - 1 - index))
    const first = addDays(last, -6)
    return { from: first < from ? from : first, to: last }
  })
}

function months({ from, to }: Span): Span[] {
  const pieces: Span[] = []
  for (let first = from; first <= to; ) {
    const next = addMonths(`${first.slice(0, 8)}01` as IsoDate, 1)
    pieces.push({ from: first, to: next > to ? to : addDays(next, -1) })
    first = next
  }
  return pieces
}

/** A figure against the one before it, in whole percent; undefined where there was nothing to compare with. */
export const changePercent = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 100)
