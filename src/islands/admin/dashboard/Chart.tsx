import { type CSSProperties, useState } from 'react'
import { calculateGridStep } from '#domain/chart-scale.ts'
import { TableHead } from '../TableHead.tsx'

export interface Bar {
  label: string
  name: string
  value: number
  isNow: boolean
}

interface ChartProps {
  title: string
  range: string
  bars: readonly Bar[]
  /** The value shown as 1 on the scale: 100 for paisa on a scale in rupees. */
  unit?: number
  format(value: number): string
}

/** With more bars, only the highest, the current and the one under the pointer show their value. */
const MAX_VALUES = 14
/** Between the values of two bars, so that they do not overlap. */
const MIN_BARS_BETWEEN = 3
const GRID_LINES = [3, 2, 1]

const NOW_COLORS = 'bg-brick-fill forced-colors:bg-highlight'
const BAR_COLORS = 'bg-line-2 not-forced-colors:group-hover:bg-line-3 forced-colors:bg-canvas-text'

/** A bar chart with the same values as a table for screen readers. */
export function Chart({ title, range, bars, unit = 1, format }: ChartProps) {
  const [hoveredBar, setHoveredBar] = useState<Bar>()
  const gridStep = unit * calculateGridStep(Math.max(...bars.map(({ value }) => value)) / unit)
  const labelled = new Set(chooseLabelled(bars))
  const isNarrow = bars.length > MAX_VALUES
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="heading-4">{title}</h3>
        <span className="small mute num">{hoveredBar ? `${hoveredBar.name}: ${format(hoveredBar.value)}` : range}</span>
      </figcaption>
      {/* The margin leaves room for the value above the highest bar. */}
      <div className="num relative mt-5 h-50" aria-hidden="true" onPointerLeave={() => setHoveredBar(undefined)}>
        <div className="absolute inset-x-0 top-0 bottom-6.5 grid grid-rows-3">
          {GRID_LINES.map((line) => (
            <span key={line} className="border-line border-t text-12 text-ink-3 leading-140">
              {formatCompact((line * gridStep) / unit)}
            </span>
          ))}
        </div>
        <ol className="absolute inset-y-0 right-0 left-10 flex gap-fluid-1-6">
          {bars.map((bar) => (
            <li
              key={bar.name}
              className="group relative flex min-w-0 flex-1 flex-col justify-end after:absolute after:-inset-x-1.5 after:bottom-6.25 after:border-ledge after:border-b-2 last:after:right-0"
              style={{ '--v': bar.value / (3 * gridStep) } as CSSProperties}
              onPointerEnter={() => setHoveredBar(bar)}
            >
              {/* The last labels may be wider than a narrow bar: they end with the chart. */}
              <b
                className={`max-sm:stretch-head flex-none self-center bg-paper text-12 leading-140 ${isNarrow ? 'group-last:self-end' : ''} ${
                  bar.isNow ? 'font-display text-brick' : 'font-med text-ink-2'
                }`}
              >
                {labelled.has(bar) && formatCompact(bar.value / unit)}
              </b>
              <i className={`h-bar flex-none forced-color-adjust-none ${bar.isNow ? NOW_COLORS : BAR_COLORS}`} />
              <span
                className={`flex h-6.5 w-0 flex-none justify-center self-center pt-1.75 text-12 text-ink-3 leading-none ${
                  isNarrow ? 'group-last:justify-end group-last:self-end' : ''
                }`}
              >
                {bar.label}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <details>
        <summary className="min-h-11 w-fit py-2.5 text-ink-2 text-label">As a table</summary>
        <table className="table">
          <caption className="visually-hidden">
            {title}, {range}
          </caption>
          <TableHead columns={{ When: '', [title.split(' ')[0] ?? title]: 'right' }} />
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.name}>
                <th scope="row">{bar.name}</th>
                <td className="right">{format(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function chooseLabelled(bars: readonly Bar[]): readonly Bar[] {
  const present = bars.filter(({ value }) => value > 0)
  if (bars.length <= MAX_VALUES) return present
  const highest = present.toSorted((one, other) => other.value - one.value)[0]
  if (!highest) return []
  const now = present.find(({ isNow }) => isNow)
  const isNear = now && Math.abs(bars.indexOf(now) - bars.indexOf(highest)) < MIN_BARS_BETWEEN
  return now && !isNear ? [highest, now] : [highest]
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })

const formatCompact = (value: number): string => COMPACT.format(value)
