import { useEffect, useState } from 'react'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Outcome } from '#contract/failure.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { findBookingsOfDay } from '#stores/admin/desk/rooms.ts'
import { formatFailure } from '#stores/api.ts'
import { environment } from '#stores/environment.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TextField } from '../form/fields.tsx'

interface Props {
  location: string
  date: IsoDate
  bookingId: string
  error: string | undefined
  onChange: (bookingId: string) => void
}

const SEARCH_DELAY_MS = 150

/** Chooses one of the confirmed bookings of the day, which a search narrows. */
export function BookingChoice({ location, date, bookingId, error, onChange }: Props) {
  const [query, setQuery] = useState('')
  /** Undefined until they are loaded. */
  const [found, setFound] = useState<Outcome<BookingRow[]>>()
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
        {bookings.map((booking) => (
          <label key={booking.bookingId} className="flex min-h-11 items-center gap-3 border-line border-b py-1">
            <input
              className="size-5 flex-none accent-brick-fill"
              type="radio"
              name="room-booking-found"
              checked={booking.bookingId === bookingId}
              onChange={() => onChange(booking.bookingId)}
            />
            <span className="wrap-anywhere min-w-0">
              {booking.customerName}
              <small className="block text-ink-2 text-label">
                {booking.planName}, {booking.bookingId}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={found?.ok && bookings.length === 0 ? 'mute' : 'visually-hidden'} role="status">
        {found?.ok && (bookings.length === 0 ? 'No confirmed booking of this day found.' : `${bookings.length} found`)}
      </p>
      <Alert problem={found && !found.ok ? formatFailure(found.failure) : undefined} />
    </>
  )
}
