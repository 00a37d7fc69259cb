import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { openPaymentScreen } from '#stores/payment/open-payment-screen.ts'
import { $screen, type PaymentScreen } from '#stores/payment/screen.ts'
import { BookingLoadError, EndedBooking, FailedPayment, NothingToPay, StepNotLoaded } from './FailedPayment.tsx'
import type { PaymentMethodContent } from './PaymentMethods.tsx'
import { PaymentSkeleton } from './PaymentSkeleton.tsx'
import { PendingPayment, ProcessingPayment } from './PendingPayment.tsx'
import type { Seller } from './PrintedParties.tsx'
import { Receipt } from './Receipt.tsx'
import { SelectMethod } from './SelectMethod.tsx'
import { useFocusOnScreenChange } from './screen-focus.ts'
import { TrialNote } from './TrialNote.tsx'
import './payment.css'

const LAZY_OPTIONS = { waiting: <ProcessingPayment />, Failed: StepNotLoaded }
const QrPanel = lazyWithRetry(() => import('./QrPanel.tsx'), LAZY_OPTIONS)
const ConfirmEmail = lazyWithRetry(() => import('./ConfirmEmail.tsx'), LAZY_OPTIONS)
const CardPayment = lazyWithRetry(() => import('./CardPayment.tsx'), LAZY_OPTIONS)

interface Props {
  methods: readonly PaymentMethodContent[]
  seller: Seller
  /** On the addresses that gateways return to, the first thing shown is that we look at the payment. */
  returning: boolean
  /** The debug panel, in builds that have one. */
  children?: ReactNode
}

/** There is nothing to pay yet, and nothing is to move when the server has answered. */
const STATES_WITHOUT_BOOKING: readonly PaymentScreen['state'][] = ['reading', 'nothing', 'unreadable']

export default withErrorBoundary(Payment)

/** The payment screen: one state at a time, the same at all three addresses. */
function Payment(props: Props) {
  const screen = useStore($screen)
  const top = useRef<HTMLDivElement>(null)
  useEffect(openPaymentScreen, [])
  useFocusOnScreenChange(screen, top)
  return (
    <div className="payment" ref={top} data-state={screen.state}>
      <StorageWarning />
      {!STATES_WITHOUT_BOOKING.includes(screen.state) && (
        <>
          <SandboxNote />
          {WITHOUT_SERVER && <TrialNote />}
        </>
      )}
      <PaymentState screen={screen} {...props} />
    </div>
  )
}

function PaymentState({ screen, methods, seller, returning, children }: Props & { screen: PaymentScreen }) {
  switch (screen.state) {
    case 'reading':
      return returning ? <ProcessingPayment /> : <PaymentSkeleton />
    case 'nothing':
      return <NothingToPay />
    case 'unreadable':
      return <BookingLoadError message={screen.message} />
    case 'ended':
      return <EndedBooking />
    case 'selecting':
      return <SelectMethod methods={methods} debug={children} />
    case 'processing':
      return <ProcessingPayment />
    case 'confirm_email':
      return <ConfirmEmail />
    case 'card':
      return <CardPayment screen={screen} />
    case 'pending':
      return <PendingPayment {...screen} />
    case 'qr_payment':
      return <QrPanel {...screen} banks={methods.find(({ id }) => id === 'qr_payment')?.supportedBanks ?? []} />
    case 'success':
      return <Receipt receipt={screen.receipt} methods={methods} seller={seller} />
    case 'error':
      return <FailedPayment {...screen} />
  }
}
