import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { npr, paisa } from '#domain/money.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $booking } from '#stores/payment/booking.ts'
import { verify } from '#stores/payment/following.ts'
import { endSimulated, tryAgain } from '#stores/payment/paying.ts'
import type { PaymentScreen, PendingView } from '#stores/payment/screen.ts'
import { Summary } from './Summary.tsx'
import { SAID } from './state-change.ts'

export function Processing() {
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

const AnotherWay = ({ children }: { children?: ReactNode }) => (
  <p className="payment-other">
    {children}
    <button type="button" className="link" onClick={tryAgain}>
      Choose another way
    </button>
  </p>
)

type Props = Extract<PaymentScreen, { state: 'pending' }>

/** The payer's own choice takes the place of a gateway that is not there. */
function Simulated({ paymentId }: Props) {
  const amount = useStore($booking)?.payments.find((payment) => payment.paymentId === paymentId)?.amount
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini panel-warm">
        <span className="tag tag-wait">Simulated</span>
        <h1 tabIndex={-1} aria-describedby={SAID}>
          Payment Redirected
        </h1>
        <p id={SAID}>
          You would be at the payment service now{amount === undefined ? '' : `, to pay ${npr(paisa(amount))}`}. This
          demo sends nothing to it and asks for no card: say how it ends.
        </p>
        <p className="payment-ways">
          <button type="button" className="button" onClick={() => endSimulated('paid')}>
            Simulate a payment
          </button>
          <button type="button" className="button button-quiet" onClick={() => endSimulated('refused')}>
            Simulate a refusal
          </button>
          <ReturnToBooking />
        </p>
        <AnotherWay />
      </section>
      <Summary />
    </div>
  )
}

const WORDS: Readonly<Record<Exclude<PendingView, 'simulated'>, { heading: string; text: string }>> = {
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
export function Pending(screen: Props) {
  const { view, asking, problem } = screen
  if (WITHOUT_SERVER && view === 'simulated') return <Simulated {...screen} />
  const { heading, text } = WORDS[view === 'simulated' ? 'redirected' : view]
  return (
    <div className="payment-desk">
      <section className="payment-main panel-mini panel-warm">
        {view === 'checking' && <span className="spinner" aria-hidden="true" />}
        <h1 tabIndex={-1} aria-describedby={SAID}>
          {heading}
        </h1>
        <p id={SAID}>{text}</p>
        {problem && <p role="status">{problem}</p>}
        <p className="payment-ways">
          <button
            type="button"
            className={`button ${view === 'checking' ? '' : 'button-quiet'}`}
            aria-disabled={asking || undefined}
            onClick={verify}
          >
            {asking ? 'Checking…' : 'Check again'}
          </button>
          <ReturnToBooking />
        </p>
        {view !== 'staff' && <AnotherWay>You did not pay? </AnotherWay>}
      </section>
      <Summary />
    </div>
  )
}
