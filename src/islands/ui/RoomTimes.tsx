import { type Interval, listBookableTimes } from '#domain/room.ts'
import type { FreeRoom } from '#stores/room-day.ts'

export interface RoomTime extends Interval {
  roomId: string
}

interface Props {
  rooms: readonly FreeRoom[]
  /** Of the reservation. */
  minutes: number
  chosen: RoomTime | undefined
  onChoose: (time: RoomTime, room: FreeRoom) => void
}

/** The free times of each room as one group of radio buttons, named by their start. */
export const RoomTimes = ({ rooms, minutes, chosen, onChoose }: Props) => (
  <div className="grid gap-5">
    {rooms.map((room) => {
      const times = listBookableTimes(room.free, minutes)
      return (
        <fieldset key={room.id}>
          <legend className="mb-2 font-strong text-small">
            {room.name}, {room.seats} {room.seats === 1 ? 'seat' : 'seats'}
          </legend>
          {times.length === 0 && <p className="hint">Not free for this long on this day.</p>}
          <div className="grid grid-cols-fill-72 gap-2">
            {times.map(({ start, end }) => (
              <label
                key={start}
                className="num relative grid min-h-11 place-items-center rounded-2 border border-line-3 bg-paper-raised font-med text-small hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:border-3 forced-colors:has-checked:border-highlight"
              >
                <input
                  className="absolute inset-0 cursor-pointer appearance-none rounded-2 focus-visible:outline-offset-2"
                  type="radio"
                  name="room-time"
                  aria-label={`${start} to ${end}`}
                  checked={chosen?.roomId === room.id && chosen.start === start && chosen.end === end}
                  onChange={() => onChoose({ roomId: room.id, start, end }, room)}
                />
                <span aria-hidden="true">{start}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )
    })}
  </div>
)
