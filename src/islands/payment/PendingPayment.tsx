import { useStore } from '@nanostores/react'
import { npr } from '#domain/money.ts'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $booking } from '#stores/payment/booking.ts'
import { verifyNow } from '#stores/payment/poll-payment.ts'
import type { PaymentScreen, PendingView } from '#stores/payment/screen.ts'
import { completeSimulatedPayment } from '#stores/payment/start-payment.ts'
import { ChooseAnotherMethod } from './ChooseAnotherMethod.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
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

type Props = Extract<PaymentScreen, { state: 'pending' }>

/** The payer chooses the outcome that the gateway would report. */
function SimulatedPayment({ paymentId }: Props) {
  const amount = useStore($booking)?.payments.find((payment) => payment.paymentId === paymentId)?.amount
  return (
    <PaymentPanel
      className="panel-warm"
      tag={<span className="tag tag-wait">Simulated</span>}
      heading={PENDING_COPY.redirected.heading}
    >
      <p id={STATUS_MESSAGE_ID}>
        Here you would go to the payment service{amount === undefined ? '' : `, to pay ${npr(amount)}`}. This demo sends
        nothing to it and asks for no card. Choose how the payment ends.
      </p>
      <p className="payment-ways">
        <Button onClick={() => completeSimulatedPayment('success')}>Simulate a payment</Button>
        <SecondaryButton onClick={() => completeSimulatedPayment('failure')}>Simulate a failed payment</SecondaryButton>
        <ReturnToBooking />
      </p>
      <ChooseAnotherMethod />
    </PaymentPanel>
  )
}

const PENDING_COPY: Readonly<Record<Exclude<PendingView, 'simulated'>, { heading: string; text: string }>> = {
  redirected: {
    heading: 'Payment Redirected',
    text: 'Finish your payment on the page of the payment service. If you have already paid, check again.',
  },
  checking: {
    heading: 'We are checking your payment',
    text: 'We have not confirmed your payment yet. This page checks automatically; you can close it.',
  },
  staff: {
    heading: 'We are checking your payment',
    text: 'The payment that we received does not match your booking. Our staff will check it and write to you. Please do not pay again.',
  },
}

/** Never calls an unknown outcome failed. */
export function PendingPayment(screen: Props) {
  const { view, isQuerying, problem } = screen
  if (WITHOUT_SERVER && view === 'simulated') return <SimulatedPayment {...screen} />
  const { heading, text } = PENDING_COPY[view === 'simulated' ? 'redirected' : view]
  return (
    <PaymentPanel
      className="panel-warm"
      tag={view === 'checking' && <span className="spinner" aria-hidden="true" />}
      heading={heading}
    >
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
      {view !== 'staff' && <ChooseAnotherMethod>Not paid yet? </ChooseAnotherMethod>}
    </PaymentPanel>
  )
}
