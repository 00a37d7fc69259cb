import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate, formatRange, type IsoDate, weekday } from '#domain/calendar.ts'
import { $day, openDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { getOccupancyLevel } from './occupancy-level.ts'
import { useDayColumns } from './useDayColumns.ts'
import './occupancy.css'

interface OccupancyProps {
  locations: readonly LocationToday[]
  today: IsoDate
}

/** One cell of the calendar by its row and its day from today. */
interface Cell {
  row: number
  day: number
}

/**
 * The seats of the next days as a grid: one stop for the keyboard, in which the arrows move and turn the page. A click
 * shows that day's people.
 */
export function Occupancy({ locations, today }: OccupancyProps) {
  const columns = useDayColumns()
  const { chosen } = useStore($day, { ssr: 'initial' })
  const grid = useRef<HTMLTableElement>(null)
  const bookable = locations.filter(({ available }) => available)
  const [at, setAt] = useState<Cell>({ row: 0, day: 0 })
  const count = locations[0]?.days.length ?? 0
  const first = Math.floor(at.day / columns) * columns
  const days = (locations[0]?.days ?? []).slice(first, first + columns).map(({ date }) => date as IsoDate)
  const last = days.at(-1)

  function turn(pages: number) {
    setAt({ ...at, day: Math.min(count - 1, Math.max(0, first + pages * columns)) })
  }

  function move(event: KeyboardEvent) {
    const to = moveInGrid(at, event.key, { rows: bookable.length, days: count, columns })
    if (!to) return
    event.preventDefault()
    // At once, so that the next key, however soon, is pressed on the new cell; the page may turn for it.
    flushSync(() => setAt(to))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  if (!last) return null
  return (
    <section className="dash-part" aria-labelledby="occupancy">
      <div className="dash-head">
        <h2 id="occupancy" className="heading-4">
          Next {count} days
        </h2>
        <p className="dash-turn num">
          <button type="button" className="icon-button" disabled={first === 0} onClick={() => turn(-1)}>
            <ChevronLeft className="icon" aria-hidden="true" />
            <span className="visually-hidden">Earlier days</span>
          </button>
          <span aria-live="polite">{formatRange(days[0] ?? today, last)}</span>
          <button type="button" className="icon-button" disabled={first + columns >= count} onClick={() => turn(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
            <span className="visually-hidden">Later days</span>
          </button>
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that the arrow keys move in */}
      <table className="dash-days num" role="grid" aria-labelledby="occupancy" ref={grid} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">Seats taken</th>
            {days.map((date) => (
              <th key={date} scope="col" className={getDayClass(date, today)}>
                <span aria-hidden="true">{weekday(date).charAt(0).toUpperCase()}</span>
                <span className="visually-hidden">{weekday(date)} </span>
                {Number(date.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {locations.map((place) => (
            <tr key={place.locationId}>
              <th scope="row">
                <b>{place.name}</b>
                <small>{place.seats} seats</small>
              </th>
              {place.available ? (
                place.days.slice(first, first + columns).map(({ date, taken }, index) => {
                  const cell = { row: bookable.indexOf(place), day: first + index }
                  const isChosen = chosen?.date === date && chosen.location === place.locationId
                  return (
                    <td
                      key={date}
                      className={`${getDayClass(date as IsoDate, today)} dash-${getOccupancyLevel(taken, place.seats)}`}
                    >
                      <button
                        type="button"
                        tabIndex={cell.row === at.row && cell.day === at.day ? 0 : -1}
                        aria-pressed={isChosen}
                        aria-label={`${taken} of ${place.seats} seats, ${place.name}, ${formatDate(date as IsoDate)}`}
                        style={{ '--v': Math.min(1, taken / place.seats) } as CSSProperties}
                        onClick={() => {
                          setAt(cell)
                          openDay({ location: place.locationId, date }, 'calendar')
                        }}
                      >
                        {taken}
                      </button>
                    </td>
                  )
                })
              ) : (
                <td className="dash-off" colSpan={days.length}>
                  <span>{place.status}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Where a key leads, within the grid; undefined for other keys. */
export function moveInGrid(
  at: Cell,
  key: string,
  grid: { rows: number; days: number; columns: number },
): Cell | undefined {
  const day = (to: number) => ({ ...at, day: Math.min(grid.days - 1, Math.max(0, to)) })
  const row = (to: number) => ({ ...at, row: Math.min(grid.rows - 1, Math.max(0, to)) })
  const first = Math.floor(at.day / grid.columns) * grid.columns
  switch (key) {
    case 'ArrowLeft':
      return day(at.day - 1)
    case 'ArrowRight':
      return day(at.day + 1)
    case 'ArrowUp':
      return row(at.row - 1)
    case 'ArrowDown':
      return row(at.row + 1)
    case 'Home':
      return day(first)
    case 'End':
      return day(first + grid.columns - 1)
    case 'PageUp':
      return day(at.day - grid.columns)
    case 'PageDown':
      return day(at.day + grid.columns)
    default:
      return undefined
  }
}

function getDayClass(date: IsoDate, today: IsoDate): string {
  if (date === today) return 'dash-now'
  return weekday(date) === 'saturday' || weekday(date) === 'sunday' ? 'dash-weekend' : ''
}
