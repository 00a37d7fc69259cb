import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatRange, parseIsoDate } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { npr, sum, ZERO } from '#domain/money.ts'
import { SummaryFacts, SummaryPanel, Total } from '#islands/ui/SummaryPanel.tsx'
import { $booking } from '#stores/payment/booking.ts'
import { $screen, type PaymentResult } from '#stores/payment/screen.ts'
import { $summary } from '#stores/payment/summary.ts'
import { SIDE_COLUMN } from './columns.ts'
import { formatSeatsPerDay } from './format-seats.ts'

/** What is booked and when, without prices. */
export function getBookingFacts(booking: BookingView): Record<string, ReactNode> {
  const [from, to] = [parseIsoDate(booking.startDate), parseIsoDate(booking.endDate)]
  // Those of longer plans are chosen once they are paid.
  const rooms = from === to && !booking.change ? (booking.rooms?.list ?? []) : []
  return {
    Location: booking.locationName,
    Plan: booking.planName,
    [from === to ? 'Date' : 'Dates']: from && to && formatRange(from, to),
    'Seats per day': formatSeatsPerDay(booking),
    'Working hours': booking.startTime && booking.endTime && `${booking.startTime}–${booking.endTime}`,
    [rooms.length === 1 ? 'Room' : 'Rooms']: rooms
      .map(({ roomName, start, end }) => `${roomName}, ${start}–${end}`)
      .join('; '),
  }
}

/** Includes the fee of the receipt's payment, else of the selected method. */
export function PaymentSummary({ result }: { result?: PaymentResult }) {
  const booking = useStore($booking)
  const summary = useStore($summary)
  const isEnded = useStore($screen).state === 'ended'
  if (!booking || !summary) return null
  const { fee = ZERO } = result ?? summary
  const total = sum([booking.totalAmount, fee])
  // Those of a move that waits for its payment are not known here.
  const closedDays = booking.change ? '' : formatClosedDays(booking.closedDays ?? [])
  return (
    <SummaryPanel className={SIDE_COLUMN}>
      <SummaryFacts
        facts={{
          ...getBookingFacts(booking),
          ...(!isEnded && {
            ...Object.fromEntries(summary.lines.map(({ label, amount }) => [label, npr(amount)])),
            'Card fee': fee > 0 && npr(fee),
          }),
        }}
      />
      {closedDays && <p className="soft small mt-3 text-pretty">Closed: {closedDays}</p>}
      {!isEnded && <Total amount={total} aria-live="polite" aria-atomic="true" />}
    </SummaryPanel>
  )
}
