import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import type { Seller } from '#islands/ui/PrintedSeller.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $booking } from '#stores/payment/booking.ts'
import { openPaymentScreen } from '#stores/payment/open-payment-screen.ts'
import { reload } from '#stores/payment/refresh.ts'
import { $screen, type PaymentScreen } from '#stores/payment/screen.ts'
import { PAGE } from './columns.ts'
import { ClosedFirstDay, EndedBooking, FailedPayment } from './FailedPayment.tsx'
import { PaymentLoadError, QrLoadError, ReceiptLoadError, StepLoadError } from './LoadErrors.tsx'
import { BookingNotHere, NothingToPay } from './NothingToPay.tsx'
import type { PaymentMethodContent } from './PaymentMethods.tsx'
import { PaymentSkeleton } from './PaymentSkeleton.tsx'
import { PendingPayment, ProcessingPayment } from './PendingPayment.tsx'
import { SelectMethod } from './SelectMethod.tsx'
import { useFocusOnScreenChange } from './screen-focus.ts'
import type { VisitContent } from './your-booking/visit.ts'

const LAZY_OPTIONS = { fallback: <ProcessingPayment />, Failed: StepLoadError }
const QrPanel = lazyWithRetry(() => import('./QrPanel.tsx'), { ...LAZY_OPTIONS, Failed: QrLoadError })
const ConfirmEmail = lazyWithRetry(() => import('./ConfirmEmail.tsx'), LAZY_OPTIONS)
const CardPayment = lazyWithRetry(() => import('./CardPayment.tsx'), LAZY_OPTIONS)
const loadReceipt = () => import('./PaymentResultPanel.tsx')
const PaymentResultPanel = lazyWithRetry(loadReceipt, { fallback: <ProcessingPayment />, Failed: ReceiptLoadError })

interface Props {
  methods: readonly PaymentMethodContent[]
  seller: Seller
  visit: VisitContent
  /** On return URLs of gateways the page first shows that the payment is being checked. */
  returning: boolean
  /** How to reach us, and the drawing of a page without a booking: built as HTML. */
  help?: ReactNode
  stairs?: ReactNode
  children?: ReactNode
}

/** States whose layout must not shift when the server's response arrives. */
const STATES_WITHOUT_BOOKING: readonly PaymentScreen['state'][] = ['initial', 'loading', 'no_booking', 'load_failed']

const STATES_BEFORE_RECEIPT: readonly PaymentScreen['state'][] = ['processing', 'pending', 'card', 'qr_payment']

export default withErrorBoundary(Payment)

function Payment(props: Props) {
  const screen = useStore($screen)
  const top = useRef<HTMLDivElement>(null)
  useEffect(openPaymentScreen, [])
  useFocusOnScreenChange(screen, top)
  const mayBePaid = STATES_BEFORE_RECEIPT.includes(screen.state)
  useEffect(() => {
    // Preloads the receipt, which reports a failure when it is shown.
    if (mayBePaid) loadReceipt().catch(() => {})
  }, [mayBePaid])
  return (
    <div className={`${PAGE} max-md:has-foot-bar:pb-0`} ref={top} data-state={screen.state}>
      <StorageWarning className="mb-6" />
      {!STATES_WITHOUT_BOOKING.includes(screen.state) && (
        <>
          <SandboxNote className="mb-6" />
          {WITHOUT_SERVER && <TrialNote />}
        </>
      )}
      <PaymentState screen={screen} {...props} />
    </div>
  )
}

function PaymentState({ screen, ...props }: Props & { screen: PaymentScreen }) {
  const { methods, seller, visit, returning, help, stairs, children } = props
  const qr = methods.find(({ id }) => id === 'qr_payment')
  switch (screen.state) {
    case 'initial':
      if (returning) return <ProcessingPayment />
      // Without a server there is always a trial payment.
      return WITHOUT_SERVER ? <PaymentSkeleton /> : <NothingToPay stairs={stairs} whileOpening={<PaymentSkeleton />} />
    case 'no_booking':
      return returning ? <BookingNotHere help={help} stairs={stairs} /> : <NothingToPay stairs={stairs} />
    case 'loading':
      return returning ? <ProcessingPayment /> : <PaymentSkeleton />
    case 'load_failed':
      return <PaymentLoadError message={screen.message} onRetry={reload} stairs={stairs} />
    case 'ended':
      return <EndedBooking help={help} />
    case 'selecting':
      return <SelectMethodOrDay methods={methods} debug={children} />
    case 'processing':
      return <ProcessingPayment />
    case 'confirm_email':
      return <ConfirmEmail />
    case 'card':
      return <CardPayment screen={screen} />
    case 'pending':
      return <PendingPayment {...screen} help={help} />
    case 'qr_payment':
      return <QrPanel {...screen} banks={qr?.supportedBanks ?? []} processingTime={qr?.processingTime ?? ''} />
    case 'success':
      return <PaymentResultPanel result={screen.result} methods={methods} seller={seller} visit={visit} />
    case 'error':
      return <FailedPayment {...screen} help={help} />
  }
}

function SelectMethodOrDay(props: ComponentProps<typeof SelectMethod>) {
  const unpayable = useStore($booking)?.unpayable
  return unpayable === undefined ? <SelectMethod {...props} /> : <ClosedFirstDay text={unpayable} />
}

function TrialNote() {
  if (!useStore($booking)?.trial) return null
  return (
    <Note className="note-warm mb-6" icon={CircleAlert}>
      <b>This is a trial.</b> You have not booked anything: the amount, plan and location are samples.{' '}
      <a className="link" href="/booking">
        Book a workspace
      </a>
    </Note>
  )
}
