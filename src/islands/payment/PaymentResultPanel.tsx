import { useStore } from '@nanostores/react'
import { Check, Clock, type LucideIcon } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant, formatRange, parseIsoDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { $booking, $underReview } from '#stores/payment/booking.ts'
import type { PaymentResult } from '#stores/payment/screen.ts'
import { sumRefundDue } from '#stores/payment/screen-for-booking.ts'
import { BankTransfer } from './BankTransfer.tsx'
import type { PaymentMethodContent } from './PaymentMethods.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { PrintedReceiptDetails, type Seller } from './PrintedReceiptDetails.tsx'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'
import { UnderReviewNote } from './UnderReviewNote.tsx'

interface StatusCopy {
  tag: string
  tagClass: string
  Icon?: LucideIcon
  heading: string
  amountLabel?: string
  text: (booking: BookingView | null) => string
}

/** `Payment Successful!` is shown for verified payments only. */
const STATUS_COPY: Readonly<Record<PaymentResult['status'], StatusCopy>> = {
  confirmed: {
    tag: 'Booking confirmed',
    tagClass: 'tag-ok',
    Icon: Check,
    heading: 'Payment Successful!',
    text: (booking) => `Your booking is confirmed${booking ? `: ${describeBooking(booking)}` : ''}.`,
  },
  received: {
    tag: 'Seat held',
    tagClass: 'tag-wait',
    heading: 'Booking received',
    amountLabel: 'Amount',
    text: (booking) =>
      booking?.trial ? 'We are checking your payment.' : 'We are checking your payment; your seat is held.',
  },
  late: {
    tag: 'We will write to you',
    tagClass: 'tag-wait',
    heading: 'Receipt received',
    amountLabel: 'Amount',
    text: () =>
      'Your seat was released before your receipt arrived. Our staff will look for your payment, then keep or move your booking, or refund you.',
  },
  needs_decision: {
    tag: 'We will write to you',
    tagClass: 'tag-wait',
    heading: 'Payment received',
    text: () => 'Your payment arrived after your seat was released. We will move your booking or refund you.',
  },
  refund_due: {
    tag: 'Cancelled',
    tagClass: '',
    heading: 'This booking was cancelled',
    text: (booking) => `We refund ${npr(sumRefundDue(booking?.payments ?? []))}. We email you when it is sent.`,
  },
  refunded: {
    tag: 'Refunded',
    tagClass: '',
    Icon: Check,
    heading: 'Payment refunded',
    amountLabel: 'Amount refunded',
    text: (booking) =>
      `This payment was refunded.${booking?.status === 'cancelled' ? ' The booking is cancelled.' : ''}`,
  },
}

interface Props {
  result: PaymentResult
  methods: readonly PaymentMethodContent[]
  seller: Seller
}

export function PaymentResultPanel({ result, methods, seller }: Props) {
  const booking = useStore($booking)
  const { tag, tagClass, Icon = Clock, heading, amountLabel = 'Amount paid', text } = STATUS_COPY[result.status]
  const isWaiting = result.status === 'received' || result.status === 'late'
  const underReview = useStore($underReview) !== undefined && isWaiting
  return (
    <div className="payment-desk">
      <div className="payment-main receipt-ground">
        <section className={`receipt ${isWaiting || result.status === 'needs_decision' ? 'payment-waits' : ''}`}>
          <span className={`tag ${tagClass}`}>
            <Icon className="icon" />
            {isWaiting && booking?.trial ? 'Trial' : tag}
          </span>
          <h1 className="display-2" tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
            {heading}
          </h1>
          <p className="soft" id={STATUS_MESSAGE_ID}>
            {text(booking)}
          </p>
          {underReview && <UnderReviewNote />}
          <div role="status">
            {result.paidTwice && (
              <Note className="note-warm">
                You paid twice. We refund the second payment of {npr(result.paidTwice)}. We email you when it is sent.
              </Note>
            )}
          </div>
          <p className="receipt-amount">
            <span className="label">{result.transfer && !underReview ? 'Amount to pay' : amountLabel}</span>
            <Price amount={result.amount} />
          </p>
          {(!result.transfer || underReview) && (
            <Facts
              className="key-values"
              facts={{
                'Transaction ID': result.transactionId,
                'Booking ID': booking?.bookingId,
                Method: methods.find(({ id }) => id === result.method)?.name,
                Refund: result.partlyRefunded && 'Part of the amount was refunded',
                Date: result.startedAt && formatInstant(Date.parse(result.startedAt)),
              }}
            />
          )}
          <PrintedReceiptDetails seller={seller} />
          {result.transfer && <BankTransfer details={result.transfer} result={result} />}
          <p className="receipt-actions">
            {booking && (
              <a className="button" href="/dashboard">
                View Booking
              </a>
            )}
            <a className="button button-quiet" href="/">
              Back to Home
            </a>
          </p>
        </section>
      </div>
      <PaymentSummary result={result} />
    </div>
  )
}

function describeBooking({ planName, locationName, startDate, endDate }: BookingView): string {
  const [from, to] = [parseIsoDate(startDate), parseIsoDate(endDate)]
  // Each date stays on one line.
  const dates = from && to ? formatRange(from, to).replaceAll(' ', '\u00a0').replace('–\u00a0', '– ') : ''
  return `${planName} at ${locationName}${dates && `, ${dates}`}`
}
