import type { ReactNode } from 'react'
import { Button } from '#islands/ui/buttons.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PageMessage } from './StatusPanel.tsx'

interface Props {
  message: string
  onRetry: () => void
  stairs: ReactNode
}

export const BookingLoadError = ({ message, onRetry, stairs }: Props) => (
  <PageMessage heading="Your booking cannot be shown" stairs={stairs}>
    <p className="lead">{message}</p>
    <PaymentActions>
      <Button onClick={onRetry}>Try again</Button>
    </PaymentActions>
  </PageMessage>
)
