import type { BookingView } from '#contract/bookings.ts'
import { formatLineItem } from '#domain/line-item.ts'
import { npr, type Paisa, paisa, sum, ZERO } from '#domain/money.ts'
import { isPaid } from '#domain/payment.ts'
import { SummaryFacts, SummaryPanel, Total } from '#islands/ui/SummaryPanel.tsx'
import { findOpenAttempt, hasEnded, isUnsentRefund, sumRefunds } from './state-copy.ts'

/** The booking's frozen lines, what later moves and the payment method added, and what was paid and refunded. */
export function PriceSummary({ booking }: { booking: BookingView }) {
  const { fee, difference, hours, paid } = sumHistory(booking)
  const total = sum([booking.totalAmount, difference, hours, fee])
  const due = sumRefunds(booking, isUnsentRefund)
  const refunded = sumRefunds(booking, (state) => state === 'done')
  // Then the price is no longer due.
  const isUnpaidEnd = hasEnded(booking) && booking.history.length === 0
  return (
    <SummaryPanel>
      <SummaryFacts
        facts={{
          ...Object.fromEntries(booking.lines.map((line) => [formatLineItem(line, booking.billing), npr(line.amount)])),
          'Extra cost of new dates': difference > 0 && npr(difference),
          'Extra meeting-room hours': hours > 0 && npr(hours),
          'Card fee': fee > 0 && npr(fee),
        }}
      />
      {!isUnpaidEnd && <Total amount={total} />}
      <SummaryFacts
        className={isUnpaidEnd ? '' : 'mt-3'}
        facts={{
          // The list of payments shows a total that is paid.
          Paid: ((paid > 0 && paid !== total) || (isUnpaidEnd && !findOpenAttempt(booking))) && npr(paid),
          'Refund due': due > 0 && npr(due),
          Refunded: refunded > 0 && npr(refunded),
        }}
      />
    </SummaryPanel>
  )
}

/** A second payment by mistake adds to what was paid, not to the price. */
function sumHistory({ history }: BookingView): Record<'fee' | 'difference' | 'hours' | 'paid', Paisa> {
  const payments = history.flatMap((entry) =>
    entry.kind === 'payment' && (isPaid(entry.state) || entry.state === 'refunded') ? [entry] : [],
  )
  const extras = payments.filter(({ purpose }) => purpose !== 'booking')
  const first = payments.find(({ purpose }) => purpose === 'booking')
  const sumExtras = (of: 'difference' | 'hours'): Paisa =>
    sum(extras.filter(({ purpose }) => purpose === of).map(({ amount, fee }) => paisa(amount - fee)))
  return {
    fee: sum([first?.fee ?? ZERO, ...extras.map(({ fee }) => fee)]),
    difference: sumExtras('difference'),
    hours: sumExtras('hours'),
    paid: sum(payments.map(({ amount }) => amount)),
  }
}
