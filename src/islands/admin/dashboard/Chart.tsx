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

/** With more bars, a value is shown only for the bar under the pointer. */
const MAX_VALUES = 14
const GRID_LINES = [3, 2, 1]

/** A bar chart with the same values as a table for screen readers. */
export function Chart({ title, range, bars, unit = 1, format }: ChartProps) {
  const [hoveredBar, setHoveredBar] = useState<Bar>()
  const gridStep = unit * calculateGridStep(Math.max(...bars.map(({ value }) => value)) / unit)
  return (
    <figure className="dash-chart">
      <figcaption>
        <h3 className="heading-4">{title}</h3>
        <span className="small mute num">{hoveredBar ? `${hoveredBar.name}: ${format(hoveredBar.value)}` : range}</span>
      </figcaption>
      <div className="dash-bars num" aria-hidden="true" onPointerLeave={() => setHoveredBar(undefined)}>
        <div className="dash-lines">
          {GRID_LINES.map((line) => (
            <span key={line}>{formatCompact((line * gridStep) / unit)}</span>
          ))}
        </div>
        <ol>
          {bars.map((bar) => (
            <li
              key={bar.name}
              className={bar.isNow ? 'dash-now' : undefined}
              style={{ '--v': bar.value / (3 * gridStep) } as CSSProperties}
              onPointerEnter={() => setHoveredBar(bar)}
            >
              <b>{bars.length <= MAX_VALUES && bar.value > 0 && formatCompact(bar.value / unit)}</b>
              <i />
              <span>{bar.label}</span>
            </li>
          ))}
        </ol>
      </div>
      <details className="dash-table">
        <summary>As a table</summary>
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

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })

const formatCompact = (value: number): string => COMPACT.format(value)
