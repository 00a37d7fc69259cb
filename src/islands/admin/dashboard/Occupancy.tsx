import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate, formatRange, type IsoDate, weekday } from '#domain/calendar.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { useMediaQuery } from '#islands/ui/useMediaQuery.ts'
import { $day, openDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { DashboardSection } from './DashboardSection.tsx'
import { getOccupancyLevel } from './occupancy-level.ts'
import './occupancy.css'

/** `day` counts from today. */
interface Cell {
  row: number
  day: number
}

/** A grid with one tab stop. Arrow keys move within it and turn the page. */
export function Occupancy({ locations, today }: { locations: readonly LocationToday[]; today: IsoDate }) {
  const isWide = useMediaQuery('(width > 1180px)')
  const isMedium = useMediaQuery('(width > 640px)')
  const columns = isWide ? 30 : isMedium ? 14 : 7
  const { selectedDay } = useStore($day, { ssr: 'initial' })
  const grid = useRef<HTMLTableElement>(null)
  const bookable = locations.filter(({ available }) => available)
  const [activeCell, setActiveCell] = useState<Cell>({ row: 0, day: 0 })
  const count = locations[0]?.days.length ?? 0
  const first = Math.floor(activeCell.day / columns) * columns
  const days = (locations[0]?.days ?? []).slice(first, first + columns).map(({ date }) => date)
  const last = days.at(-1)

  function turnPage(pages: number) {
    setActiveCell({ ...activeCell, day: Math.min(count - 1, Math.max(0, first + pages * columns)) })
  }

  function move(event: KeyboardEvent) {
    const to = moveInGrid(activeCell, event.key, { rows: bookable.length, days: count, columns })
    if (!to) return
    event.preventDefault()
    // Synchronous, so that the next key is handled on the new cell even if the page turns.
    flushSync(() => setActiveCell(to))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  if (!last) return null
  return (
    <DashboardSection
      id="occupancy"
      title={<>Next {count} days</>}
      beside={
        <p className="dash-turn num">
          <IconButton icon={ChevronLeft} label="Earlier days" disabled={first === 0} onClick={() => turnPage(-1)} />
          <span aria-live="polite">{formatRange(days[0] ?? today, last)}</span>
          <IconButton
            icon={ChevronRight}
            label="Later days"
            disabled={first + columns >= count}
            onClick={() => turnPage(1)}
          />
        </p>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in this grid */}
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
          {locations.map((location) => (
            <tr key={location.locationId}>
              <th scope="row">
                <b>{location.name}</b>
                <small>{location.seats} seats</small>
              </th>
              {location.available ? (
                location.days.slice(first, first + columns).map(({ date, taken }, index) => {
                  const cell = { row: bookable.indexOf(location), day: first + index }
                  const isChosen = selectedDay?.date === date && selectedDay.location === location.locationId
                  return (
                    <td
                      key={date}
                      className={`${getDayClass(date, today)} dash-${getOccupancyLevel(taken, location.seats)}`}
                    >
                      <button
                        type="button"
                        tabIndex={cell.row === activeCell.row && cell.day === activeCell.day ? 0 : -1}
                        aria-pressed={isChosen}
                        aria-label={`${taken} of ${location.seats} seats, ${location.name}, ${formatDate(date)}`}
                        style={{ '--v': Math.min(1, taken / location.seats) } as CSSProperties}
                        onClick={() => {
                          setActiveCell(cell)
                          openDay({ location: location.locationId, date }, 'calendar')
                        }}
                      >
                        {taken}
                      </button>
                    </td>
                  )
                })
              ) : (
                <td className="dash-off" colSpan={days.length}>
                  <span>{location.status}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </DashboardSection>
  )
}

/** Returns the cell that a key leads to; `undefined` for other keys. */
function moveInGrid(from: Cell, key: string, grid: { rows: number; days: number; columns: number }): Cell | undefined {
  const { row, day } = from
  const first = Math.floor(day / grid.columns) * grid.columns
  const targets: Readonly<Record<string, Cell>> = {
    ArrowLeft: { row, day: day - 1 },
    ArrowRight: { row, day: day + 1 },
    ArrowUp: { row: row - 1, day },
    ArrowDown: { row: row + 1, day },
    Home: { row, day: first },
    End: { row, day: first + grid.columns - 1 },
    PageUp: { row, day: day - grid.columns },
    PageDown: { row, day: day + grid.columns },
  }
  const to = targets[key]
  const clamp = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))
  return to && { row: clamp(to.row, grid.rows), day: clamp(to.day, grid.days) }
}

function getDayClass(date: IsoDate, today: IsoDate): string {
  if (date === today) return 'dash-now'
  return weekday(date) === 'saturday' || weekday(date) === 'sunday' ? 'dash-weekend' : ''
}
