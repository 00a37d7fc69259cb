import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { npr, paisa } from '#domain/money.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $booking } from '#stores/payment/booking.ts'
import { verifyNow } from '#stores/payment/poll-payment.ts'
import type { PaymentScreen, PendingView } from '#stores/payment/screen.ts'
import { completeSimulatedPayment, retryPayment } from '#stores/payment/start-payment.ts'
import { Summary } from './Summary.tsx'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'

export function ProcessingPayment() {
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini">
        <span className="spinner" aria-hidden="true" />
        <h1 tabIndex={-1}>One moment</h1>
        <p role="status">Please wait while we process your payment...</p>
      </section>
    </div>
  )
}

const ReturnToBooking = () => (
  <a className="button button-quiet" href="/booking#step-4">
    Return to Booking
  </a>
)

const ChooseAnotherMethod = ({ children }: { children?: ReactNode }) => (
  <p className="payment-other">
    {children}
    <button type="button" className="link" onClick={retryPayment}>
      Choose another way
    </button>
  </p>
)

type Props = Extract<PaymentScreen, { state: 'pending' }>

/** The payer's own choice takes the place of a gateway that is not there. */
function SimulatedPayment({ paymentId }: Props) {
  const amount = useStore($booking)?.payments.find((payment) => payment.paymentId === paymentId)?.amount
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini panel-warm">
        <span className="tag tag-wait">Simulated</span>
        <h1 tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
          Payment Redirected
        </h1>
        <p id={STATUS_MESSAGE_ID}>
          You would be at the payment service now{amount === undefined ? '' : `, to pay ${npr(paisa(amount))}`}. This
          demo sends nothing to it and asks for no card: say how it ends.
        </p>
        <p className="payment-ways">
          <button type="button" className="button" onClick={() => completeSimulatedPayment('paid')}>
            Simulate a payment
          </button>
          <button type="button" className="button button-quiet" onClick={() => completeSimulatedPayment('refused')}>
            Simulate a refusal
          </button>
          <ReturnToBooking />
        </p>
        <ChooseAnotherMethod />
      </section>
      <Summary />
    </div>
  )
}

const PENDING_COPY: Readonly<Record<Exclude<PendingView, 'simulated'>, { heading: string; text: string }>> = {
  redirected: {
    heading: 'Payment Redirected',
    text: 'Finish paying where you were sent. If you have paid already, check again.',
  },
  checking: {
    heading: 'We are checking your payment',
    text: 'It is not confirmed yet. This page asks again by itself. You may close it: nothing is lost.',
  },
  staff: {
    heading: 'We are checking your payment',
    text: 'What arrived does not match what we asked for. Our staff look into it and write to you. Please do not pay again.',
  },
}

/** The outcome is open, and open is never called failed. */
export function PendingPayment(screen: Props) {
  const { view, isQuerying, problem } = screen
  if (WITHOUT_SERVER && view === 'simulated') return <SimulatedPayment {...screen} />
  const { heading, text } = PENDING_COPY[view === 'simulated' ? 'redirected' : view]
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini panel-warm">
        {view === 'checking' && <span className="spinner" aria-hidden="true" />}
        <h1 tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
          {heading}
        </h1>
        <p id={STATUS_MESSAGE_ID}>{text}</p>
        {problem && <p role="status">{problem}</p>}
        <p className="payment-ways">
          <button
            type="button"
            className={`button ${view === 'checking' ? '' : 'button-quiet'}`}
            aria-disabled={isQuerying || undefined}
            onClick={verifyNow}
          >
            {isQuerying ? 'Checking…' : 'Check again'}
          </button>
          <ReturnToBooking />
        </p>
        {view !== 'staff' && <ChooseAnotherMethod>You did not pay? </ChooseAnotherMethod>}
      </section>
      <Summary />
    </div>
  )
}
