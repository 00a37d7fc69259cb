import { QuietButton } from '#islands/ui/buttons.tsx'
import type { RoomDay } from '#stores/admin/desk/rooms.ts'
import { formatDoorPurpose, formatPurpose } from './format-purpose.ts'
import { PrintDoorButton } from './PrintDoorButton.tsx'
import type { RoomActions } from './RoomGrid.tsx'

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
    return (
      <section
        key={room.id}
        className={`py-3 ${doorId === undefined || isDoor ? '' : 'print:hidden'}`}
        aria-labelledby={getListId(room.id)}
      >
        <div className="flex items-center justify-between gap-2 border-ledge border-b-2">
          <h3
            id={getListId(room.id)}
            tabIndex={-1}
            className={isDoor ? 'heading-4 print:text-print-title' : 'heading-4'}
          >
            {room.name} <small className="font-text text-ink-3 text-label">{room.seats} seats</small>
          </h3>
          <span className="print:hidden">
            <PrintDoorButton room={room} printDoor={actions.printDoor} />
          </span>
        </div>
        <ul className={isDoor ? 'print:text-28' : ''}>
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
                  <b>{isDoor ? formatDoorPurpose(reservation) : formatPurpose(reservation)}</b>
                  {!isDoor && reservation.booking && <span className="mute">, {reservation.booking.planName}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {reservations.length === 0 && <p className="py-2.5">No reservations.</p>}
        {!day.closed && (
          <p className="num mute py-2.5 print:hidden">
            {firstFree
              ? `Free: ${room.free.map(({ start, end }) => `${start}–${end}`).join(', ')}`
              : 'No free time left.'}
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

export const getListId = (roomId: string): string => `room-${roomId}`
