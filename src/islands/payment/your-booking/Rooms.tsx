import { useRef, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { addDays, formatDate, kathmanduDate, kathmanduInstant, parseIsoDate } from '#domain/calendar.ts'
import { MAX_ROOM_DAYS_AHEAD, ROOM_CANCELLATION_HOURS } from '#domain/room.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { BookRoom } from './BookRoom.tsx'
import { BuyHours } from './BuyHours.tsx'
import { isPassOnClosedDay } from './closed-pass.ts'
import { RoomReservation } from './RoomReservation.tsx'
import { type BookingRooms, formatBalance } from './room-balance.ts'

interface Props {
  booking: BookingView
  rooms: BookingRooms
}

/** The meeting rooms of a booking: its hours, its next reservations, and a form for another one. */
export default function Rooms({ booking, rooms }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [status, setStatus] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const now = Date.parse(booking.now)
  const { list, balance, until } = rooms
  const isClosed = isPassOnClosedDay(booking)
  // The page shows one unpaid change: a purchase would hide the new dates that are held.
  const hours = isClosed || booking.change?.kind === 'move' ? null : booking.actions.hours
  const next = list.filter(({ date, end }) => kathmanduInstant(date, end) > now)
  const opens = isClosed ? undefined : getFirstBookingDay(booking)
  const canBook = !isClosed && until !== null && (balance.bought > 0 || balance.included.some(({ left }) => left > 0))
  if (next.length === 0 && !canBook && !opens && !hours) return null
  const close = () => {
    setOpen(false)
    // The button is gone when no hours are left.
    const target = opener.current ?? heading.current
    target?.focus()
  }
  return (
    <section className={`mt-10 ${next.length > 0 ? '' : 'no-print'}`} aria-labelledby="rooms">
      <h2 className="display-3" id="rooms" tabIndex={-1} ref={heading}>
        Rooms
      </h2>
      <p className="soft mt-2 max-w-measure text-pretty">
        {opens ? `You can book meeting rooms from ${formatDate(opens)}.` : formatBalance(balance)}
      </p>
      {next.length > 0 && (
        <ul className="mt-2">
          {next.map((reservation) => (
            <RoomReservation
              key={reservation.reservationId}
              reservation={reservation}
              cancelled={() => {
                setStatus(`${reservation.roomName} on ${formatDate(reservation.date)} is cancelled.`)
                heading.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <div className="no-print mt-4 flex flex-wrap items-start gap-3 max-sm:*:flex-auto">
        {canBook && (
          <SecondaryButton
            ref={opener}
            aria-expanded={isOpen}
            onClick={() => {
              setStatus('')
              setOpen(!isOpen)
            }}
          >
            Book a room
          </SecondaryButton>
        )}
        {canBook && isOpen && (
          <BookRoom
            booking={booking}
            balance={balance}
            until={until}
            close={close}
            booked={(text) => {
              setStatus(text)
              close()
            }}
          />
        )}
        {hours && <BuyHours pricePerHour={hours.pricePerHour} />}
        <p className="soft w-full" role="status">
          {status}
        </p>
        {next.length > 0 && (
          <p className="hint w-full">You can cancel a room until {ROOM_CANCELLATION_HOURS} hours before it starts.</p>
        )}
      </div>
    </section>
  )
}

/** The day from which a confirmed booking can have rooms, if it is still to come. */
function getFirstBookingDay({ status, startDate, now }: BookingView) {
  const start = parseIsoDate(startDate)
  const first = start && addDays(start, -MAX_ROOM_DAYS_AHEAD)
  return first && status === 'confirmed' && first > kathmanduDate(Date.parse(now)) ? first : undefined
}
