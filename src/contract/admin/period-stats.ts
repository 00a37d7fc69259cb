import { type IsoDate, listDays } from '#domain/calendar.ts'
import { type DateRange, getPreviousRange } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import { type Paisa, paisa, ZERO } from '#domain/money.ts'
import { RECORDED_METHODS, type RecordedMethod } from '#domain/payment.ts'
import type { Output } from '../endpoint.ts'
import type { readStats } from './stats.ts'

type Stats = Output<typeof readStats>

export interface StatsTotals {
  bookings: number
  seats: number
  pending: number
  revenue: Paisa
}
export interface StatsGroup extends StatsTotals {
  day: IsoDate
  location: string
  method: RecordedMethod | null
}

export const ZERO_TOTALS: StatsTotals = { bookings: 0, seats: 0, pending: 0, revenue: ZERO }

/** Revenue is `null` without `canSeeRevenue`. */
export function buildPeriodStats(
  span: DateRange,
  locationIds: readonly LocationId[],
  groups: readonly StatsGroup[],
  previous: StatsTotals,
  canSeeRevenue: boolean,
): Omit<Stats, 'rooms'> {
  const summarise = ({ bookings, seats, revenue }: StatsTotals) => ({
    bookings,
    seats,
    revenue: canSeeRevenue ? revenue : null,
  })
  const toTotals = (sums: StatsTotals): Stats['totals'] => ({
    bookings_count: sums.bookings,
    seats_count: sums.seats,
    bookings_pending: sums.pending,
    bookings_revenue_npr: canSeeRevenue ? sums.revenue / 100 : null,
  })
  const days = groupTotals(groups, ({ day }) => day)
  const locations = groupTotals(groups, ({ location }) => location)
  const methods = groupTotals(groups, ({ method }) => method)
  return {
    ...span,
    previous: getPreviousRange(span),
    totals: toTotals(sumTotals(groups)),
    previousTotals: toTotals(previous),
    days: listDays(span.from, span.to).map((date) => ({ date, ...summarise(days.get(date) ?? ZERO_TOTALS) })),
    locations: locationIds.flatMap((locationId) => {
      const sums = locations.get(locationId)
      return sums ? { locationId, ...summarise(sums) } : []
    }),
    methods: [...RECORDED_METHODS, null].flatMap((method) => {
      const sums = methods.get(method)
      return sums ? { method, ...summarise(sums) } : []
    }),
  }
}

export const sumTotals = (all: readonly StatsTotals[]): StatsTotals =>
  groupTotals(all, () => 'all').get('all') ?? ZERO_TOTALS

function groupTotals<Row extends StatsTotals, Key>(
  rows: readonly Row[],
  getKey: (row: Row) => Key,
): Map<Key, StatsTotals> {
  const sums = new Map<Key, StatsTotals>()
  for (const row of rows) {
    const key = getKey(row)
    const sum = sums.get(key) ?? { ...ZERO_TOTALS }
    sum.bookings += row.bookings
    sum.seats += row.seats
    sum.pending += row.pending
    sum.revenue = paisa(sum.revenue + row.revenue)
    sums.set(key, sum)
  }
  return sums
}
