import { useStore } from '@nanostores/react'
import { Check, Clock, type LucideIcon } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { formatBikramRange } from '#domain/bikram-sambat.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatInstant, formatRange, parseIsoDate } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { npr, type Paisa, sum, ZERO } from '#domain/money.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { PrintedSeller, type Seller } from '#islands/ui/PrintedSeller.tsx'
import { getYourBookingUrl } from '#stores/current-booking.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $booking, $underReview } from '#stores/payment/booking.ts'
import type { PaymentResult } from '#stores/payment/screen.ts'
import { sumRefundDue } from '#stores/payment/screen-for-booking.ts'
import { $summary } from '#stores/payment/summary.ts'
import { BankTransfer } from './BankTransfer.tsx'
import { COLUMNS, MAIN_COLUMN } from './columns.ts'
import type { PaymentMethodContent } from './PaymentMethods.tsx'
import { getBookingFacts, PaymentSummary } from './PaymentSummary.tsx'
import { PrintedCustomer } from './PrintedCustomer.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { focusHeading, STATUS_MESSAGE_ID } from './screen-focus.ts'
import { UnderReviewNote } from './UnderReviewNote.tsx'
import { VisitPanel } from './VisitPanel.tsx'
import { describeClosedPass, isPassOnClosedDay } from './your-booking/closed-pass.ts'
import type { VisitContent } from './your-booking/visit.ts'

const Bills = lazyWithRetry(() => import('./your-booking/Bills.tsx'))

interface StatusCopy {
  tag: string
  tagClass: string
  Icon?: LucideIcon
  heading: string
  amountLabel?: string
  text: (booking: BookingView | null, isTransfer: boolean) => string
}

