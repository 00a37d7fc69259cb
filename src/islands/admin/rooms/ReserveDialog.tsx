import { useState } from 'react'
import { formatLongDate, parseClockTime } from '#domain/calendar.ts'
import { countMinutes } from '#domain/room.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { type RoomChoice, type RoomDay, reserveRoom } from '#stores/admin/desk/rooms.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { DateField } from '../form/fields.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { ViewSwitch } from '../list/fields.tsx'
import { useRole } from '../useRole.ts'
import { useTask } from '../useTask.ts'
import { BookingChoice } from './BookingChoice.tsx'
import type { RoomPurpose } from './RoomGrid.tsx'
import { TimeFields } from './TimeFields.tsx'

interface Props {
  day: RoomDay
  initial: RoomChoice
  initialPurpose: RoomPurpose
  /** Reloads the day and closes the dialog. */
  done: (choice: RoomChoice) => Promise<void>
  close: () => void
}

const PURPOSES: Readonly<Record<RoomPurpose, string>> = { book: 'For a booking', block: 'Block the room' }

/** Reserves a room for a booking of the day. Managers can also block it, on several days. */
export function ReserveDialog({ day, initial, initialPurpose, done, close }: Props) {
  const task = useTask()
  const isManager = hasRoleAtLeast(useRole(), 'manager')
  const [choice, setChoice] = useState<RoomChoice>(initial)
  const [isBlock, setIsBlock] = useState(initialPurpose === 'block')
  const [bookingId, setBookingId] = useState('')
  const [reason, setReason] = useState('')
  const [lastDay, setLastDay] = useState<string>(day.date)
  const { fields, problem, setFieldErrors } = task

  async function send() {
    if (!isBlock && bookingId === '') return setFieldErrors({ bookingId: 'Choose a booking' })
    const purpose = isBlock ? { reason, lastDay } : { bookingId }
    const reserved = await task.run(() => reserveRoom({ ...choice, ...purpose }))
    if (reserved) await done(choice)
  }

  return (
    <Dialog
      title={
        <>
          {isBlock ? 'Block a room' : 'Reserve a room'}
          <small className="block pt-1 font-sans font-stretch-normal font-text text-ink-2 text-small">
            {day.locationName}, {formatLongDate(day.date)}
          </small>
        </>
      }
      close={close}
    >
      <TaskForm
        className={`grid gap-3.5 ${COMPACT_FIELDS}`}
        task={task}
        button={isBlock ? 'Block this time' : 'Reserve this time'}
        cancel={close}
        send={send}
      >
        {isManager && (
          <ViewSwitch
            id="room-purpose"
            label="Purpose"
            views={PURPOSES}
            value={isBlock ? 'block' : 'book'}
            onChange={(purpose) => {
              setIsBlock(purpose === 'block')
              // The search starts again, and may not list the booking.
              setBookingId('')
            }}
          />
        )}
        <TimeFields
          rooms={day.rooms}
          choice={choice}
          errors={fields}
          change={(to) => setChoice({ ...choice, ...to })}
        />
        {isBlock ? (
          <>
            <DateField
              id="room-last-day"
              label="Last day"
              hint="Closed days are left out."
              error={fields.lastDay}
              min={day.date}
              value={lastDay}
              onChange={setLastDay}
            />
            <ReasonField
              id="room-reason"
              label="Reason"
              hint="For staff, also on the printed day. The door says “Not available”."
              error={fields.reason}
              value={reason}
              onChange={setReason}
            />
          </>
        ) : (
          <BookingChoice
            location={day.locationId}
            date={day.date}
            bookingId={bookingId}
            minutes={countChosenMinutes(choice)}
            error={fields.bookingId ?? fields.minutes}
            onChange={setBookingId}
          />
        )}
        <Alert problem={problem ?? fields.date} />
      </TaskForm>
    </Dialog>
  )
}

function countChosenMinutes(choice: RoomChoice): number {
  const [start, end] = [parseClockTime(choice.start), parseClockTime(choice.end)]
  return start && end ? countMinutes({ start, end }) : 0
}
