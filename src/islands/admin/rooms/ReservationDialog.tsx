import { useState } from 'react'
import type { RoomReservationRow } from '#contract/admin/rooms.ts'
import { formatLongDate, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { countMinutes, formatRoomMinutes } from '#domain/room.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import {
  moveReservation,
  type RoomChoice,
  type RoomDay,
  releaseBlock,
  releaseReservation,
} from '#stores/admin/desk/rooms.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { getNotificationText } from '../bookings/notification-text.ts'
import { DangerActions } from '../DangerActions.tsx'
import { DangerButton } from '../DangerButton.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { FormBox } from '../form/FormBox.tsx'
import { DateField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { useRole } from '../useRole.ts'
import { useTask } from '../useTask.ts'
import { formatPurpose } from './format-purpose.ts'
import type { ReservationForm } from './RoomGrid.tsx'
import { TimeFields } from './TimeFields.tsx'

interface Props {
  day: RoomDay
  reservation: RoomReservationRow
  /** The form that a key opened. */
  initialForm: ReservationForm | undefined
  /** Reloads the day and closes the dialog. */
  done: (choice: RoomChoice) => Promise<void>
  close: () => void
}

/** A reservation, and until its end the forms that move or release it. */
export function ReservationDialog({ day, reservation, initialForm, done, close }: Props) {
  const isManager = hasRoleAtLeast(useRole(), 'manager')
  const [chosenForm, setChosenForm] = useState<ReservationForm | 'releaseBlock' | undefined>(initialForm)
  const { booking, block, roomName, date, start, end } = reservation
  const isOver = kathmanduInstant(date, end) <= now()
  const canChange = !isOver && (booking !== null || isManager)
  const form = canChange ? chosenForm : undefined
  const leave = { done, cancel: () => setChosenForm(undefined) }
  return (
    // Each form is a new dialog, so that its first field has the focus.
    <Dialog key={form} title={formatPurpose(reservation)} close={close}>
      <DrawerFacts
        facts={{
          Room: roomName,
          Time: `${formatLongDate(date)}, ${start}–${end}`,
          Plan: booking?.planName,
          Booking: booking && <a href={`/admin/bookings?open=${booking.bookingId}`}>{booking.bookingId}</a>,
        }}
      />
      {isOver && <p>This reservation is over.</p>}
      {!isOver && !canChange && <p>Only managers can change a blocked time.</p>}
      {canChange && form === undefined && (
        <>
          <QuietButton onClick={() => setChosenForm('move')}>Move</QuietButton>
          <DangerActions>
            <DangerButton onClick={() => setChosenForm('release')}>
              {block ? 'Release this day' : 'Release'}
            </DangerButton>
            {block && (
              <DangerButton onClick={() => setChosenForm('releaseBlock')}>Release all {block.days} days</DangerButton>
            )}
          </DangerActions>
        </>
      )}
      {form && (
        <FormBox title={FORM_TITLES[form]}>
          {form === 'move' && <MoveForm day={day} reservation={reservation} {...leave} />}
          {form === 'release' && <ReleaseForm reservation={reservation} {...leave} />}
          {form === 'releaseBlock' && block && <ReleaseBlockForm reservation={reservation} block={block} {...leave} />}
        </FormBox>
      )}
    </Dialog>
  )
}

const FORM_TITLES = {
  move: 'Move to another time or room',
  release: 'Release this time?',
  releaseBlock: 'Release all days?',
}

interface FormProps extends Pick<Props, 'reservation' | 'done'> {
  cancel: () => void
}

function MoveForm({ day, reservation, done, cancel }: FormProps & Pick<Props, 'day'>) {
  const task = useTask()
  const { reservationId, roomId, date, start, end, booking } = reservation
  const [choice, setChoice] = useState<RoomChoice>({ roomId, date, start, end })
  const change = (changed: Partial<RoomChoice>) => setChoice({ ...choice, ...changed })
  return (
    <TaskForm
      className={`grid gap-3.5 ${COMPACT_FIELDS}`}
      task={task}
      button="Move this reservation"
      cancel={cancel}
      send={async () => {
        if (await task.run(() => moveReservation(reservationId, choice))) await done(choice)
      }}
    >
      <DateField
        id="room-date"
        label="Day"
        error={task.fields.date}
        min={kathmanduDate(now())}
        value={choice.date}
        onChange={(date) => change({ date })}
      />
      <TimeFields rooms={day.rooms} choice={choice} errors={task.fields} change={change} />
      {booking && (
        <p className="small mute">{getNotificationText(booking, 'The customer gets an email with the change.')}</p>
      )}
      <Alert problem={task.problem ?? task.fields.minutes} />
    </TaskForm>
  )
}

function ReleaseForm({ reservation, done, cancel }: FormProps) {
  const task = useTask()
  const { reservationId, roomId, date, start, end, booking } = reservation
  return (
    <TaskForm
      className="grid gap-3.5"
      rowClass="flex flex-wrap gap-2.5 max-sm:grid"
      task={task}
      button="Release this time"
      cancelLabel="Keep the reservation"
      isDanger
      cancel={cancel}
      send={async () => {
        if (await task.run(() => releaseReservation(reservationId))) await done({ roomId, date, start, end })
      }}
    >
      <p>
        Others can reserve the room at this time.{' '}
        {booking &&
          `The customer can use the ${formatRoomMinutes(countMinutes(reservation))} again. ${getNotificationText(booking, 'The customer gets an email.')}`}
      </p>
      <Alert problem={task.problem} />
    </TaskForm>
  )
}

interface ReleaseBlockProps extends FormProps {
  block: NonNullable<RoomReservationRow['block']>
}

function ReleaseBlockForm({ reservation, block, done, cancel }: ReleaseBlockProps) {
  const task = useTask()
  const { roomId, roomName, date, start, end } = reservation
  return (
    <TaskForm
      className="grid gap-3.5"
      task={task}
      button={`Release ${block.days} days`}
      isDanger
      cancel={cancel}
      send={async () => {
        if (await task.run(() => releaseBlock(block.blockId, date))) await done({ roomId, date, start, end })
      }}
    >
      <p>
        Release {roomName} on all {block.days} days of this block? Others can reserve it then. Days that are over remain
        as they were.
      </p>
      <Alert problem={task.problem} />
    </TaskForm>
  )
}
