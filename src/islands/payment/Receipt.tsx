import { useStore } from '@nanostores/react'
import { Check, Clock, Info, type LucideIcon } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant, formatRange, isoDate } from '#domain/calendar.ts'
import { npr, type Paisa, paisa, sum } from '#domain/money.ts'
import { Price } from '#islands/ui/Price.tsx'
import { Row } from '#islands/ui/Row.tsx'
import { $booking, $underReview } from '#stores/payment/booking.ts'
import type { Receipt as Facts } from '#stores/payment/screen.ts'
import type { MethodWords } from './Methods.tsx'
import { PrintedParties, type Seller } from './PrintedParties.tsx'
import { Summary } from './Summary.tsx'
import { SAID } from './state-change.ts'
import { Transfer } from './Transfer.tsx'
import { UnderReview } from './UnderReview.tsx'

interface Words {
  tag: string
  tagClass: string
  Icon: LucideIcon
  heading: string
  text: (booking: BookingView | null) => string
}

/** `Payment Successful!` is shown for verified money only. */
const WORDS: Readonly<Record<Facts['standing'], Words>> = {
  confirmed: {
    tag: 'Booking confirmed',
    tagClass: 'tag-ok',
    Icon: Check,
    heading: 'Payment Successful!',
    text: (booking) => `Your booking is confirmed${booking ? `: ${sentence(booking)}` : ''}.`,
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
    text: (booking) => `We refund ${npr(refundDue(booking))}. We email you when it is sent.`,
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
const AMOUNT: Readonly<Record<Facts['standing'], string>> = {
  confirmed: 'Amount paid',
  received: 'Amount',
  late: 'Amount',
  needs_decision: 'Amount paid',
  refund_due: 'Amount paid',
  refunded: 'Amount sent back',
}

/** The dashboard route, until a booking has its own page. */
const VIEW_BOOKING = '/dashboard'

interface Props {
  receipt: Facts
  methods: readonly MethodWords[]
  seller: Seller
}

export function Receipt({ receipt, methods, seller }: Props) {
  const booking = useStore($booking)
  const { tag, tagClass, Icon, heading, text } = WORDS[receipt.standing]
  const method = methods.find(({ id }) => id === receipt.method)?.name
  const waits = receipt.standing === 'received' || receipt.standing === 'late'
  const underReview = useStore($underReview) !== undefined && waits
  return (
    <div className="payment-desk">
      <div className="payment-main receipt-ground">
        <section className={`receipt ${waits || receipt.standing === 'needs_decision' ? 'payment-waits' : ''}`}>
          <span className={`tag ${tagClass}`}>
            <Icon className="icon" />
            {waits && booking?.trial ? 'Trial' : tag}
          </span>
          <h1 className="display-2" tabIndex={-1} aria-describedby={SAID}>
            {heading}
          </h1>
          <p className="soft" id={SAID}>
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
              {receipt.transfer && !underReview ? 'Amount to pay' : AMOUNT[receipt.standing]}
            </span>
            <Price amount={receipt.amount} />
          </p>
          {(!receipt.transfer || underReview) && (
            <dl className="key-values">
              {receipt.transactionId && <Row term="Transaction ID">{receipt.transactionId}</Row>}
              {booking && <Row term="Booking ID">{booking.bookingId}</Row>}
              {method && <Row term="Method">{method}</Row>}
              {receipt.partlyRefunded && <Row term="Refund">A part of the amount was sent back</Row>}
              {receipt.startedAt && <Row term="Date">{formatInstant(Date.parse(receipt.startedAt))}</Row>}
            </dl>
          )}
          <PrintedParties seller={seller} />
          {receipt.transfer && <Transfer details={receipt.transfer} receipt={receipt} />}
          <p className="receipt-actions">
            {booking && (
              <a className="button" href={VIEW_BOOKING}>
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

const refundDue = (booking: BookingView | null): Paisa =>
  sum((booking?.payments ?? []).map(({ refundDue = 0 }) => paisa(refundDue)))

function sentence({ planName, locationName, startDate, endDate }: BookingView): string {
  const [from, to] = [isoDate(startDate), isoDate(endDate)]
  // Each of the two dates stays on one line.
  const dates = from && to ? formatRange(from, to).replaceAll(' ', '\u00a0').replace('–\u00a0', '– ') : ''
  return `${planName} at ${locationName}${dates && `, ${dates}`}`
}
