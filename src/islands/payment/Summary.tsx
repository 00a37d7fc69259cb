import { useStore } from '@nanostores/react'
import { formatRange, isoDate } from '#domain/calendar.ts'
import { npr, paisa, sum, ZERO } from '#domain/money.ts'
import { Price } from '#islands/ui/Price.tsx'
import { Row } from '#islands/ui/Row.tsx'
import { $booking } from '#stores/payment/booking.ts'
import type { Receipt } from '#stores/payment/screen.ts'
import { $summary } from '#stores/payment/summary.ts'

/** What is booked and what it costs: with the fee of a receipt's payment, else of the chosen method. */
export function Summary({ receipt }: { receipt?: Receipt }) {
  const booking = useStore($booking)
  const summary = useStore($summary)
  if (!booking || !summary) return null
  const { fee = ZERO } = receipt ?? summary
  const total = sum([paisa(booking.totalAmount), fee])
  const [from, to] = [isoDate(booking.startDate), isoDate(booking.endDate)]
  return (
    <aside className="payment-side summary" aria-label="Booking summary">
      <h2>Your booking</h2>
      <dl className="key-values">
        <Row term="Location">{booking.locationName}</Row>
        <Row term="Plan">{booking.planName}</Row>
        {from && to && <Row term={from === to ? 'Date' : 'Dates'}>{formatRange(from, to)}</Row>}
        {booking.startTime && booking.endTime && (
          <Row term="Working hours">{`${booking.startTime}–${booking.endTime}`}</Row>
        )}
        {summary.lines.map(({ label, amount }) => (
          <Row key={label} term={label}>
            {npr(amount)}
          </Row>
        ))}
        {(!receipt || fee > 0) && <Row term="Payment fee">{npr(fee)}</Row>}
      </dl>
      <p className="total" aria-live="polite" aria-atomic="true">
        <span>Total</span>
        <Price amount={total} />
      </p>
      <p className="hint">Includes all taxes and fees</p>
    </aside>
  )
}
