import type { BookingView } from '#contract/bookings.ts'
import { addDays, formatDate, formatLongDate, kathmanduDate, kathmanduInstant, parseIsoDate } from '#domain/calendar.ts'
import { MAX_ROOM_DAYS_AHEAD, ROOM_CANCELLATION_HOURS } from '#domain/room.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { cancelRoom } from '#stores/payment/own-rooms.ts'
import { BookRoom } from './BookRoom.tsx'
import { BuyHours } from './BuyHours.tsx'
import { CancellableItem } from './CancellableItem.tsx'
import { isPassOnClosedDay } from './closed-pass.ts'
import { type BookingRooms, formatBalance } from './room-balance.ts'
import { SECTION_FORM, useSectionForm } from './SectionForm.tsx'

interface Props {
  booking: BookingView
  rooms: BookingRooms
}

/** The meeting rooms of a booking: its hours, its next reservations, and a form for another one. */
export default function Rooms({ booking, rooms }: Props) {
  const { isOpen, status, setStatus, opener, heading, close, open } = useSectionForm()
  const now = Date.parse(booking.now)
  const { list, balance, until } = rooms
  const isClosed = isPassOnClosedDay(booking)
  // The page shows one unpaid change: a purchase would hide the new dates that are held.
  const hours = isClosed || booking.change?.kind === 'move' ? null : booking.actions.hours
  const next = list.filter(({ date, end }) => kathmanduInstant(date, end) > now)
  const opens = isClosed ? undefined : getFirstBookingDay(booking)
  const canBook = !isClosed && until !== null && (balance.bought > 0 || balance.included.some(({ left }) => left > 0))
  if (next.length === 0 && !canBook && !opens && !hours) return null
  return (
    <section className={`mt-10 ${next.length > 0 ? '' : 'no-print'}`} aria-labelledby="rooms">
      <h2 className="display-3" id="rooms" tabIndex={-1} ref={heading}>
        Rooms
      </h2>
      <p className="soft mt-2 max-w-measure text-pretty">
        {opens && `You can book meeting rooms from ${formatDate(opens)}. `}
        {formatBalance(balance)}
      </p>
      {next.length > 0 && (
        <ul className="mt-2">
          {next.map(({ reservationId, roomName, date, start, end, canCancel }) => (
            <CancellableItem
              key={reservationId}
              label={`Cancel ${roomName}, ${formatLongDate(date)}, ${start}`}
              question={`Cancel ${roomName} on ${formatDate(date, false)}, ${start}–${end}?`}
              effect="You get the time back."
              action="Cancel this room"
              canCancel={canCancel}
              onOpen={() => setStatus('')}
              cancel={async () => {
                const problem = await cancelRoom(reservationId)
                return problem ? { problem } : undefined
              }}
              cancelled={() => {
                setStatus(`${roomName} on ${formatDate(date)} is cancelled.`)
                heading.current?.focus()
              }}
            >
              <b className="num block font-med">
                {formatLongDate(date)}, {start}–{end}
              </b>
              <span className="text-ink-2 text-small">{roomName}</span>
            </CancellableItem>
          ))}
        </ul>
      )}
      <div className={`${SECTION_FORM} beside-question:hidden`}>
        {canBook && (
          <SecondaryButton ref={opener} aria-expanded={isOpen} onClick={open}>
            Book a room
          </SecondaryButton>
        )}
        {canBook && isOpen && <BookRoom booking={booking} balance={balance} until={until} close={close} />}
        {hours && <BuyHours pricePerHour={hours.pricePerHour} onOpen={() => setStatus('')} />}
      </div>
      <p className="soft mt-3 empty:hidden" role="status">
        {status}
      </p>
      {next.length > 0 && (
        <p className="hint no-print mt-3 beside-question:hidden">
          You can cancel a room until {ROOM_CANCELLATION_HOURS} hours before it starts.
        </p>
      )}
    </section>
  )
}

/** The day from which a confirmed booking can have rooms, if it is still to come. */
function getFirstBookingDay({ status, startDate, now }: BookingView) {
  const start = parseIsoDate(startDate)
  const first = start && addDays(start, -MAX_ROOM_DAYS_AHEAD)
  return first && status === 'confirmed' && first > kathmanduDate(Date.parse(now)) ? first : undefined
}
