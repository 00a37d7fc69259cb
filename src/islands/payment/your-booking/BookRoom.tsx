import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatDate, formatLongDate, type IsoDate, kathmanduDate, listDays, parseIsoDate } from '#domain/calendar.ts'
import { later } from '#domain/date-range.ts'
import { formatRoomMinutes, listBookableTimes, SLOT_MINUTES } from '#domain/room.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { type RoomTime, RoomTimes } from '#islands/ui/RoomTimes.tsx'
import { bookRoom } from '#stores/payment/own-rooms.ts'
import { $roomDay, loadRoomDay } from '#stores/room-day.ts'
import { countMinutesLeft, type RoomBalance } from './room-balance.ts'

const MAX_MINUTES = 8 * 60

interface Props {
  booking: BookingView
  balance: RoomBalance
  until: IsoDate
  close: (text?: string) => void
}

export function BookRoom({ booking, balance, until, close }: Props) {
  const { locationId } = booking
  const days = listOpenDays(booking, until)
  const [date, setDate] = useState(days[0] ?? until)
  const [length, setLength] = useState(60)
  const [time, setTime] = useState<RoomTime>()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const day = useStore($roomDay)
  const rooms = day?.date === date ? day.rooms : undefined
  const left = Math.floor(countMinutesLeft(balance, date) / SLOT_MINUTES) * SLOT_MINUTES
  const minutes = Math.min(length, left)
  const room = rooms?.find(({ id }) => id === time?.roomId)
  const chosen = room && listBookableTimes(room.free, minutes).find(({ start }) => start === time?.start)
  useEffect(() => void loadRoomDay(locationId, date), [locationId, date])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending) return
    if (!room || !chosen) return setProblem('Choose a time.')
    setSending(true)
    const failed = await bookRoom({ roomId: room.id, date, ...chosen })
    setSending(false)
    if (!failed) return close(`${room.name} is booked: ${formatLongDate(date)}, ${chosen.start}–${chosen.end}.`)
    setProblem(failed)
    void loadRoomDay(locationId, date)
  }

  return (
    <form
      className="grid w-full gap-5 border-line-2 border-b pb-5"
      aria-labelledby="book-room"
      onSubmit={submit}
      noValidate
    >
      <h3 className="font-strong text-4" id="book-room">
        Book a room
      </h3>
      <div className="field-row">
        <Field id="room-date" label="Day">
          {(control) => (
            <select
              {...control}
              ref={focusOnce}
              value={date}
              onChange={({ target }) => {
                setProblem(undefined)
                setDate(target.value as IsoDate)
              }}
            >
              {days.map((day) => (
                <option key={day} value={day}>
                  {formatLongDate(day)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {left > 0 && (
          <Field id="room-length" label="How long">
            {(control) => (
              <select {...control} value={minutes} onChange={({ target }) => setLength(Number(target.value))}>
                {listLengths(left).map((option) => (
                  <option key={option} value={option}>
                    {formatRoomMinutes(option)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      {left === 0 && <p className="soft">You have no hours left for {formatDate(date)}. Choose another day.</p>}
      {left > 0 && rooms && (
        <RoomTimes
          rooms={rooms}
          minutes={minutes}
          chosen={room && chosen && { roomId: room.id, ...chosen }}
          onChoose={(choice) => {
            setProblem(undefined)
            setTime(choice)
          }}
        />
      )}
      {left > 0 && !rooms && !day?.problem && <p className="hint">Loading the free times…</p>}
      <Alert problem={problem ?? (day?.date === date ? day.problem : undefined)} />
      <p className="button-row">
        {left > 0 && (
          <Button type="submit" busy={isSending}>
            {isSending
              ? 'Booking…'
              : room && chosen
                ? `Book ${room.name}, ${chosen.start}–${chosen.end}`
                : 'Book a time'}
          </Button>
        )}
        <SecondaryButton onClick={() => close()}>Back</SecondaryButton>
      </p>
    </form>
  )
}

const focusOnce = (select: HTMLSelectElement | null): void => select?.focus()

const listLengths = (left: number): number[] =>
  Array.from({ length: Math.min(left, MAX_MINUTES) / SLOT_MINUTES }, (_, index) => (index + 1) * SLOT_MINUTES)

/** The days of the booking from today on that are not closed. */
function listOpenDays({ startDate, closedDays = [], now }: BookingView, until: IsoDate): IsoDate[] {
  const today = kathmanduDate(Date.parse(now))
  return listDays(later(parseIsoDate(startDate) ?? today, today), until).filter(
    (day) => !closedDays.some(({ from, to }) => day >= from && day <= to),
  )
}
