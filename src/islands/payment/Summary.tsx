import { useStore } from '@nanostores/react'
import { formatRange, isoDate } from '#domain/calendar.ts'
import { npr, paisa, sum, ZERO } from '#domain/money.ts'
import { KeyValueRow } from '#islands/ui/KeyValueRow.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { $booking } from '#stores/payment/booking.ts'
import type { PaymentResult } from '#stores/payment/screen.ts'
import { $summary } from '#stores/payment/summary.ts'

/** What is booked and what it costs: with the fee of a receipt's payment, else of the chosen method. */
export function Summary({ receipt }: { receipt?: PaymentResult }) {
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
        <KeyValueRow term="Location">{booking.locationName}</KeyValueRow>
        <KeyValueRow term="Plan">{booking.planName}</KeyValueRow>
        {from && to && <KeyValueRow term={from === to ? 'Date' : 'Dates'}>{formatRange(from, to)}</KeyValueRow>}
        {booking.startTime && booking.endTime && (
          <KeyValueRow term="Working hours">{`${booking.startTime}–${booking.endTime}`}</KeyValueRow>
        )}
        {summary.lines.map(({ label, amount }) => (
          <KeyValueRow key={label} term={label}>
            {npr(amount)}
          </KeyValueRow>
        ))}
        {(!receipt || fee > 0) && <KeyValueRow term="Payment fee">{npr(fee)}</KeyValueRow>}
      </dl>
      <p className="total" aria-live="polite" aria-atomic="true">
        <span>Total</span>
        <Price amount={total} />
      </p>
      <p className="hint">Includes all taxes and fees</p>
    </aside>
  )
}
