import { useEffect, useState } from 'react'
import { formatFailure, type Outcome } from '#contract/failure.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { formatRoomMinutes } from '#domain/room.ts'
import { RADIO } from '#islands/ui/Choice.tsx'
import { findBookingsOfDay, type RoomBooking } from '#stores/admin/desk/rooms.ts'
import { environment } from '#stores/environment.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TextField } from '../form/fields.tsx'
import { formatCount } from '../format-count.ts'

interface Props {
  location: string
  date: IsoDate
  bookingId: string
  /** Of the chosen time. */
  minutes: number
  error: string | undefined
  onChange: (bookingId: string) => void
}

const SEARCH_DELAY_MS = 150

/** Chooses one of the confirmed bookings of the day that have room hours left; a search narrows them. */
export function BookingChoice({ location, date, bookingId, minutes, error, onChange }: Props) {
  const [query, setQuery] = useState('')
  /** Undefined until they are loaded. */
  const [found, setFound] = useState<Outcome<RoomBooking[]>>()
  useEffect(() => {
    let isCurrent = true
    const cancel = environment().later(async () => {
      const outcome = await findBookingsOfDay(query.trim(), { location, date })
      if (isCurrent) setFound(outcome)
    }, SEARCH_DELAY_MS)
    return () => {
      isCurrent = false
      cancel()
    }
  }, [query, location, date])
  const bookings = found?.ok ? found.value : []
  const usable = bookings.filter(({ minutes }) => minutes > 0)
  const used = bookings.filter(({ minutes }) => minutes === 0)
  return (
    <>
      <TextField
        id="room-booking"
        label="Booking"
        hint="Search by name, reference, email or phone."
        error={error}
        maxLength={200}
        value={query}
        onChange={(text) => {
          setQuery(text)
          onChange('')
        }}
      />
      <fieldset className="grid">
        <legend className="visually-hidden">Bookings found</legend>
        {usable.map((booking) => {
          const isTooShort = booking.minutes < minutes
          return (
            <label
              key={booking.bookingId}
              className="flex min-h-11 items-center gap-3 border-line border-b py-2.5 first-of-type:border-t"
            >
              <input
                className={`${RADIO} border-line-3 bg-paper-raised`}
                type="radio"
                name="room-booking-found"
                disabled={isTooShort}
                checked={booking.bookingId === bookingId}
                onChange={() => onChange(booking.bookingId)}
              />
              <span className={`wrap-anywhere min-w-0 ${isTooShort ? 'text-ink-3' : ''}`}>
                {booking.customerName}
                <small className={`block text-label ${isTooShort ? '' : 'text-ink-2'}`}>
                  {booking.planName}, {booking.bookingId}
                </small>
                <small
                  className={`num block whitespace-normal text-label ${isTooShort ? 'text-danger' : 'text-ink-2'}`}
                >
                  {isTooShort
                    ? `Only ${formatRoomMinutes(booking.minutes)} left. Choose a shorter time, or sell more hours on the booking.`
                    : `${formatRoomMinutes(booking.minutes)} left`}
                </small>
              </span>
            </label>
          )
        })}
      </fieldset>
      {used.length > 0 && (
        <details open={usable.length === 0}>
          <summary className="min-h-11 py-2.5 font-med text-ink-2">
            {formatCount(used.length, 'booking')} with no room hours left
          </summary>
          <ul>
            {used.map(({ bookingId, customerName, planName }) => (
              <li key={bookingId} className="wrap-anywhere border-line border-b py-2">
                {customerName}
                <small className="block text-ink-2 text-label">
                  {planName}, {bookingId}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={found?.ok && bookings.length === 0 ? 'mute' : 'visually-hidden'} role="status">
        {found?.ok && (bookings.length === 0 ? 'No confirmed booking of this day found.' : `${bookings.length} found`)}
      </p>
      <Alert problem={found && !found.ok ? formatFailure(found.failure) : undefined} />
    </>
  )
}
