import { formatDate, formatLongDate } from '#domain/calendar.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { cancelRoom } from '#stores/payment/own-rooms.ts'
import type { BookingRooms } from './room-balance.ts'
import { SectionForm, useSectionForm } from './SectionForm.tsx'

interface Props {
  reservation: BookingRooms['list'][number]
  /** Runs before the question. */
  ask: () => void
  cancelled: () => void
}

export function RoomReservation({ reservation, ask, cancelled }: Props) {
  const { reservationId, roomName, date, start, end, canCancel } = reservation
  const { isOpen, opener, close, open } = useSectionForm()
  return (
    <li className="flex beside-form:hidden beside-question:hidden flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 has-form:border-b-0">
      <div className="min-w-0 flex-1">
        <b className="num block font-med">
          {formatLongDate(date)}, {start}–{end}
        </b>
        <span className="text-ink-2 text-small">{roomName}</span>
      </div>
      {canCancel && (
        <LinkButton
          ref={opener}
          className="link no-print min-h-11 min-w-11"
          aria-label={`Cancel ${roomName}, ${formatLongDate(date)}, ${start}`}
          onClick={() => {
            ask()
            open()
          }}
        >
          Cancel
        </LinkButton>
      )}
      {isOpen && (
        <SectionForm
          heading={`Cancel ${roomName} on ${formatDate(date, false)}, ${start}–${end}?`}
          action="Cancel this room"
          busyAction="Cancelling…"
          isCancellation
          send={async () => {
            const problem = await cancelRoom(reservationId)
            return problem ? { problem } : undefined
          }}
          onSent={cancelled}
          onBack={() => close()}
        >
          {(failed) => <Alert problem={failed?.problem} />}
        </SectionForm>
      )}
    </li>
  )
}
