import { useStore } from '@nanostores/react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#islands/ui/buttons.tsx'
import { NOT_LOADED } from '#islands/ui/lazy-with-retry.tsx'
import { $screen } from '#stores/payment/screen.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentAnswers } from './PaymentAnswers.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { PageMessage } from './StatusPanel.tsx'
import { focusHeading, STATUS_MESSAGE_ID } from './screen-focus.ts'

const LoadFailed = ({ onRetry, ...answers }: ComponentProps<typeof PaymentAnswers> & { onRetry: () => void }) => (
  <PaymentPanel edge="border-t-danger" heading="This step could not be loaded" headingRef={focusHeading}>
    <PaymentAnswers {...answers} />
    <PaymentActions>
      <Button onClick={onRetry}>Try Again</Button>
    </PaymentActions>
  </PaymentPanel>
)

/** Shown if the files of the QR panel could not be loaded. Its code can have been paid before. */
export const QrLoadError = ({ onRetry }: { onRetry: () => void }) => (
  <LoadFailed
    isUnknown
    charged="This page has charged nothing. If you have paid in your banking app, do not pay again."
    next={NOT_LOADED}
    onRetry={onRetry}
  />
)

/** Shown if the files of the card form or the email form could not be loaded. */
export const StepLoadError = ({ onRetry }: { onRetry: () => void }) => (
  <LoadFailed charged="No. This payment has not started." next={NOT_LOADED} onRetry={onRetry} />
)

/** Shown if the files of the receipt, or of the account for a transfer, could not be loaded. */
export function ReceiptLoadError({ onRetry }: { onRetry: () => void }) {
  const screen = useStore($screen)
  const isPaid = screen.state === 'success' && screen.result.status !== 'received'
  return (
    <LoadFailed
      isUnknown
      charged={
        isPaid
          ? 'We have recorded your payment. Please do not pay again.'
          : 'This page has charged nothing. If you have paid, do not pay again.'
      }
      next={NOT_LOADED}
      onRetry={onRetry}
    />
  )
}

interface PaymentLoadErrorProps {
  message: string
  onRetry: () => void
  stairs: ReactNode
}

/** The state of the booking is not known. */
export const PaymentLoadError = ({ message, onRetry, stairs }: PaymentLoadErrorProps) => (
  <PageMessage heading="Your booking cannot be shown" describedBy={STATUS_MESSAGE_ID} stairs={stairs}>
    <PaymentAnswers
      isUnknown
      charged="This page has charged nothing. If you have paid, do not pay again: your payment is safe."
      seat="We could not check. A held seat stays held until its time ends."
      next={message}
    />
    <PaymentActions>
      <Button onClick={onRetry}>Try again</Button>
    </PaymentActions>
  </PageMessage>
)