/** `Payment Successful!` is shown for verified payments only. */
const STATUS_COPY: Readonly<Record<PaymentResult['status'], StatusCopy>> = {
  confirmed: {
    tag: 'Booking confirmed',
    tagClass: 'tag-ok',
    Icon: Check,
    heading: 'Payment Successful!',
    text: (booking) =>
      `Your booking is confirmed${booking ? `: ${describeBooking(booking)}` : ''}.${booking && isPassOnClosedDay(booking) ? ` ${describeClosedPass(booking)}` : ''}`,
  },
  received: {
    tag: 'Seat held',
    tagClass: 'tag-wait',
    heading: 'Booking received',
    amountLabel: 'Amount',
    text: (booking, isTransfer) =>
      `${isTransfer ? 'We check your payment when it arrives.' : 'We are checking your payment.'}${booking?.trial ? '' : ` ${yourSeats(booking?.seats ?? 1, 'is')} held.`}`,
  },
  late: {
    tag: 'We will write to you',
    tagClass: 'tag-wait',
    heading: 'Receipt received',
    amountLabel: 'Amount',
    text: (booking) =>
      `${yourSeats(booking?.seats ?? 1, 'was')} released before your receipt arrived. Our staff will look for your payment, then keep or move your booking, or refund you.`,
  },
  needs_decision: {
    tag: 'We will write to you',
    tagClass: 'tag-wait',
    heading: 'Payment received',
    text: (booking) =>
      `${yourSeats(booking?.seats ?? 1, 'was')} released before your payment arrived. We will move your booking or refund you.`,
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
  visit: VisitContent
}

export default function PaymentResultPanel({ result, methods, seller, visit }: Props) {
  const booking = useStore($booking)
  const { tag, tagClass, Icon = Clock, heading, amountLabel = 'Amount paid', text } = STATUS_COPY[result.status]
  const isWaiting = result.status === 'received' || result.status === 'late'
  const underReview = useStore($underReview) !== undefined && isWaiting
  const transfer = underReview ? undefined : result.transfer
  const confirmed = result.status === 'confirmed' ? booking : null
  const method = methods.find(({ id }) => id === result.method)
  return (
    <div className={COLUMNS}>
      <PrintedSeller className="col-span-full" seller={seller} />
      <div
        className={`${MAIN_COLUMN} bg-paper-sunk p-fluid-20-56 max-xs:p-0 ${isWaiting ? '' : 'max-xs:pb-5'} print:bg-transparent print:p-0`}
      >
        <section
          className={`receipt print:mask-none relative mx-auto max-w-155 break-inside-avoid border border-line-2 border-t-6 bg-paper-raised px-receipt pt-9 text-ink ${isWaiting ? 'pb-9' : 'mask-receipt border-b-0 pb-11'} print:scheme-light print:border-b print:border-b-black print:border-b-dashed print:bg-white print:text-black ${
            isWaiting || result.status === 'needs_decision' ? 'border-t-marigold' : 'border-t-pipal-fill'
          }`}
        >
          <span className={`tag ${tagClass}`}>
            <Icon className="icon" />
            {isWaiting && booking?.trial ? 'Trial' : transfer ? BOOKING_LABELS.held : tag}
          </span>
          <h1 className="display-2 mt-3 mb-1.5" tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID} ref={focusHeading}>
            {heading}
          </h1>
          <p className="soft text-pretty" id={STATUS_MESSAGE_ID}>
            {transfer && (
              <b className="num mb-1 block whitespace-normal text-balance text-4 text-ink">
                Transfer {npr(result.amount)} by {formatInstant(Date.parse(transfer.expiresAt))}.
              </b>
            )}{' '}
            {text(booking, transfer !== undefined)} {confirmed && <ConfirmationEmail email={confirmed.contact.email} />}
          </p>
          {underReview && <UnderReviewNote className="mt-4" />}
          <div role="status">
            {result.paidTwice && (
              <Note className="note-warm mt-4">
                You paid twice. We refund the second payment of {npr(result.paidTwice)}. We email you when it is sent.
              </Note>
            )}
          </div>
          {!transfer && (
            <p className="receipt-amount mt-6.5 mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-ink border-y-2 py-3.5">
              <span className="label">{amountLabel}</span>
              <Price className="text-figure-tiny" amount={result.amount} />
            </p>
          )}
          {confirmed && <BookedItems booking={confirmed} fee={result.fee} />}
          {(!result.transfer || underReview) && (
            <ReceiptFacts
              facts={{
                'Transaction ID': result.transactionId,
                'Booking ID': booking?.bookingId,
                Method: method?.name,
                Refund: result.partlyRefunded && 'Part of the amount was refunded',
                'Payment date': result.startedAt && formatInstant(Date.parse(result.startedAt)),
              }}
            />
          )}
          <PrintedCustomer />
          {result.transfer && (
            <BankTransfer details={result.transfer} result={result} processingTime={method?.processingTime ?? ''} />
          )}
          <p className="button-row mt-7 print:hidden">
            {booking && (
              // Until the transfer is made, sending its receipt is the next step.
              <a className={transfer ? 'button button-quiet' : 'button'} href={getYourBookingUrl()}>
                View Booking
              </a>
            )}
            <a className="button button-quiet" href="/">
              Back to Home
            </a>
          </p>
        </section>
      </div>
      {confirmed ? <VisitPanel booking={confirmed} visit={visit} /> : <PaymentSummary result={result} />}
      {/* The bill loads after the receipt and must not move what is below. It needs the customer's own link. */}
      {!WITHOUT_SERVER && confirmed?.actions.changeDetails && (
        <div className={`${MAIN_COLUMN} no-print mt-10 min-h-44`}>
          <Bills booking={confirmed} />
        </div>
      )}
    </div>
  )
}

/** The browser edition sends no emails. */
function ConfirmationEmail({ email }: { email: string }) {
  if (WITHOUT_SERVER || !email) return null
  return (
    <>
      We sent the confirmation to <b className="wrap-anywhere text-ink">{email}</b>.
    </>
  )
}

/** What was bought, with the fee and the total. */
function BookedItems({ booking, fee = ZERO }: { booking: BookingView; fee: Paisa | undefined }) {
  const lines = useStore($summary)?.lines ?? []
  const [from, to] = [parseIsoDate(booking.startDate), parseIsoDate(booking.endDate)]
  return (
    <ReceiptFacts
      facts={{
        ...getBookingFacts(booking),
        'Nepali calendar': from && to && formatBikramRange(from, to),
        Closed: formatClosedDays(booking.closedDays ?? []),
        ...Object.fromEntries(lines.map(({ label, amount }) => [label, npr(amount)])),
        'Card fee': fee > 0 && npr(fee),
        Total: <b>{npr(sum([booking.totalAmount, fee]))}</b>,
      }}
    />
  )
}

function describeBooking({ planName, locationName, startDate, endDate }: BookingView): string {
  const [from, to] = [parseIsoDate(startDate), parseIsoDate(endDate)]
  // Each date stays on one line.
  const dates = from && to ? formatRange(from, to).replaceAll(' ', '\u00a0').replace('–\u00a0', '– ') : ''
  return `${planName} at ${locationName}${dates && `, ${dates}`}`
}
