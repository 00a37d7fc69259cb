import { useState } from 'react'
import { formatLongDate } from '#domain/calendar.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { LinkButton, SecondaryButton } from '#islands/ui/buttons.tsx'
import { cancelRoom } from '#stores/payment/own-rooms.ts'
import type { BookingRooms } from './room-balance.ts'

interface Props {
  reservation: BookingRooms['list'][number]
  cancelled: () => void
}

export function RoomReservation({ reservation, cancelled }: Props) {
  const { reservationId, roomName, date, start, end, canCancel } = reservation
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function cancel() {
    if (isSending) return
    setSending(true)
    const failed = await cancelRoom(reservationId)
    setSending(false)
    if (!failed) return cancelled()
    setProblem(failed)
    setAsking(false)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-0 flex-1">
        <b className="num block font-med">
          {formatLongDate(date)}, {start}–{end}
        </b>
        <span className="text-ink-2 text-small">{roomName}</span>
        <Alert problem={problem} />
      </div>
      {canCancel && !isAsking && (
        <LinkButton
          className="link no-print min-h-11"
          aria-label={`Cancel ${roomName}, ${formatLongDate(date)}, ${start}`}
          onClick={() => {
            setProblem(undefined)
            setAsking(true)
          }}
        >
          Cancel
        </LinkButton>
      )}
      {isAsking && (
        <span className="no-print flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:flex-auto">
          <SecondaryButton ref={focusOnce} busy={isSending} onClick={() => void cancel()}>
            {isSending ? 'Cancelling…' : 'Cancel this room'}
          </SecondaryButton>
          <SecondaryButton busy={isSending} onClick={() => !isSending && setAsking(false)}>
            Do not cancel
          </SecondaryButton>
        </span>
      )}
    </li>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()
