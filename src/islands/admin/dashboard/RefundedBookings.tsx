import { formatRange, type IsoDate } from '#domain/calendar.ts'
import type { Today } from '#stores/admin/dashboard/today.ts'

/** Bookings that nothing is paid for any more and that still hold seats; nothing where there are none. */
export function RefundedBookings({ bookings }: { bookings: Today['refunded'] }) {
  if (bookings.length === 0) return null
  return (
    <section className="dash-part dash-refunded" aria-labelledby="refunded">
      <div className="dash-head">
        <h2 id="refunded" className="heading-4">
          Refunded and still holding seats
        </h2>
      </div>
      <p className="mute">These bookings were refunded in full. Cancel them to release their seats.</p>
      <ul>
        {bookings.map(({ bookingId, customerName, locationName, startDate, endDate }) => (
          <li key={bookingId}>
            <a href={`/admin/bookings?open=${bookingId}`}>{customerName}</a>
            <span className="mute">
              {locationName}, {formatRange(startDate as IsoDate, endDate as IsoDate)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
