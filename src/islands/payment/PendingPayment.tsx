import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { npr } from '#domain/money.ts'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $booking, $bookingPath } from '#stores/payment/booking.ts'
import { verifyNow } from '#stores/payment/poll-payment.ts'
import type { PaymentScreen, PendingView } from '#stores/payment/screen.ts'
import { completeSimulatedPayment } from '#stores/payment/start-payment.ts'
import { BookingIdLine } from './BookingIdLine.tsx'
import { ChooseAnotherMethod } from './ChooseAnotherMethod.tsx'
import { COLUMNS } from './columns.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentAnswers } from './PaymentAnswers.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { PANEL_TEXT, StatusPanel } from './StatusPanel.tsx'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'

export function ProcessingPayment() {
  return (
    <div className={COLUMNS}>
      <StatusPanel tag={<Spinner className="noscript:hidden size-7" />} heading="One moment">
        <p className={`${PANEL_TEXT} noscript:hidden`} role="status">
          Please wait while we process your payment...
        </p>
      </StatusPanel>
    </div>
  )
}

const ReturnToBooking = () => (
  <a className="button button-quiet" href={useStore($bookingPath)}>
    Return to Booking
  </a>
)

type Props = Extract<PaymentScreen, { state: 'pending' }>

/** The payer chooses the outcome that the gateway would report. */
function SimulatedPayment({ paymentId }: Props) {
  const amount = useStore($booking)?.payments.find((payment) => payment.paymentId === paymentId)?.amount
  return (
    <PaymentPanel
      edge="border-t-marigold"
      tag={<span className="tag tag-wait">Simulated</span>}
      heading={PENDING_COPY.redirected.heading}
    >
      <p className={PANEL_TEXT} id={STATUS_MESSAGE_ID}>
        Here you would go to the payment service{amount === undefined ? '' : `, to pay ${npr(amount)}`}. This demo sends
        nothing to it and asks for no card. Choose how the payment ends.
      </p>
      <PaymentActions>
        <Button onClick={() => completeSimulatedPayment('success')}>Simulate a payment</Button>
        <SecondaryButton onClick={() => completeSimulatedPayment('failure')}>Simulate a failed payment</SecondaryButton>
        <ReturnToBooking />
      </PaymentActions>
      <ChooseAnotherMethod />
    </PaymentPanel>
  )
}

const WAIT = <b>If money has left your account, wait: do not pay again.</b>

interface PendingCopy {
  heading: string
  charged: ReactNode
  next: string
}

const PENDING_COPY: Readonly<Record<Exclude<PendingView, 'simulated'>, PendingCopy>> = {
  redirected: {
    heading: 'Payment Redirected',
    charged: <>We have not received a payment yet. {WAIT}</>,
    next: 'Finish your payment on the page of the payment service. If you have already paid, check again.',
  },
  checking: {
    heading: 'We are checking your payment',
    charged: <>We have not confirmed your payment yet. {WAIT}</>,
    next: 'This usually takes a few minutes. You can close this page: we email you when your booking is confirmed.',
  },
  staff: {
    heading: 'We are checking your payment',
    charged: (
      <>
        Yes, but the amount does not match your booking. <b>Please do not pay again.</b>
      </>
    ),
    next: 'Our staff will check it and write to you.',
  },
}

/** Never calls an unknown outcome failed. */
export function PendingPayment({ help, ...screen }: Props & { help: ReactNode }) {
  const { view, isQuerying, problem } = screen
  if (WITHOUT_SERVER && view === 'simulated') return <SimulatedPayment {...screen} />
  const { heading, charged, next } = PENDING_COPY[view === 'simulated' ? 'redirected' : view]
  return (
    <PaymentPanel
      edge="border-t-marigold"
      tag={
        <span className="tag tag-wait">
          <Clock className="icon" />
          Not confirmed
        </span>
      }
      heading={heading}
    >
      <PaymentAnswers isUnknown charged={charged} next={next} />
      {problem && (
        <p className={PANEL_TEXT} role="status">
          {problem}
        </p>
      )}
      <PaymentActions>
        <Button busy={isQuerying} onClick={verifyNow}>
          {isQuerying ? 'Checking…' : 'Check again'}
        </Button>
        <ReturnToBooking />
      </PaymentActions>
      {view !== 'staff' && <ChooseAnotherMethod>Not paid yet? </ChooseAnotherMethod>}
      <BookingIdLine />
      {help}
    </PaymentPanel>
  )
}
