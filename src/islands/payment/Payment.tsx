import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { lazyPart } from '#islands/ui/lazy-part.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { UnkeptNote } from '#islands/ui/UnkeptNote.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { openPayment } from '#stores/payment/opening.ts'
import { $screen, type PaymentScreen } from '#stores/payment/screen.ts'
import { Ended, Failed, Nothing, StepNotLoaded, Unreadable } from './Dead.tsx'
import type { MethodWords } from './Methods.tsx'
import type { Seller } from './PrintedParties.tsx'
import { Reading } from './Reading.tsx'
import { Receipt } from './Receipt.tsx'
import { Selecting } from './Selecting.tsx'
import { useStateChange } from './state-change.ts'
import { TrialNote } from './TrialNote.tsx'
import { Pending, Processing } from './Waiting.tsx'
import './payment.css'

const PART = { waiting: <Processing />, Failed: StepNotLoaded }
const QrPanel = lazyPart(() => import('./QrPanel.tsx'), PART)
const ConfirmEmail = lazyPart(() => import('./ConfirmEmail.tsx'), PART)
const Card = lazyPart(() => import('./Card.tsx'), PART)

interface Props {
  methods: readonly MethodWords[]
  seller: Seller
  /** On the addresses that gateways return to, the first thing shown is that we look at the payment. */
  returning: boolean
  /** The debug panel, in builds that have one. */
  children?: ReactNode
}

/** There is nothing to pay yet, and nothing is to move when the server has answered. */
const WITHOUT_BOOKING: readonly PaymentScreen['state'][] = ['reading', 'nothing', 'unreadable']

export default withErrorBoundary(Payment)

/** The payment screen: one state at a time, the same at all three addresses. */
function Payment(props: Props) {
  const screen = useStore($screen)
  const top = useRef<HTMLDivElement>(null)
  useEffect(openPayment, [])
  useStateChange(screen, top)
  return (
    <div className="payment" ref={top} data-state={screen.state}>
      <UnkeptNote />
      {!WITHOUT_BOOKING.includes(screen.state) && (
        <>
          <SandboxNote />
          {WITHOUT_SERVER && <TrialNote />}
        </>
      )}
      <State screen={screen} {...props} />
    </div>
  )
}

function State({ screen, methods, seller, returning, children }: Props & { screen: PaymentScreen }) {
  switch (screen.state) {
    case 'reading':
      return returning ? <Processing /> : <Reading />
    case 'nothing':
      return <Nothing />
    case 'unreadable':
      return <Unreadable message={screen.message} />
    case 'ended':
      return <Ended />
    case 'selecting':
      return <Selecting methods={methods} debug={children} />
    case 'processing':
      return <Processing />
    case 'confirm_email':
      return <ConfirmEmail />
    case 'card':
      return <Card screen={screen} />
    case 'pending':
      return <Pending {...screen} />
    case 'qr_payment':
      return <QrPanel {...screen} banks={methods.find(({ id }) => id === 'qr_payment')?.supportedBanks ?? []} />
    case 'success':
      return <Receipt receipt={screen.receipt} methods={methods} seller={seller} />
    case 'error':
      return <Failed {...screen} />
  }
}
