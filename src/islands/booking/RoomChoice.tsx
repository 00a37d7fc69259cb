import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatDate } from '#domain/calendar.ts'
import { formatRoomMinutes, listBookableTimes } from '#domain/room.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { RoomTimes } from '#islands/ui/RoomTimes.tsx'
import { $chosenRoom, $mismatchedRoom, chooseRoom } from '#stores/booking/room.ts'
import { $roomDay, loadRoomDay } from '#stores/room-day.ts'
import type { Wizard } from './wizard.ts'

/** The free times of the day of a day pass, for as many hours as are bought. */
export default function RoomChoice({ wizard: { draft, failure } }: { wizard: Wizard }) {
  const { locationId, startDate, meetingRoomHours } = draft
  const day = useStore($roomDay)
  const chosen = useStore($chosenRoom)
  const mismatched = useStore($mismatchedRoom)
  const heading = useRef<HTMLHeadingElement>(null)
  const taken = failure?.fields?.['rooms.0']
  useEffect(() => void loadRoomDay(locationId, startDate), [locationId, startDate, taken])
  if (!startDate || day?.locationId !== locationId || day.date !== startDate || day.rooms?.length === 0) return null
  const minutes = meetingRoomHours * 60
  const room = chosen && day.rooms?.find(({ id }) => id === chosen.roomId)
  const isFree = room && listBookableTimes(room.free, minutes).some(({ start }) => start === chosen.start)
  const gone =
    chosen && day.rooms && !isFree && `${chosen.roomName} is no longer free at ${chosen.start}–${chosen.end}.`
  return (
    <section className="col-span-full mt-3 grid gap-4" aria-labelledby="room-choice">
      <div>
        <h3 className="font-strong text-small focus:outline-none" id="room-choice" tabIndex={-1} ref={heading}>
          Choose a room for {formatDate(startDate)}
        </h3>
        <p className="hint" aria-live="polite">
          {chosen ? (
            <>
              {gone
                ? 'Choose another time, or choose it later on the page of your booking.'
                : `${formatRoomMinutes(minutes)} in ${chosen.roomName}, ${chosen.start}–${chosen.end}.`}{' '}
              <LinkButton
                onClick={() => {
                  chooseRoom(null)
                  // The button is gone with the choice.
                  heading.current?.focus()
                }}
              >
                Choose later
              </LinkButton>
            </>
          ) : (
            <>
              {mismatched &&
                `${mismatched.roomName}, ${mismatched.start}–${mismatched.end}, is no longer chosen, because you book ${formatRoomMinutes(minutes)} now. `}
              You can also choose it later, on the page of your booking.
            </>
          )}
        </p>
      </div>
      <Alert problem={taken ?? (gone || day.problem)} />
      {day.rooms && (
        <RoomTimes
          rooms={day.rooms}
          minutes={minutes}
          chosen={chosen ?? undefined}
          onChoose={(time, { name }) =>
            chooseRoom(time ? { ...time, locationId, date: startDate, roomName: name } : null)
          }
        />
      )}
    </section>
  )
}
