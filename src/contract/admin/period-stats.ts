import { type IsoDate, listDays } from '#domain/calendar.ts'
import { type DateRange, getPreviousRange } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import { RECORDED_METHODS, type RecordedMethod } from '#domain/payment.ts'
import type { Output } from '../endpoint.ts'
import type { readStats } from './stats.ts'

type Stats = Output<typeof readStats>

export interface StatsTotals {
  bookings: number
  pending: number
  /** Paisa. */
  revenue: number
}
/** The bookings that were placed on a day at a location and count for a method. */
export interface StatsGroup extends StatsTotals {
  day: IsoDate
  location: string
  method: RecordedMethod | null
}

export const ZERO_TOTALS: StatsTotals = { bookings: 0, pending: 0, revenue: 0 }

/** The figures of a period from its groups, wherever they were counted. Without `seesMoney` null stands for money. */
export function buildPeriodStats(
  span: DateRange,
  places: readonly LocationId[],
  groups: readonly StatsGroup[],
  earlier: StatsTotals,
  seesMoney: boolean,
): Stats {
  const money = ({ revenue }: StatsTotals) => (seesMoney ? revenue : null)
  const counters = (sums: StatsTotals): Stats['figures'] => ({
    bookings_count: sums.bookings,
    bookings_pending: sums.pending,
    bookings_revenue_npr: seesMoney ? sums.revenue / 100 : null,
  })
  const days = groupTotals(groups, ({ day }) => day)
  const locations = groupTotals(groups, ({ location }) => location)
  const methods = groupTotals(groups, ({ method }) => method)
  return {
    ...span,
    before: getPreviousRange(span),
    figures: counters(sumTotals(groups)),
    figuresBefore: counters(earlier),
    days: listDays(span.from, span.to).map((date) => {
      const sums = days.get(date) ?? ZERO_TOTALS
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

export const sumTotals = (all: readonly StatsTotals[]): StatsTotals =>
  groupTotals(all, () => 'all').get('all') ?? ZERO_TOTALS

function groupTotals<Row extends StatsTotals, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, StatsTotals> {
  const sums = new Map<Key, StatsTotals>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? { ...ZERO_TOTALS }
    sum.bookings += row.bookings
    sum.pending += row.pending
    sum.revenue += row.revenue
    sums.set(key, sum)
  }
  return sums
}
