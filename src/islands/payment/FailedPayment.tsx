import { useStore } from '@nanostores/react'
import { CircleHelp, Clock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { isOpenAttempt } from '#domain/payment.ts'
import { RECEIVED_STATES } from '#domain/refund.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { getYourBookingUrl } from '#stores/current-booking.ts'
import { $booking, $bookingPath } from '#stores/payment/booking.ts'
import type { ErrorScreen } from '#stores/payment/screen.ts'
import { retryPayment } from '#stores/payment/start-payment.ts'
import { BookingIdLine } from './BookingIdLine.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentAnswers } from './PaymentAnswers.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'

interface HelpProps {
  /** How to reach us. */
  help: ReactNode
}

export function FailedPayment(screen: ErrorScreen & HelpProps) {
  const { message, detail, gatewayMessage, isOutcomeUnknown, isCancelled, help } = screen
  const Icon = isOutcomeUnknown ? CircleHelp : X
  const [edge, tagClass] = isCancelled
    ? (['border-t-line-3', ''] as const)
    : isOutcomeUnknown
      ? (['border-t-marigold', 'tag-wait'] as const)
      : (['border-t-danger', 'tag-no'] as const)
  const tag = (
    <span className={`tag ${tagClass}`}>
      <Icon className="icon" />
      {isOutcomeUnknown ? 'Not confirmed' : isCancelled ? 'Payment cancelled' : 'Not paid'}
    </span>
  )
  const text = detail ? `${message}: ${detail}` : message
  return (
    <PaymentPanel edge={edge} tag={tag} heading="Payment Failed">
      <div className="grid max-w-measure gap-2 text-pretty text-body">
        <p>{isCancelled ? 'You cancelled the payment.' : text}</p>
        {gatewayMessage && <p className="soft">{gatewayMessage}</p>}
      </div>
      <PaymentAnswers
        isUnknown={isOutcomeUnknown}
        charged={
          isOutcomeUnknown
            ? 'We do not know yet. If money has left your account, do not pay again: contact us.'
            : 'No. Nothing was charged.'
        }
        next={`${isOutcomeUnknown ? 'If no money has left your account, try' : 'Try'} again, with the same or another payment method.`}
      />
      <PaymentActions>
        <Button onClick={retryPayment}>Try Again</Button>
        <a className="button button-quiet" href={useStore($bookingPath)}>
          Back to Booking
        </a>
      </PaymentActions>
      <BookingIdLine />
      {help}
    </PaymentPanel>
  )
}

/** The booking can no longer be paid. */
export function EndedBooking({ help }: HelpProps) {
  const booking = useStore($booking)
  const cancelled = booking?.status === 'cancelled'
  const needsStaff = booking?.placedByStaff && !cancelled
  const isPaid = booking?.payments.some(({ state }) => RECEIVED_STATES.includes(state)) ?? false
  const isStarted = !isPaid && (booking?.payments.some(({ state }) => isOpenAttempt(state)) ?? false)
  const tag = (
    <span className="tag">
      <Clock className="icon" />
      {cancelled ? 'Cancelled' : 'Hold ended'}
    </span>
  )
  return (
    <PaymentPanel tag={tag} heading={cancelled ? 'This booking was cancelled' : 'Your hold has expired'}>
      <PaymentAnswers
        isUnknown={isPaid || isStarted}
        charged={describeCharge({ isPaid, isStarted, cancelled })}
        seat={`No. ${yourSeats(booking?.seats ?? 1, 'was')} released.`}
        next={
          needsStaff
            ? 'Our staff made this booking for you: contact us to book again and get a new payment link.'
            : `Your details are saved. ${isStarted ? 'If no money has left your account, book' : 'Book'} again to continue.`
        }
      />
      <PaymentActions>
        {isPaid && (
          <a className="button" href={getYourBookingUrl()}>
            View Booking
          </a>
        )}
        <a
          className={isPaid || isStarted ? 'button button-quiet' : 'button'}
          href={needsStaff ? '/contact' : '/booking'}
        >
          {needsStaff ? 'Contact us' : 'Book again'}
        </a>
      </PaymentActions>
      <BookingIdLine />
      {help}
    </PaymentPanel>
  )
}

function describeCharge({
  isPaid,
  isStarted,
  cancelled,
}: Record<'isPaid' | 'isStarted' | 'cancelled', boolean>): string {
  if (isPaid) return 'Yes. The page of your booking shows your payments and refunds.'
  if (isStarted) return 'No payment has reached us. If money has left your account, do not book again: contact us.'
  return cancelled ? 'No payment has reached us. You do not need to pay.' : 'No payment has reached us.'
}

/** The seats are still held, but their first day was closed. */
export function ClosedFirstDay({ text }: { text: string }) {
  const isByStaff = useStore($booking)?.placedByStaff
  const bookingPath = useStore($bookingPath)
  return (
    <PaymentPanel
      edge="border-t-marigold"
      tag={<span className="tag tag-wait">Not paid</span>}
      heading="Choose another day"
    >
      <PaymentAnswers charged="No payment has reached us." next={text} />
      <PaymentActions>
        <a className="button" href={isByStaff ? '/contact' : bookingPath}>
          {isByStaff ? 'Contact us' : 'Choose another day'}
        </a>
        {!isByStaff && (
          <a className="button button-quiet" href={getYourBookingUrl()}>
            View or cancel booking
          </a>
        )}
      </PaymentActions>
    </PaymentPanel>
  )
}
