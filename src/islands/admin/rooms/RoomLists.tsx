import { ChevronRight } from 'lucide-react'
import type { Interval } from '#domain/room.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import type { RoomDay } from '#stores/admin/desk/rooms.ts'
import { now } from '#stores/clock.ts'
import { formatDoorPurpose, formatPurpose } from './format-purpose.ts'
import { type GridCell, type GridRoom, getReservationState, joinHalfHours, layOutRooms } from './lay-out-rooms.ts'
import { PrintDoorButton } from './PrintDoorButton.tsx'
import { type RoomActions, STATE_LABELS } from './RoomGrid.tsx'

interface Props {
  day: RoomDay
  /** The room whose day is printed for its door; all rooms for staff otherwise. */
  doorId: string | undefined
  actions: RoomActions
}

/** The day of each room as text, on small screens and on paper. */
export const RoomLists = ({ day, doorId, actions }: Props) =>
  day.rooms.map((room) => {
    const reservations = day.reservations.filter(({ roomId }) => roomId === room.id)
    const isDoor = room.id === doorId
    const [firstFree] = room.free
    const buffers = joinHalfHours(layOutCells(day, room).filter(({ state }) => state === 'buffer'))
    return (
      <section
        key={room.id}
        className={`py-3 ${doorId === undefined || isDoor ? '' : 'print:hidden'}`}
        data-door={isDoor || undefined}
        aria-labelledby={getListId(room.id)}
      >
        <div className="flex items-center justify-between gap-2 border-ledge border-b-2">
          <h3
            id={getListId(room.id)}
            tabIndex={-1}
            className={
              isDoor ? 'stretch-display font-display text-menu print:text-fluid-68-108 print:leading-none' : 'heading-4'
            }
          >
            {room.name}{' '}
            <small
              className={`whitespace-nowrap font-text text-ink-3 text-label ${isDoor ? 'print:block print:text-tile' : ''}`}
            >
              {room.seats} seats
            </small>
          </h3>
          <span className="print:hidden">
            <PrintDoorButton room={room} printDoor={actions.printDoor} />
          </span>
        </div>
        {isDoor ? (
          <DoorPlan day={day} room={room} />
        ) : (
          <ul>
            {reservations.map((reservation) => (
              <li key={reservation.reservationId} className="border-line border-b">
                <button
                  type="button"
                  className="num flex min-h-11 w-full items-baseline gap-x-3 whitespace-normal py-2.5 text-left"
                  onClick={() => actions.open(reservation)}
                >
                  <span className="flex-none">
                    {reservation.start}–{reservation.end}
                  </span>
                  <span className="wrap-anywhere">
                    <b>{formatPurpose(reservation)}</b>
                    {reservation.booking && <span className="mute">, {reservation.booking.planName}</span>}
                    {getReservationState(room, reservation) === 'misplaced' && (
                      <span className="block">
                        <span className="tag tag-no">{STATE_LABELS.misplaced}</span>
                      </span>
                    )}
                  </span>
                  <ChevronRight className="icon ml-auto self-center print:hidden" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {reservations.length === 0 && <p className="py-2.5">No reservations.</p>}
        {!day.closed && (
          <p className={`num mute whitespace-normal py-2.5 ${isDoor ? 'print:hidden' : ''}`}>
            {firstFree ? `Free: ${formatIntervals(room.free)}` : 'No free time left.'}
            {buffers.length > 0 && (
              <span className="block">Kept free as a break around reservations: {formatIntervals(buffers)}</span>
            )}
          </p>
        )}
        {firstFree && (
          <span className="print:hidden">
            <QuietButton aria-haspopup="dialog" onClick={() => actions.reserve(room, firstFree.start)}>
              Reserve<span className="visually-hidden"> {room.name}</span>
            </QuietButton>
          </span>
        )}
      </section>
    )
  })

interface DoorPlanProps {
  day: RoomDay
  room: GridRoom
}

const formatIntervals = (intervals: readonly Interval[]): string =>
  intervals.map(({ start, end }) => `${start}–${end}`).join(', ')

const DOOR_LABELS: Readonly<Partial<Record<GridCell['state'], string>>> = { free: 'Free', buffer: 'Not available' }

const layOutCells = (day: RoomDay, room: GridRoom): GridCell[] =>
  layOutRooms({ ...day, rooms: [room] }, now())?.columns[0]?.cells ?? []

/** The day without what visitors must not read, in letters that are read from some steps away. */
function DoorPlan({ day, room }: DoorPlanProps) {
  const cells = layOutCells(day, room)
  return (
    <ul className="print:grid print:min-h-print-door print:text-tile">
      {joinHalfHours(cells.filter(({ state, reservation }) => reservation || DOOR_LABELS[state])).map(
        ({ start, end, state, reservation }) => (
          <li key={start} className="num flex items-center gap-x-6 border-line border-b py-2.5">
            <span className="flex-none">
              {start}–{end}
            </span>
            {reservation ? (
              <span className="wrap-anywhere font-strong">{formatDoorPurpose(reservation)}</span>
            ) : (
              <span>{DOOR_LABELS[state]}</span>
            )}
          </li>
        ),
      )}
    </ul>
  )
}

export const getListId = (roomId: string): string => `room-${roomId}`
