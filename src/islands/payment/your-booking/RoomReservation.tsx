import { useState } from 'react'
import { formatLongDate } from '#domain/calendar.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { ConfirmCancel } from '#islands/ui/ConfirmCancel.tsx'
import { cancelRoom } from '#stores/payment/own-rooms.ts'
import type { BookingRooms } from './room-balance.ts'

interface Props {
  reservation: BookingRooms['list'][number]
  cancelled: () => void
}

export function RoomReservation({ reservation, cancelled }: Props) {
  const { reservationId, roomName, date, start, end, canCancel } = reservation
  const [problem, setProblem] = useState<string>()

  async function cancel() {
    const failed = await cancelRoom(reservationId)
    setProblem(failed)
    if (!failed) cancelled()
    return !failed
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
      {canCancel && (
        <ConfirmCancel
          label={`Cancel ${roomName}, ${formatLongDate(date)}, ${start}`}
          confirmation="Cancel this room"
          cancel={cancel}
        />
      )}
    </li>
  )
}
