import { type CSSProperties, useState } from 'react'
import { calculateGridStep } from '#domain/chart-scale.ts'

export interface Bar {
  /** Under the bar, as short as can be. */
  label: string
  /** What the bar is of. */
  name: string
  value: number
  isNow: boolean
}

interface ChartProps {
  title: string
  range: string
  bars: readonly Bar[]
  /** What stands as 1 on the scale: 100 of paisa, whose scale is rupees. */
  unit?: number
  /** The value in words. */
  format(value: number): string
}

/** More values beside each other cannot be read: then the bar that is pointed at says its own. */
const MAX_VALUES = 14
const GRID_LINES = [3, 2, 1]

/** Flat bars between three hairlines and a ledge. The same figures stand in a table, for whoever reads or hears it. */
export function Chart({ title, range, bars, unit = 1, format }: ChartProps) {
  const [pointed, setPointed] = useState<Bar>()
  const third = unit * calculateGridStep(Math.max(...bars.map(({ value }) => value)) / unit)
  return (
    <figure className="dash-chart">
      <figcaption>
        <h3 className="heading-4">{title}</h3>
        <span className="small mute num">{pointed ? `${pointed.name}: ${format(pointed.value)}` : range}</span>
      </figcaption>
      <div className="dash-bars num" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        <div className="dash-lines">
          {GRID_LINES.map((line) => (
            <span key={line}>{formatCompact((line * third) / unit)}</span>
          ))}
        </div>
        <ol>
          {bars.map((bar) => (
            <li
              key={bar.name}
              className={bar.isNow ? 'dash-now' : undefined}
              style={{ '--v': bar.value / (3 * third) } as CSSProperties}
              onPointerEnter={() => setPointed(bar)}
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
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" className="right">
                {title.split(' ')[0]}
              </th>
            </tr>
          </thead>
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

/** `14`, `68.4K`: money without its sign, since the title says what it is. */
const formatCompact = (value: number): string => COMPACT.format(value)
