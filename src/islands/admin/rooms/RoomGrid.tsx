import { type Dispatch, type KeyboardEvent, type SetStateAction, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RoomReservationRow } from '#contract/admin/rooms.ts'
import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { toSlot, toTime } from '#domain/room.ts'
import type { RoomDay } from '#stores/admin/desk/rooms.ts'
import { now } from '#stores/clock.ts'
import { formatPurpose } from './format-purpose.ts'
import {
  findCell,
  type GridCell,
  type GridColumn,
  type GridPosition,
  type GridRoom,
  layOutRooms,
  moveInGrid,
} from './lay-out-rooms.ts'
import { PrintDoorButton } from './PrintDoorButton.tsx'

export type ReservationForm = 'move' | 'release'
export type RoomPurpose = 'book' | 'block'

export interface RoomActions {
  reserve: (room: GridRoom, start: GridCell['start'], purpose?: RoomPurpose) => void
  open: (reservation: RoomReservationRow, form?: ReservationForm) => void
  printDoor: (roomId: string) => void
}

interface Props {
  day: RoomDay
  position: GridPosition | undefined
  setPosition: Dispatch<SetStateAction<GridPosition | undefined>>
  actions: RoomActions
}

const FORM_KEYS: Readonly<Record<string, ReservationForm>> = {
  m: 'move',
  M: 'move',
  Delete: 'release',
  Backspace: 'release',
}

