import { useEffect, useState } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate } from '#domain/calendar.ts'
import { type BookingBills as Found, readBookingBills } from '#stores/admin/bills/booking-bills.ts'
import { formatBillTotal } from '../bills/format-bill-total.ts'
import { LoadError } from '../load-states.tsx'
import { BookingPart } from './BookingPart.tsx'

/** The bills and notes of a booking, read again after each change of it. */
export function BookingBills({ detail: { bookingId, version } }: { detail: BookingDetail }) {
  const [found, setFound] = useState<Found>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void readBookingBills(bookingId).then((outcome) => isCurrent && setFound(outcome))
    return () => {
      isCurrent = false
    }
  }, [bookingId, version, attempts])
  if (!found || (found.ok && found.value.items.length === 0)) return null
  return (
    <BookingPart id="booking-bills" title="Bills">
      {!found.ok && <LoadError failure={found.failure} onRetry={() => setAttempts(attempts + 1)} />}
      <ul>
        {found.ok &&
          found.value.items.map(({ number, kind, heading, issuedOn, total }) => (
            <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
              <a className="link num min-h-6" href={`/admin/bills?open=${encodeURIComponent(number)}`}>
                {number}
              </a>
              <span className="num">{formatBillTotal({ kind, total })}</span>
              <span className="small mute w-full">
                {heading}, {formatDate(issuedOn)}
              </span>
            </li>
          ))}
      </ul>
    </BookingPart>
  )
}
