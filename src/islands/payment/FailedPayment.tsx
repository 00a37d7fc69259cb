import { useStore } from '@nanostores/react'
import { CircleHelp, Clock, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NOT_LOADED } from '#islands/ui/lazy-with-retry.tsx'
import { $booking } from '#stores/payment/booking.ts'
import { reload } from '#stores/payment/refresh.ts'
import type { ErrorScreen } from '#stores/payment/screen.ts'
import { retryPayment } from '#stores/payment/start-payment.ts'
import { Summary } from './Summary.tsx'
import { focusHeading, STATUS_MESSAGE_ID } from './screen-focus.ts'

export function FailedPayment({ message, detail, gatewayMessage, isOutcomeUnknown }: ErrorScreen) {
  const Icon = isOutcomeUnknown ? CircleHelp : X
  return (
    <div className="payment-desk">
      <section className={`payment-main panel-mini ${isOutcomeUnknown ? 'panel-warm' : 'panel-bad'}`}>
        <span className={`tag ${isOutcomeUnknown ? 'tag-wait' : 'tag-no'}`}>
          <Icon className="icon" />
          {isOutcomeUnknown ? 'Not confirmed' : 'Not paid'}
        </span>
        <h1 tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
          Payment Failed
        </h1>
        <div id={STATUS_MESSAGE_ID} className="payment-said">
          <p>{message}</p>
          {detail && <p>{detail}</p>}
          {gatewayMessage && <p className="soft">{gatewayMessage}</p>}
          {isOutcomeUnknown && <UnknownOutcomeNote />}
        </div>
        <p className="payment-ways">
          <button type="button" className="button" onClick={retryPayment}>
            Try Again
          </button>
          <a className="button button-quiet" href="/booking#step-4">
            Back to Booking
          </a>
        </p>
      </section>
      <Summary />
    </div>
  )
}

/** Whoever has paid must not do so twice. */
function UnknownOutcomeNote() {
  const bookingId = useStore($booking)?.bookingId
  return (
    <p>
      If money has left your account, do not pay again:{' '}
      <a className="link" href="/contact">
        write to us
      </a>
      {bookingId && (
        <>
          {' '}
          and name your booking <b className="num">{bookingId}</b>
        </>
      )}
      .
    </p>
  )
}

const EXPIRED_TEXT = 'The time to pay is over and your seat is free again. Book again to continue.'
const EXPIRED_STAFF_BOOKING_TEXT =
  'The time to pay is over and your seat is free again. Our staff made this booking for you: contact us to book again and get a new payment link.'

/** The booking can no longer be paid. */
export function EndedBooking() {
  const booking = useStore($booking)
  const cancelled = booking?.status === 'cancelled'
  const askStaff = booking?.placedByStaff && !cancelled
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini">
        <span className="tag">
          <Clock className="icon" />
          {cancelled ? 'Cancelled' : 'Hold ended'}
        </span>
        <h1 tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
          {cancelled ? 'This booking was cancelled' : 'Your hold has expired'}
        </h1>
        <p id={STATUS_MESSAGE_ID}>
          {cancelled ? 'There is nothing more to pay for it.' : askStaff ? EXPIRED_STAFF_BOOKING_TEXT : EXPIRED_TEXT}
        </p>
        <p className="payment-ways">
          {askStaff ? (
            <a className="button" href="/contact">
              Contact us
            </a>
          ) : (
            <a className="button" href="/booking">
              Back to Booking
            </a>
          )}
        </p>
      </section>
      <Summary />
    </div>
  )
}

export function NothingToPay() {
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini">
        <h1 tabIndex={-1}>There is nothing to pay yet</h1>
        <p>Choose a place and your dates first. You pay at the end.</p>
        <p className="payment-ways">
          <a className="button" href="/booking">
            Book a workspace
          </a>
        </p>
      </section>
    </div>
  )
}

/** In place of the card form or the QR panel when its files could not be loaded. */
export function StepNotLoaded({ onRetry }: { onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusHeading(heading.current), [])
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini panel-bad">
        <h1 tabIndex={-1} ref={heading} aria-describedby={STATUS_MESSAGE_ID}>
          This step could not be loaded
        </h1>
        <p id={STATUS_MESSAGE_ID}>{NOT_LOADED}</p>
        <p className="payment-ways">
          <button type="button" className="button" onClick={onRetry}>
            Try Again
          </button>
        </p>
      </section>
      <Summary />
    </div>
  )
}

export function BookingLoadError({ message }: { message: string }) {
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini panel-bad">
        <h1 tabIndex={-1}>Your booking cannot be shown</h1>
        <p>{message}</p>
        <p className="payment-ways">
          <button type="button" className="button" onClick={reload}>
            Try again
          </button>
        </p>
      </section>
    </div>
  )
}
