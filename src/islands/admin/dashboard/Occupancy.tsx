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
import { getOccupancyLevel, type OccupancyLevel } from './occupancy-level.ts'

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
  const hasBlocked = bookable.some(({ days }) => days.slice(first, first + columns).some(({ blocked }) => blocked > 0))

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
      title={`Seats taken, next ${count} days`}
      className="pb-5"
      beside={
        <p className="num -mr-3 flex items-center gap-1 font-strong">
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
      <table
        className="num forced-colors:system-colors w-full table-fixed"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in this grid
        role="grid"
        aria-labelledby="occupancy"
        ref={grid}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <th scope="col" className={`w-33 text-left align-bottom font-med text-ink-3 max-sm:w-29 ${COLUMN_CLASSES}`}>
              Location
            </th>
            {days.map((date) => (
              <th
                key={date}
                scope="col"
                className={`${COLUMN_CLASSES} ${
                  date === today ? 'font-display text-brick' : 'font-med text-ink-2'
                } ${getDayColor(date, today)}`}
              >
                <span aria-hidden="true" className="block text-ink-3">
                  {weekday(date).charAt(0).toUpperCase()}
                </span>
                <span className="visually-hidden">{weekday(date)} </span>
                {Number(date.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {locations.map((location) => (
            <tr key={location.locationId}>
              <th scope="row" className="border-line-2 border-b pr-2 text-left font-text leading-snug">
                <b>{location.name}</b>
                <small className="block text-ink-3 text-label">
                  {location.seats} seats{location.days.some(({ seats }) => seats !== location.seats) && ' today'}
                </small>
              </th>
              {location.available ? (
                location.days.slice(first, first + columns).map(({ date, seats, taken, blocked, closed }, index) => {
                  const cell = { row: bookable.indexOf(location), day: first + index }
                  const total = Math.max(seats, taken + blocked)
                  const level = getOccupancyLevel(taken + blocked, seats)
                  const isChosen = selectedDay?.date === date && selectedDay.location === location.locationId
                  return (
                    <td
                      key={date}
                      className={`h-22 border-b border-b-line-2 border-l border-l-line ${closed ? 'bg-hatch-small' : getDayColor(date, today)}`}
                    >
                      <button
                        type="button"
                        className={`relative flex h-22 w-full justify-center bg-bottom bg-share bg-no-repeat pt-1.25 text-12 hover:inset-ring-2 hover:inset-ring-line-3 focus-visible:-outline-offset-2 aria-pressed:inset-ring-2 aria-pressed:inset-ring-ink ${
                          date === today && !closed ? 'bg-level-today' : LEVEL_FILLS[level]
                        } ${level === 'full' ? 'font-display text-ink' : 'font-med text-ink-2'}`}
                        tabIndex={cell.row === activeCell.row && cell.day === activeCell.day ? 0 : -1}
                        aria-pressed={isChosen}
                        aria-label={`${taken} of ${seats} seats${blocked > 0 ? `, ${blocked} blocked` : ''}, ${location.name}, ${formatDate(date)}${closed ? `, closed: ${closed}` : ''}`}
                        title={
                          closed
                            ? `Closed: ${closed}`
                            : blocked > 0
                              ? `${blocked} of ${seats} seats blocked`
                              : undefined
                        }
                        style={{ '--v': taken / total, '--w': blocked / total } as CSSProperties}
                        onClick={() => {
                          setActiveCell(cell)
                          openDay({ location: location.locationId, date }, 'calendar')
                        }}
                      >
                        {blocked > 0 && <i className="above-share absolute inset-x-0 bg-level-full" />}
                        <span className={closed ? 'relative self-start bg-paper px-1 text-ink' : 'relative'}>
                          {taken}
                        </span>
                      </button>
                    </td>
                  )
                })
              ) : (
                <td
                  className="h-11 border-b border-b-line-2 border-l border-l-line bg-unavailable text-center"
                  colSpan={days.length}
                >
                  <span className="bg-paper px-2.5 py-0.75 text-ink-2 text-label">{location.status}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasBlocked && (
        <p className="mute flex items-center gap-2 pt-2.5">
          <i className="size-4 bg-level-full" />
          Blocked seats
        </p>
      )}
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

const COLUMN_CLASSES = 'border-b-2 border-ledge pt-1 pb-1.5 text-12 leading-125'

const LEVEL_FILLS: Readonly<Record<OccupancyLevel, string>> = {
  some: 'bg-level-some',
  high: 'bg-level-high',
  full: 'bg-level-full',
}

function getDayColor(date: IsoDate, today: IsoDate): string {
  const isWeekend = weekday(date) === 'saturday' || weekday(date) === 'sunday'
  return isWeekend && date !== today ? 'bg-paper-sunk' : ''
}
