import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import mark from '#assets/mark.svg?inline'
import type { RoomReservationRow } from '#contract/admin/rooms.ts'
import { formatLongDate, parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import { isWithinRoomHours } from '#domain/room.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { type RoomChoice, type RoomDay, roomDay } from '#stores/admin/desk/rooms.ts'
import { ClosedDayNote } from '../ClosedDayNote.tsx'
import { EmptyState } from '../load-states.tsx'
import { useRole } from '../useRole.ts'
import { formatPurpose } from './format-purpose.ts'
import { type GridPosition, proposeInterval } from './lay-out-rooms.ts'
import { ReservationDialog } from './ReservationDialog.tsx'
import { ReserveDialog } from './ReserveDialog.tsx'
import { type ReservationForm, type RoomActions, RoomGrid, type RoomPurpose } from './RoomGrid.tsx'
import { getListId, RoomLists } from './RoomLists.tsx'

type Opened =
  | { initial: RoomChoice; purpose: RoomPurpose; reservation?: undefined }
  | { reservation: RoomReservationRow; form: ReservationForm | undefined }

interface Props {
  day: RoomDay
  /** Where the last change was made, until it has the focus. A move to another day mounts this again. */
  changed: RefObject<GridPosition | undefined>
}

export function DayOfRooms({ day, changed }: Props) {
  const isManager = hasRoleAtLeast(useRole(), 'manager')
  const [position, setPosition] = useState(changed.current)
  const [opened, setOpened] = useState<Opened>()
  const [doorId, setDoorId] = useState<string>()
  useEffect(() => {
    if (opened || !changed.current) return
    changed.current = undefined
    const cell = document.querySelector<HTMLElement>('[role="grid"] tbody [tabindex="0"]')
    const isShown = cell?.checkVisibility()
    const target = isShown ? cell : document.getElementById(getListId(position?.roomId ?? ''))
    target?.focus()
  }, [opened, position, changed])
  useEffect(() => {
    const showAll = () => setDoorId(undefined)
    window.addEventListener('afterprint', showAll)
    return () => window.removeEventListener('afterprint', showAll)
  }, [])

  const outside = day.reservations.filter((reservation) => {
    const room = day.rooms.find(({ id }) => id === reservation.roomId)
    return room && !isWithinRoomHours(room.hours, reservation)
  })
  const roomToBlock = day.rooms.find(({ free }) => free.length > 0)
  const firstFree = roomToBlock?.free[0]
  const close = () => setOpened(undefined)
  const actions: RoomActions = {
    reserve: (room, start, purpose = 'book') =>
      setOpened({ initial: { roomId: room.id, date: day.date, ...proposeInterval(room, start) }, purpose }),
    open: (reservation, form) => setOpened({ reservation, form }),
    printDoor: (roomId) => {
      flushSync(() => setDoorId(roomId))
      window.print()
    },
  }
  /** Shows the day of the changed reservation and focuses it. */
  async function finish({ roomId, date, start }: RoomChoice) {
    const [newDate, time] = [parseIsoDate(date), parseClockTime(start)]
    if (newDate && time) {
      changed.current = { roomId, time }
      setPosition({ roomId, time })
      await roomDay.choose({ date: newDate })
    }
    close()
  }

  return (
    <>
      <div className="grid gap-4 py-3" role="status">
        <div className="flex items-center gap-3">
          <img className="hidden size-10 print:block" src={mark} alt="" width="40" height="40" />
          <h2 id="rooms-day" className="heading-4">
            {day.locationName}, <span className="max-sm:block">{formatLongDate(day.date)}</span>
          </h2>
        </div>
        {day.closed && (
          <ClosedDayNote reason={day.closed} nextOpenDay={day.nextOpenDay} screen={roomDay} dateId="rooms-date">
            {day.reservations.length > 0 && 'Move or release the reservations of this day.'}
          </ClosedDayNote>
        )}
        {!day.closed && outside.length > 0 && (
          <div className="note note-warm print:hidden">
            <div>
              <p>
                The opening hours have changed. Move or release what is outside them, and call or email the customers:
              </p>
              <ul>
                {outside.map((reservation) => (
                  <li key={reservation.reservationId}>
                    {reservation.roomName}, {reservation.start}–{reservation.end}: {formatPurpose(reservation)}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )}
      </div>
      {day.rooms.length === 0 && (
        <EmptyState title="No meeting rooms.">
          This location has no rooms that can be reserved. Choose another location above.
        </EmptyState>
      )}
      {roomToBlock && firstFree && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 pb-2 print:hidden">
          <p className="mute max-sm:hidden">Choose a free time to reserve it.</p>
          {isManager && (
            <QuietButton aria-haspopup="dialog" onClick={() => actions.reserve(roomToBlock, firstFree.start, 'block')}>
              Block a room
            </QuietButton>
          )}
        </div>
      )}
      <div className="max-sm:hidden print:hidden">
        <RoomGrid day={day} position={position} setPosition={setPosition} actions={actions} />
      </div>
      <div className="hidden max-sm:block print:block">
        <RoomLists day={day} doorId={doorId} actions={actions} />
      </div>
      {opened?.reservation && (
        <ReservationDialog
          day={day}
          reservation={opened.reservation}
          initialForm={opened.form}
          done={finish}
          close={close}
        />
      )}
      {opened && !opened.reservation && (
        <ReserveDialog day={day} initial={opened.initial} initialPurpose={opened.purpose} done={finish} close={close} />
      )}
    </>
  )
}
