import type { BookingView } from '#contract/bookings.ts'
import { formatLineItem } from '#domain/line-item.ts'
import { npr, type Paisa, paisa, sum, ZERO } from '#domain/money.ts'
import { isPaid } from '#domain/payment.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { SummaryPanel, Total } from '#islands/ui/SummaryPanel.tsx'

/** The booking's frozen lines, what later moves and the payment method added, and what was paid and refunded. */
export function PriceSummary({ booking, className }: { booking: BookingView; className: string }) {
  const { fee, difference, paid, refunded } = sumHistory(booking)
  return (
    <SummaryPanel className={className}>
      <Facts
        className="key-values grid-cols-1fr-auto **:border-line-2 max-tiny:grid-cols-payment-summary"
        factClass="max-tiny:whitespace-normal"
        facts={{
          ...Object.fromEntries(booking.lines.map((line) => [formatLineItem(line, booking.billing), npr(line.amount)])),
          'Extra cost of new dates': difference > 0 && npr(difference),
          'Payment fee': fee > 0 && npr(fee),
        }}
      />
      <Total amount={sum([booking.totalAmount, difference, fee])} />
      <Facts
        className="key-values mt-3 grid-cols-1fr-auto **:border-line-2"
        facts={{ Paid: paid > 0 && npr(paid), Refunded: refunded > 0 && npr(refunded) }}
      />
    </SummaryPanel>
  )
}

/** A second payment by mistake adds to what was paid, not to the price. */
function sumHistory({ history }: BookingView): Record<'fee' | 'difference' | 'paid' | 'refunded', Paisa> {
  const payments = history.flatMap((entry) =>
    entry.kind === 'payment' && (isPaid(entry.state) || entry.state === 'refunded') ? [entry] : [],
  )
  const differences = payments.filter(({ purpose }) => purpose === 'difference')
  const first = payments.find(({ purpose }) => purpose === 'booking')
  const fee = sum([first?.fee ?? ZERO, ...differences.map((payment) => payment.fee)])
  return {
    fee,
    difference: paisa(sum(differences.map(({ amount }) => amount)) - sum(differences.map((payment) => payment.fee))),
    paid: sum(payments.map(({ amount }) => amount)),
    refunded: sum(
      history.flatMap((entry) => (entry.kind === 'refund' && entry.state === 'done' ? [entry.amount] : [])),
    ),
  }
}
