import { useStore } from '@nanostores/react'
import { Check, Clock, Info, type LucideIcon } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant, formatRange, isoDate } from '#domain/calendar.ts'
import { npr, type Paisa, paisa, sum } from '#domain/money.ts'
import { KeyValueRow } from '#islands/ui/KeyValueRow.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { $booking, $underReview } from '#stores/payment/booking.ts'
import type { PaymentResult as Facts } from '#stores/payment/screen.ts'
import { BankTransfer } from './BankTransfer.tsx'
import type { PaymentMethodContent } from './PaymentMethods.tsx'
import { PrintedParties, type Seller } from './PrintedParties.tsx'
import { Summary } from './Summary.tsx'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'
import { UnderReview } from './UnderReview.tsx'

interface StatusCopy {
  tag: string
  tagClass: string
  Icon: LucideIcon
  heading: string
  text: (booking: BookingView | null) => string
}

/** `Payment Successful!` is shown for verified money only. */
const STATUS_COPY: Readonly<Record<Facts['status'], StatusCopy>> = {
  confirmed: {
    tag: 'Booking confirmed',
    tagClass: 'tag-ok',
    Icon: Check,
    heading: 'Payment Successful!',
    text: (booking) => `Your booking is confirmed${booking ? `: ${describeBooking(booking)}` : ''}.`,
  },
  received: {
    tag: 'Place held',
    tagClass: 'tag-wait',
    Icon: Clock,
    heading: 'Booking received',
    text: (booking) =>
      booking?.trial ? 'We are checking your payment.' : 'We are checking your payment; your place is held.',
  },
  late: {
    tag: 'We will write to you',
    tagClass: 'tag-wait',
    Icon: Clock,
    heading: 'Receipt received',
    text: () =>
      'Your place was let go before your receipt came. Our staff look for the money, and keep or move your booking or send it back.',
  },
  needs_decision: {
    tag: 'We will write to you',
    tagClass: 'tag-wait',
    Icon: Clock,
    heading: 'Payment received',
    text: () =>
      'Your money is here, but your place was given away before it arrived. We will move your booking or send the money back.',
  },
  refund_due: {
    tag: 'Cancelled',
    tagClass: '',
    Icon: Clock,
    heading: 'This booking was cancelled',
    text: (booking) => `We refund ${npr(sumRefundDue(booking))}. We email you when it is sent.`,
  },
  refunded: {
    tag: 'Refunded',
    tagClass: '',
    Icon: Check,
    heading: 'Payment refunded',
    text: (booking) =>
      `The money of this payment was sent back.${booking?.status === 'cancelled' ? ' The booking is cancelled.' : ''}`,
  },
}

/** Whoever has sent a receipt has paid, as far as they know: they are not told to pay. */
const AMOUNT_LABELS: Readonly<Record<Facts['status'], string>> = {
  confirmed: 'Amount paid',
  received: 'Amount',
  late: 'Amount',
  needs_decision: 'Amount paid',
  refund_due: 'Amount paid',
  refunded: 'Amount sent back',
}

/** The dashboard route, until a booking has its own page. */
const VIEW_BOOKING_URL = '/dashboard'

interface Props {
  receipt: Facts
  methods: readonly PaymentMethodContent[]
  seller: Seller
}

export function Receipt({ receipt, methods, seller }: Props) {
  const booking = useStore($booking)
  const { tag, tagClass, Icon, heading, text } = STATUS_COPY[receipt.status]
  const method = methods.find(({ id }) => id === receipt.method)?.name
  const waits = receipt.status === 'received' || receipt.status === 'late'
  const underReview = useStore($underReview) !== undefined && waits
  return (
    <div className="payment-desk">
      <div className="payment-main receipt-ground">
        <section className={`receipt ${waits || receipt.status === 'needs_decision' ? 'payment-waits' : ''}`}>
          <span className={`tag ${tagClass}`}>
            <Icon className="icon" />
            {waits && booking?.trial ? 'Trial' : tag}
          </span>
          <h1 className="display-2" tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
            {heading}
          </h1>
          <p className="soft" id={STATUS_MESSAGE_ID}>
            {text(booking)}
          </p>
          {underReview && <UnderReview />}
          <div role="status">
            {receipt.paidTwice && (
              <p className="note note-warm">
                <Info className="icon" />
                <span>
                  You paid twice. We refund the second payment of {npr(receipt.paidTwice)}. We email you when it is
                  sent.
                </span>
              </p>
            )}
          </div>
          <p className="receipt-amount">
            <span className="label">
              {receipt.transfer && !underReview ? 'Amount to pay' : AMOUNT_LABELS[receipt.status]}
            </span>
            <Price amount={receipt.amount} />
          </p>
          {(!receipt.transfer || underReview) && (
            <dl className="key-values">
              {receipt.transactionId && <KeyValueRow term="Transaction ID">{receipt.transactionId}</KeyValueRow>}
              {booking && <KeyValueRow term="Booking ID">{booking.bookingId}</KeyValueRow>}
              {method && <KeyValueRow term="Method">{method}</KeyValueRow>}
              {receipt.partlyRefunded && <KeyValueRow term="Refund">A part of the amount was sent back</KeyValueRow>}
              {receipt.startedAt && (
                <KeyValueRow term="Date">{formatInstant(Date.parse(receipt.startedAt))}</KeyValueRow>
              )}
            </dl>
          )}
          <PrintedParties seller={seller} />
          {receipt.transfer && <BankTransfer details={receipt.transfer} receipt={receipt} />}
          <p className="receipt-actions">
            {booking && (
              <a className="button" href={VIEW_BOOKING_URL}>
                View Booking
              </a>
            )}
            <a className="button button-quiet" href="/">
              Back to Home
            </a>
          </p>
        </section>
      </div>
      <Summary receipt={receipt} />
    </div>
  )
}

const sumRefundDue = (booking: BookingView | null): Paisa =>
  sum((booking?.payments ?? []).map(({ refundDue = 0 }) => paisa(refundDue)))

function describeBooking({ planName, locationName, startDate, endDate }: BookingView): string {
  const [from, to] = [isoDate(startDate), isoDate(endDate)]
  // Each of the two dates stays on one line.
  const dates = from && to ? formatRange(from, to).replaceAll(' ', '\u00a0').replace('–\u00a0', '– ') : ''
  return `${planName} at ${locationName}${dates && `, ${dates}`}`
}
