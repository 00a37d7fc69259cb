import { useState } from 'react'
import { type Interval, listBookableTimes } from '#domain/room.ts'
import type { FreeRoom } from '#stores/room-day.ts'
import { Choice, ChoiceDetail, ChoiceText } from './Choice.tsx'
import { Field } from './Field.tsx'

export interface RoomTime extends Interval {
  roomId: string
}

interface Props {
  rooms: readonly FreeRoom[]
  /** Of the reservation. */
  minutes: number
  chosen: RoomTime | undefined
  /** The time is undefined until one of another room is chosen. */
  onChoose: (time: RoomTime | undefined, room: FreeRoom) => void
}

/** The rooms, and the free times of the chosen one. */
export function RoomTimes({ rooms, minutes, chosen, onChoose }: Props) {
  const [openId, setOpenId] = useState(chosen?.roomId)
  const timesOf = ({ free }: FreeRoom) => listBookableTimes(free, minutes)
  const freeRooms = rooms.filter((room) => timesOf(room).length > 0)
  const room = rooms.find(({ id }) => id === openId) ?? (freeRooms.length === 1 ? freeRooms[0] : undefined)
  const times = room && timesOf(room)

  const only = rooms.length === 1 && rooms[0]
  const describe = (option: FreeRoom): string =>
    `${option.seats} ${option.seats === 1 ? 'seat' : 'seats'}${freeRooms.includes(option) ? '' : '. Not free for this long on this day.'}`

  function choose(room: FreeRoom, start: string | undefined) {
    const time = timesOf(room).find((known) => known.start === start)
    setOpenId(room.id)
    onChoose(time && { roomId: room.id, ...time }, room)
  }

  return (
    <div className="grid gap-4">
      {only ? (
        <p>
          <b className="font-strong">{only.name}</b>, {describe(only)}
        </p>
      ) : (
        <fieldset className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
          <legend className="mb-2 font-strong text-small">Room</legend>
          {rooms.map((option) => (
            <Choice
              key={option.id}
              name="room"
              checked={option === room}
              disabled={!freeRooms.includes(option)}
              onChange={() => choose(option, chosen?.start)}
            >
              <ChoiceText name={option.name} size="text-body">
                <ChoiceDetail>{describe(option)}</ChoiceDetail>
              </ChoiceText>
            </Choice>
          ))}
        </fieldset>
      )}
      {room && times && times.length > 0 && (
        <Field id="room-time" label="Time">
          {(control) => (
            <select
              {...control}
              value={chosen?.roomId === room.id ? chosen.start : ''}
              onChange={({ target }) => choose(room, target.value)}
            >
              <option value="">Choose a time</option>
              {times.map(({ start, end }) => (
                <option key={start} value={start}>
                  {start}–{end}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  )
}
