import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { UnkeptNote } from '#islands/ui/UnkeptNote.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { openPayment } from '#stores/payment/opening.ts'
import { $screen, type PaymentScreen } from '#stores/payment/screen.ts'
import { Ended, Failed, Nothing, Unfetched, Unreadable } from './Dead.tsx'
import type { MethodWords } from './Methods.tsx'
import { Reading } from './Reading.tsx'
import { Receipt } from './Receipt.tsx'
import { Selecting } from './Selecting.tsx'
import { useStateChange } from './state-change.ts'
import { TrialNote } from './TrialNote.tsx'
import { Pending, Processing } from './Waiting.tsx'
import './payment.css'

/** Comes when it is needed; what could not be fetched is said like everything that could not be read. */
const QrPanel = lazy(() => import('./QrPanel.tsx').catch(() => ({ default: Unfetched })))
const Card = lazy(() => import('./Card.tsx').catch(() => ({ default: Unfetched })))

interface Props {
  methods: readonly MethodWords[]
  /** On the addresses that gateways return to, the first thing shown is that we look at the payment. */
  returning: boolean
  /** The debug panel, in builds that have one. */
  children?: ReactNode
}

/** There is nothing to pay yet, and nothing is to move when the server has answered. */
const WITHOUT_BOOKING: readonly PaymentScreen['state'][] = ['reading', 'nothing', 'unreadable']

/** The payment screen (spec §2, §4): one state at a time, the same at all three addresses. */
export default function Payment(props: Props) {
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

function State({ screen, methods, returning, children }: Props & { screen: PaymentScreen }) {
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
    case 'card':
      return (
        <Suspense fallback={<Processing />}>
          <Card screen={screen} />
        </Suspense>
      )
    case 'pending':
      return <Pending {...screen} />
    case 'qr_payment':
      return (
        <Suspense fallback={<Processing />}>
          <QrPanel {...screen} banks={methods.find(({ id }) => id === 'qr_payment')?.supportedBanks ?? []} />
        </Suspense>
      )
    case 'success':
      return <Receipt receipt={screen.receipt} methods={methods} />
    case 'error':
      return <Failed {...screen} />
  }
}
