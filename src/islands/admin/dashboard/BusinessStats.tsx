import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatDate, formatRange, kathmanduDate } from '#domain/calendar.ts'
import {
  type ChartBuckets,
  calculateChangePercent,
  type DateRange,
  getChartRange,
  MIN_COMPARED_BOOKINGS,
  parseRangePreset,
  RANGE_PRESET_LABELS,
  splitIntoBuckets,
} from '#domain/date-range.ts'
import { formatAmount, npr, type Paisa, paisa, rupees } from '#domain/money.ts'
import { formatWholeNumber } from '#domain/number.ts'
import { $stats, $statsQuery, changeStatsQuery, readStats, type Stats } from '#stores/admin/dashboard/stats.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { now } from '#stores/clock.ts'
import { HydratedButton } from '../HydratedButton.tsx'
import { SelectFilter, ViewSwitch } from '../list/fields.tsx'
import { LoadState } from '../load-states.tsx'
import type { ScreenProps } from '../screens.ts'
import { Breakdown } from './Breakdown.tsx'
import { type Bar, Chart } from './Chart.tsx'
import { DashboardSection } from './DashboardSection.tsx'
import { RoomUse } from './RoomUse.tsx'
import { Tile } from './Tile.tsx'

interface BusinessStatsProps extends Pick<ScreenProps, 'methods'> {
  locations: readonly LocationToday[] | undefined
}

