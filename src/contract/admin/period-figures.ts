import { daysFrom, type IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { RECORDED_METHODS, type RecordedMethod } from '#domain/payment.ts'
import { type Span, spanBefore } from '#domain/span.ts'
import type { Output } from '../endpoint.ts'
import type { readStats } from './stats.ts'

type Stats = Output<typeof readStats>

export interface Sums {
  bookings: number
  pending: number
  /** Paisa. */
  revenue: number
}
/** The bookings that were placed on a day at a location and count for a method. */
export interface Group extends Sums {
  day: IsoDate
  location: string
  method: RecordedMethod | null
}

export const NOTHING: Sums = { bookings: 0, pending: 0, revenue: 0 }

/** The figures of a period from its groups, wherever they were counted. Without `seesMoney` null stands for money. */
export function periodFigures(
  span: Span,
  places: readonly LocationId[],
  groups: readonly Group[],
  earlier: Sums,
  seesMoney: boolean,
): Stats {
  const money = ({ revenue }: Sums) => (seesMoney ? revenue : null)
  const counters = (sums: Sums): Stats['figures'] => ({
    bookings_count: sums.bookings,
    bookings_pending: sums.pending,
    bookings_revenue_npr: seesMoney ? sums.revenue / 100 : null,
  })
  const days = by(groups, ({ day }) => day)
  const locations = by(groups, ({ location }) => location)
  const methods = by(groups, ({ method }) => method)
  return {
    ...span,
    before: spanBefore(span),
    figures: counters(summed(groups)),
    figuresBefore: counters(earlier),
    days: daysFrom(span.from, span.to).map((date) => {
      const sums = days.get(date) ?? NOTHING
      return { date, bookings: sums.bookings, revenue: money(sums) }
    }),
    locations: places.flatMap((locationId) => {
      const sums = locations.get(locationId)
      return sums ? { locationId, bookings: sums.bookings, revenue: money(sums) } : []
    }),
    methods: [...RECORDED_METHODS, null].flatMap((method) => {
      const sums = methods.get(method)
      return sums ? { method, bookings: sums.bookings, revenue: money(sums) } : []
    }),
  }
}

export const summed = (all: readonly Sums[]): Sums => by(all, () => 'all').get('all') ?? NOTHING

function by<Row extends Sums, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Sums> {
  const sums = new Map<Key, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? { ...NOTHING }
    sum.bookings += row.bookings
    sum.pending += row.pending
    sum.revenue += row.revenue
    sums.set(key, sum)
  }
  return sums
}