/** Rooms side by side, half hours below each other. It has one tab stop; arrow keys move within it. */
export function RoomGrid({ day, position, setPosition, actions }: Props) {
  const grid = useRef<HTMLTableElement>(null)
  const layout = layOutRooms(day, now())
  const firstColumn = layout?.columns[0]
  if (!layout || !firstColumn) return null
  const { times, end, columns } = layout
  const column = columns.find(({ room }) => room.id === position?.roomId) ?? firstColumn
  const cell = (position && findCell(column, position.time)) ?? findFirstFree(column)
  if (!cell) return null

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !cell) return
    const form = cell.reservation && FORM_KEYS[event.key]
    const to = moveInGrid(columns, position ?? { roomId: column.room.id, time: cell.start }, event.key)
    if (form && cell.reservation) actions.open(cell.reservation, form)
    else if (to) {
      // Synchronous, so that the next key is handled on the new cell.
      flushSync(() => setPosition(to))
      grid.current?.querySelector<HTMLElement>('tbody [tabindex="0"]')?.focus()
    } else return
    event.preventDefault()
  }

  const current = day.date === kathmanduDate(now()) ? toTime(toSlot(kathmanduTime(now()))) : undefined
  const states = new Set(columns.flatMap(({ cells }) => cells.map(({ state }) => state)))

  return (
    <>
      <table
        ref={grid}
        className={`num forced-colors:system-colors w-full table-fixed text-compact ${columns.length === 1 ? 'max-w-700px' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in this grid
        role="grid"
        aria-labelledby="rooms-day"
      >
        <thead>
          <tr>
            <th scope="col" className="w-16 border-ledge border-b-2">
              <span className="visually-hidden">Time</span>
            </th>
            {columns.map(({ room }) => (
              <th key={room.id} scope="col" className="border-ledge border-b-2 pl-2.5 text-left">
                <span className="flex items-center justify-between gap-2 pr-2.5">
                  <span>
                    {room.name} <small className="font-text text-ink-3 text-label">{room.seats} seats</small>
                  </span>
                  <PrintDoorButton room={room} printDoor={actions.printDoor} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={handleKey}>
          {times.map((time) => (
            <tr
              key={time}
              className={
                time === current
                  ? 'border-brick border-t-2'
                  : `border-t ${isWholeHour(time) ? 'border-line-2' : 'border-line'}`
              }
            >
              <th scope="row" className="h-6 pt-0.5 pr-2.5 text-right align-top font-text text-ink-2 leading-none">
                <span className={isWholeHour(time) ? '' : 'visually-hidden'}>{time}</span>
              </th>
              {columns.map(({ room, cells }) => {
                const index = cells.findIndex(({ start }) => start === time)
                const each = cells[index]
                return (
                  each && (
                    <td key={room.id} rowSpan={each.rows} className="relative border-line border-l">
                      <CellButton
                        room={room}
                        cell={each}
                        isFirstOfState={cells[index - 1]?.state !== each.state}
                        isCurrent={room.id === column.room.id && each.start === cell.start}
                        onFocus={() => setPosition((before) => enterCell(room, each, before))}
                        actions={actions}
                      />
                    </td>
                  )
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr className="border-line-2 border-t">
            <td className="pt-0.5 pr-2.5 text-right text-ink-2 leading-none">{end}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mute flex flex-wrap gap-x-5 pt-1">
        {LEGEND.filter(([state]) => states.has(state)).map(([state, label]) => (
          <span key={state} className="flex items-center gap-2">
            {/* The cells that stay free are labelled. */}
            {state !== 'buffer' && <i className={`size-4 border border-line-2 ${STATE_CLASSES[state]}`} />}
            {label}
          </span>
        ))}
      </p>
      <p className="mute pointer-coarse:hidden py-1">
        Arrow keys move, Enter opens, M moves a reservation, Delete releases it.
      </p>
    </>
  )
}

const isWholeHour = (time: string): boolean => time.endsWith(':00')

const findFirstFree = ({ cells }: GridColumn): GridCell | undefined =>
  cells.find(({ state }) => state === 'free') ?? cells[0]

/** The row is still that of the key before where a reservation covers it. */
const enterCell = ({ id }: GridRoom, { start, end }: GridCell, before: GridPosition | undefined): GridPosition =>
  before?.roomId === id && start <= before.time && before.time < end ? before : { roomId: id, time: start }

interface CellProps {
  room: GridRoom
  cell: GridCell
  isFirstOfState: boolean
  isCurrent: boolean
  onFocus: () => void
  actions: RoomActions
}

function CellButton({ room, cell, isFirstOfState, isCurrent, onFocus, actions }: CellProps) {
  const { start, end, rows, state, reservation } = cell
  return (
    <button
      type="button"
      className={`absolute inset-0 flex overflow-hidden px-2.5 text-left leading-125 ${rows > 1 ? 'items-start py-1' : 'items-center'} hover:inset-ring-2 hover:inset-ring-line-3 focus-visible:-outline-offset-2 ${STATE_CLASSES[state]}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-disabled={(state !== 'free' && !reservation) || undefined}
      onFocus={onFocus}
      onClick={() => {
        if (reservation) actions.open(reservation)
        else if (state === 'free') actions.reserve(room, start)
      }}
    >
      {reservation ? (
        <span className={rows > 1 ? 'wrap-anywhere grid' : 'flex min-w-0 gap-x-2'}>
          <b className={rows > 1 ? '' : 'truncate'}>{formatPurpose(reservation)}</b>{' '}
          <span className="flex-none">
            {start}–{end}
            {state === 'misplaced' && `, ${STATE_LABELS.misplaced.toLowerCase()}`}
            <span className="visually-hidden">, {room.name}</span>
          </span>
        </span>
      ) : (
        <>
          {state === 'buffer' && isFirstOfState && (
            <span className="bg-paper px-1 text-ink-3 text-label" aria-hidden="true">
              {STATE_LABELS.buffer}
            </span>
          )}
          <span className="visually-hidden">
            {STATE_LABELS[state]}, {start}, {room.name}
          </span>
        </>
      )}
    </button>
  )
}

type CellState = GridCell['state']

export const STATE_LABELS: Readonly<Record<CellState, string>> = {
  reserved: 'Reserved',
  misplaced: 'Must move',
  blocked: 'Blocked',
  free: 'Free',
  past: 'Past',
  buffer: 'Kept free',
  closed: 'Closed',
}

const STATE_CLASSES: Readonly<Record<CellState, string>> = {
  reserved: 'bg-pipal-wash border-l-4 border-l-pipal',
  misplaced: 'bg-danger-wash border-l-4 border-l-danger',
  blocked: 'bg-marigold-wash border-l-4 border-l-marigold',
  free: '',
  past: 'bg-paper-sunk',
  buffer: 'bg-hatch',
  closed: 'bg-hatch',
}

const LEGEND: readonly [CellState, string][] = [
  ['reserved', STATE_LABELS.reserved],
  ['misplaced', STATE_LABELS.misplaced],
  ['blocked', STATE_LABELS.blocked],
  ['closed', 'Not bookable'],
  ['past', STATE_LABELS.past],
  ['buffer', `${STATE_LABELS.buffer}: the break around reservations`],
]