export function BusinessStats({ locations, methods }: BusinessStatsProps) {
  const { span, location } = useStore($statsQuery, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  const { stats, busy, failure } = useStore($stats, { ssr: 'initial' })
  const getLocationName = (id: string) => locations?.find(({ locationId }) => locationId === id)?.name ?? id
  return (
    <DashboardSection
      id="business"
      title="Business"
      beside={
        <form
          className="flex select:min-h-11 flex-wrap gap-2.5 select:text-small max-sm:w-full max-sm:*:w-full"
          method="dialog"
        >
          <ViewSwitch
            id="span"
            label="Period"
            views={RANGE_PRESET_LABELS}
            value={span}
            onChange={(preset) => changeStatsQuery({ span: parseRangePreset(preset) ?? span })}
          />
          <SelectFilter
            id="business-location"
            label="Location"
            all="All locations"
            options={Object.fromEntries(locations?.map(({ locationId, name }) => [locationId, name]) ?? [])}
            value={location}
            onChange={(location) => changeStatsQuery({ location })}
          />
        </form>
      }
    >
      <LoadState data={stats} failure={failure} retry={readStats} />
      {stats && (
        <div className="transition-opacity duration-2 ease-plain aria-busy:opacity-55" aria-busy={busy}>
          <StatTiles stats={stats} />
          <p className="small mute num pt-3 sm:hidden">{formatShownRange(stats)}</p>
          <HydratedButton
            className="button button-quiet button-small button-wide my-4 sm:hidden"
            aria-expanded={isOpen}
            aria-controls="business-details"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide charts and tables' : 'Charts and tables'}
          </HydratedButton>
          <div id="business-details" className={isOpen ? '' : 'max-sm:hidden'}>
            <Charts stats={stats} />
            <div className="grid grid-cols-fit-400 gap-x-12 gap-y-6 border-line border-t py-5">
              <div className="grid content-start gap-6">
                <Breakdown
                  title="By location"
                  counted="Seats"
                  rows={stats.locations.map(({ locationId, seats, revenue }) => ({
                    id: locationId,
                    name: getLocationName(locationId),
                    count: seats,
                    revenue,
                  }))}
                />
                <RoomUse rooms={stats.rooms} getLocationName={getLocationName} />
              </div>
              <Breakdown
                title="By method"
                counted="Bookings"
                rows={stats.methods.map(({ method, bookings, revenue }) => ({
                  id: method ?? 'none',
                  name: method === null ? 'No payments yet' : (methods[method] ?? method),
                  count: bookings,
                  revenue,
                }))}
              />
            </div>
            <p className="small mute max-w-51em pb-6">
              Bookings and their seats are counted on the day they were placed, with any status.
              {stats.totals.bookings_revenue_npr !== null &&
                ' Revenue is what was paid for confirmed bookings, card fees included, less refunds.'}
              {isComparable(stats) &&
                ` The comparison is with ${formatRange(stats.previous.from, stats.previous.to)}: as many days, on the same weekdays${isUntilNow(stats) ? ', and on the last day until this time' : ''}.`}
              {stats.rooms.length > 0 &&
                ` Room hours are those that bookings reserve on these days, of the hours in which the room can be booked${getShownRange(stats).from > stats.from ? ' since the first booking' : ''}.`}
            </p>
          </div>
        </div>
      )}
    </DashboardSection>
  )
}

/** On phones the second tile is in the first row, above the other two. */
const TILE_CLASSES =
  'border-l pl-5 first:border-l-0 first:pl-0 max-sm:nth-2:col-span-full max-sm:nth-2:row-start-1 max-sm:nth-2:border-b max-sm:nth-2:border-l-0 max-sm:nth-2:pl-0'

const isComparable = ({ previousTotals }: Stats): boolean => previousTotals.bookings_count >= MIN_COMPARED_BOOKINGS
const isUntilNow = ({ to }: Stats): boolean => to === kathmanduDate(now())

function StatTiles({ stats }: { stats: Stats }) {
  const { totals, previousTotals, previous } = stats
  const comparedWith = isComparable(stats) ? formatRange(previous.from, previous.to) : undefined
  const { bookings_count, seats_count, bookings_revenue_npr, bookings_pending } = totals
  return (
    <dl className="grid grid-cols-thirds border-y border-t-line border-b-line-2 max-sm:grid-cols-halves">
      <Tile className={TILE_CLASSES} term="Bookings" value={formatWholeNumber(bookings_count)}>
        {formatWholeNumber(seats_count)} {seats_count === 1 ? 'seat' : 'seats'}
        {comparedWith && (
          <>
            <br />
            <PercentChange now={bookings_count} before={previousTotals.bookings_count} />
            {` on ${comparedWith}`}
          </>
        )}
      </Tile>
      {bookings_revenue_npr !== null && (
        <Tile
          className={TILE_CLASSES}
          term="Revenue"
          value={
            <>
              <small className="font-stretch-normal font-text text-16">NPR</small>{' '}
              {formatAmount(rupees(bookings_revenue_npr))}
            </>
          }
        >
          {comparedWith ? (
            <AmountChange
              now={rupees(bookings_revenue_npr)}
              before={rupees(previousTotals.bookings_revenue_npr ?? 0)}
              comparedWith={comparedWith}
            />
          ) : (
            'From confirmed bookings'
          )}
        </Tile>
      )}
      <Tile className={TILE_CLASSES} term="Pending verification" value={formatWholeNumber(bookings_pending)}>
        Of these bookings
      </Tile>
    </dl>
  )
}

function PercentChange({ now, before }: { now: number; before: number }) {
  const percent = calculateChangePercent(now, before) ?? 0
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return (
    <span className={getTrendClass(percent)}>
      {sign}
      {Math.abs(percent)}%
    </span>
  )
}

interface AmountChangeProps {
  now: Paisa
  before: Paisa
  comparedWith: string
}

function AmountChange({ now, before, comparedWith }: AmountChangeProps) {
  if (now === before) return `As much as on ${comparedWith}`
  const difference = npr(paisa(Math.abs(now - before)))
  return (
    <>
      <span className={getTrendClass(now - before)}>
        {difference} {now > before ? 'more' : 'less'}
      </span>{' '}
      than on {comparedWith}
    </>
  )
}

const getTrendClass = (change: number): string | undefined =>
  change === 0 ? undefined : change < 0 ? 'font-strong text-danger' : 'font-strong text-pipal'

function Charts({ stats }: { stats: Stats }) {
  const span = { from: stats.from, to: stats.to } as DateRange
  const shown = getShownRange(stats)
  const { unit, buckets } = splitIntoBuckets(shown)
  const bars = (value: (day: Stats['days'][number]) => number): Bar[] =>
    buckets.map((bucket, index) => ({
      label: getBarLabel(buckets, unit, index),
      name: formatRange(bucket.from, bucket.to),
      value: sumDays(stats, bucket, value),
      isNow: bucket.to === span.to,
    }))
  const range = formatShownRange(stats)
  return (
    <div className="grid grid-cols-fit-400 gap-x-12 gap-y-6 py-5">
      <Chart
        title={`Seats booked per ${unit}`}
        range={range}
        bars={bars(({ seats }) => seats)}
        format={formatWholeNumber}
      />
      {stats.totals.bookings_revenue_npr !== null && (
        <Chart
          title={`Revenue per ${unit}`}
          range={range}
          bars={bars(({ revenue }) => revenue ?? 0)}
          unit={100}
          format={(value) => npr(paisa(value))}
        />
      )}
    </div>
  )
}

/** Of the charts and the room hours. */
const getShownRange = ({ from, to, days }: Stats): DateRange =>
  getChartRange({ from, to } as DateRange, days.find(({ bookings }) => bookings > 0)?.date)

function formatShownRange(stats: Stats): string {
  const { from, to } = getShownRange(stats)
  return `${from > stats.from ? 'Since the first booking: ' : ''}${formatRange(from, to)}`
}

const sumDays = (stats: Stats, { from, to }: DateRange, value: (day: Stats['days'][number]) => number): number =>
  stats.days.reduce((sum, day) => (day.date >= from && day.date <= to ? sum + value(day) : sum), 0)

/** A month's name, or the date of every first, second or fifth bar counted from the last. */
function getBarLabel(buckets: readonly DateRange[], unit: ChartBuckets['unit'], index: number): string {
  const date = formatDate((buckets[index] as DateRange).from, false)
  if (unit === 'month') return date.split(' ')[1] ?? ''
  const every = buckets.length <= 8 ? 1 : buckets.length <= 16 ? 2 : 5
  return (buckets.length - 1 - index) % every === 0 ? date : ''
}
