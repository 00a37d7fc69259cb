import type { RoomReservationRow } from '#contract/admin/rooms.ts'
import { type ClockTime, type IsoDate, kathmanduInstant } from '#domain/calendar.ts'
import { type Interval, isFree, isWithinRoomHours, listSlots, toSlot, toTime } from '#domain/room.ts'
import type { RoomDay } from '#stores/admin/desk/rooms.ts'

export type GridRoom = RoomDay['rooms'][number]

/** `misplaced` ones are outside the bookable hours, which have changed. */
type ReservationState = 'reserved' | 'misplaced' | 'blocked'

/** A reservation, or one half hour without any. */
export interface GridCell extends Interval {
  /** How many half hours it has. */
  rows: number
  /** `closed` is outside the bookable hours, `buffer` stays free between two reservations. */
  state: ReservationState | 'free' | 'past' | 'buffer' | 'closed'
  reservation?: RoomReservationRow
}

export interface GridColumn {
  room: GridRoom
  cells: GridCell[]
}

interface RoomLayout {
  /** The starts of the half hours, one for each row. */
  times: ClockTime[]
  /** The end of the last half hour. */
  end: ClockTime
  columns: GridColumn[]
}

/** Lays out a day from its first to its last bookable or reserved half hour; undefined if there is none. */
export function layOutRooms({ date, rooms, reservations }: RoomDay, now: number): RoomLayout | undefined {
  const slots = [...rooms.flatMap(({ hours }) => hours ?? []), ...reservations].flatMap(listSlots)
  if (slots.length === 0) return undefined
  const first = Math.min(...slots)
  const last = Math.max(...slots)
  const times = Array.from({ length: last - first + 1 }, (_, index) => toTime(first + index))
  const columns = rooms.map((room) => {
    const own = reservations.filter(({ roomId }) => roomId === room.id)
    return { room, cells: times.flatMap((start) => toCell(room, own, { date, start }, now) ?? []) }
  })
  return { times, end: toTime(last + 1), columns }
}

export function getReservationState(room: GridRoom, reservation: RoomReservationRow): ReservationState {
  if (!reservation.booking) return 'blocked'
  return isWithinRoomHours(room.hours, reservation) ? 'reserved' : 'misplaced'
}

/** Undefined within a reservation. */
function toCell(
  room: GridRoom,
  reservations: readonly RoomReservationRow[],
  { date, start }: { date: IsoDate; start: ClockTime },
  now: number,
): GridCell | undefined {
  const reservation = reservations.find((each) => each.start <= start && start < each.end)
  if (reservation) {
    const { end } = reservation
    return reservation.start === start
      ? { start, end, rows: listSlots(reservation).length, state: getReservationState(room, reservation), reservation }
      : undefined
  }
  const interval = { start, end: addSlots(start, 1) }
  const isBookable = room.hours !== null && isFree(interval, [room.hours])
  const isOver = kathmanduInstant(date, interval.end) <= now
  const state = isFree(interval, room.free) ? 'free' : !isBookable ? 'closed' : isOver ? 'past' : 'buffer'
  return { ...interval, rows: 1, state }
}

/** Joins half hours of the same state. */
export function joinHalfHours(cells: readonly GridCell[]): GridCell[] {
  const joined: GridCell[] = []
  for (const cell of cells) {
    const last = joined.at(-1)
    if (last && !cell.reservation && last.state === cell.state && last.end === cell.start) last.end = cell.end
    else joined.push({ ...cell })
  }
  return joined
}

/** An hour from a free half hour on, or the half hour where no more is free. */
export function proposeInterval({ free }: GridRoom, start: ClockTime): Interval {
  const hour = { start, end: addSlots(start, 2) }
  return isFree(hour, free) ? hour : { start, end: addSlots(start, 1) }
}

const addSlots = (time: ClockTime, slots: number): ClockTime => toTime(toSlot(time) + slots)

/** The cell that contains a time. */
export const findCell = ({ cells }: GridColumn, time: ClockTime): GridCell | undefined =>
  cells.find(({ start, end }) => start <= time && time < end)

/** The room and the time that a key leads to; undefined for other keys. */
export function moveInGrid(
  columns: readonly GridColumn[],
  { roomId, time }: GridPosition,
  key: string,
): GridPosition | undefined {
  const index = columns.findIndex(({ room }) => room.id === roomId)
  const column = columns[index]
  if (!column) return undefined
  const at = column.cells.findIndex(({ end }) => time < end)
  const inColumn = (cell: GridCell | undefined) => ({ roomId, time: cell?.start ?? time })
  const inRow = (room: GridRoom | undefined) => ({ roomId: room?.id ?? roomId, time })
  switch (key) {
    case 'ArrowUp':
      return inColumn(column.cells[at - 1])
    case 'ArrowDown':
      return inColumn(column.cells[at + 1])
    case 'Home':
      return inColumn(column.cells[0])
    case 'End':
      return inColumn(column.cells.at(-1))
    case 'ArrowLeft':
      return inRow(columns[index - 1]?.room)
    case 'ArrowRight':
      return inRow(columns[index + 1]?.room)
  }
  return undefined
}

export interface GridPosition {
  roomId: string
  time: ClockTime
}
