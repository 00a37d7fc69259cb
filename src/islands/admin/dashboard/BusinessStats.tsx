import { useStore } from '@nanostores/react'
import { formatDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import {
  type ChartBuckets,
  calculateChangePercent,
  type DateRange,
  parseRangePreset,
  RANGE_PRESET_LABELS,
  RANGE_PRESETS,
  splitIntoBuckets,
} from '#domain/date-range.ts'
import { formatAmount, npr, type Paisa, rupees } from '#domain/money.ts'
import { formatWholeNumber } from '#domain/number.ts'
import { $stats, $statsQuery, changeStatsQuery, readStats, type Stats } from '#stores/admin/dashboard/stats.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { usePreHydrationValue } from '../usePreHydrationValue.ts'
import { Breakdown } from './Breakdown.tsx'
import { type Bar, Chart } from './Chart.tsx'
import './business-stats.css'

interface BusinessStatsProps extends Pick<ScreenProps, 'methods'> {
  locations: readonly LocationToday[] | undefined
}

/** How the business does: three figures and their charts, for a span of days and the one before. */
export function BusinessStats({ locations, methods }: BusinessStatsProps) {
  const { span, location } = useStore($statsQuery, { ssr: 'initial' })
  const { stats, busy, failure } = useStore($stats, { ssr: 'initial' })
  const spans = usePreHydrationValue<HTMLFieldSetElement>(span, (early) =>
    changeStatsQuery({ span: parseRangePreset(early) ?? span }),
  )
  return (
    <section className="dash-part" aria-labelledby="business">
      <div className="dash-head">
        <h2 id="business" className="heading-4">
          Business
        </h2>
        <form className="dash-asked" method="dialog">
          <fieldset ref={spans} className="segment">
            <legend className="visually-hidden">Period</legend>
            {RANGE_PRESETS.map((id) => (
              <label key={id}>
                <input
                  type="radio"
                  name="span"
                  value={id}
                  checked={span === id}
                  onChange={() => changeStatsQuery({ span: id })}
                />
                {RANGE_PRESET_LABELS[id]}
              </label>
            ))}
          </fieldset>
          <div className="field">
            <label className="visually-hidden" htmlFor="business-location">
              Location
            </label>
            <select
              id="business-location"
              value={location}
              onChange={(event) => changeStatsQuery({ location: event.target.value })}
            >
              <option value="">All locations</option>
              {locations?.map(({ locationId, name }) => (
                <option key={locationId} value={locationId}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </form>
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void readStats()} />}
      {!stats && !failure && <Skeleton />}
      {stats && (
        <div className="dash-stats" aria-busy={busy}>
          <Counters stats={stats} />
          <Charts stats={stats} />
          <div className="dash-two">
            <Breakdown
              title="By location"
              rows={stats.locations.map(({ locationId, ...part }) => ({
                ...part,
                id: locationId,
                name: locations?.find((place) => place.locationId === locationId)?.name ?? locationId,
              }))}
            />
            <Breakdown
              title="By method"
              rows={stats.methods.map(({ method, ...part }) => ({
                ...part,
                id: method ?? 'none',
                name: method === null ? 'Nothing tried yet' : (methods[method] ?? method),
              }))}
            />
          </div>
          <p className="small mute dash-said">
            {stats.figures.bookings_revenue_npr === null
              ? 'Bookings count for the day on which they were placed, whatever became of them.'
              : 'Bookings count for the day on which they were placed, whatever became of them. Revenue is what was paid for those that are confirmed, card fees included, less what went back.'}
          </p>
        </div>
      )}
    </section>
  )
}

function Counters({ stats: { figures, figuresBefore, before } }: { stats: Stats }) {
  const earlier = formatRange(before.from as IsoDate, before.to as IsoDate)
  return (
    <dl className="admin-figures dash-counters">
      <div className="admin-figure">
        <dt>Bookings</dt>
        <dd className="num">{formatWholeNumber(figures.bookings_count)}</dd>
        <Change now={figures.bookings_count} before={figuresBefore.bookings_count} earlier={earlier} />
      </div>
      {figures.bookings_revenue_npr !== null && (
        <div className="admin-figure">
          <dt>Revenue</dt>
          <dd className="num">
            <small>NPR</small> {formatAmount(rupees(figures.bookings_revenue_npr))}
          </dd>
          <Change
            now={figures.bookings_revenue_npr}
            before={figuresBefore.bookings_revenue_npr ?? 0}
            earlier={earlier}
          />
        </div>
      )}
      <div className="admin-figure">
        <dt>Pending verification</dt>
        <dd className="num">{formatWholeNumber(figures.bookings_pending)}</dd>
        <Change now={figures.bookings_pending} before={figuresBefore.bookings_pending} earlier={earlier} neutral />
      </div>
    </dl>
  )
}

interface ChangeProps {
  now: number
  before: number
  earlier: string
  /** More is neither good nor bad. */
  neutral?: boolean
}

function Change({ now, before, earlier, neutral }: ChangeProps) {
  const percent = calculateChangePercent(now, before)
  if (percent === undefined) return <dd className="mute">Nothing to compare with</dd>
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return (
    <dd className="mute">
      <span className={neutral || percent === 0 ? undefined : percent < 0 ? 'dash-down' : 'dash-up'}>
        {sign}
        {Math.abs(percent)}%
      </span>{' '}
      on {earlier}
    </dd>
  )
}

function Charts({ stats }: { stats: Stats }) {
  const span = { from: stats.from, to: stats.to } as DateRange
  const { unit, buckets } = splitIntoBuckets(span)
  const bars = (value: (day: Stats['days'][number]) => number): Bar[] =>
    buckets.map((piece, index) => ({
      label: getBarLabel(buckets, unit, index),
      name: formatRange(piece.from, piece.to),
      value: sumDays(stats, piece, value),
      isNow: piece.to === span.to,
    }))
  const range = formatRange(span.from, span.to)
  return (
    <div className="dash-two">
      <Chart
        title={`Bookings per ${unit}`}
        range={range}
        bars={bars(({ bookings }) => bookings)}
        format={formatWholeNumber}
      />
      {stats.figures.bookings_revenue_npr !== null && (
        <Chart
          title={`Revenue per ${unit}`}
          range={range}
          bars={bars(({ revenue }) => revenue ?? 0)}
          unit={100}
          format={(value) => npr(value as Paisa)}
        />
      )}
    </div>
  )
}

const sumDays = (stats: Stats, { from, to }: DateRange, value: (day: Stats['days'][number]) => number): number =>
  stats.days.reduce((sum, day) => (day.date >= from && day.date <= to ? sum + value(day) : sum), 0)

/** Under a bar: a month's name, or the date where there is room for one, counted from the last. */
function getBarLabel(pieces: readonly DateRange[], unit: ChartBuckets['unit'], index: number): string {
  const date = formatDate((pieces[index] as DateRange).from, false)
  if (unit === 'month') return date.split(' ')[1] ?? ''
  const every = pieces.length <= 8 ? 1 : pieces.length <= 16 ? 2 : 5
  return (pieces.length - 1 - index) % every === 0 ? date : ''
}
