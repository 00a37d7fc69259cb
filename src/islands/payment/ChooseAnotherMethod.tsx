import type { ReactNode } from 'react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { retryPayment } from '#stores/payment/start-payment.ts'

export const ChooseAnotherMethod = ({ children }: { children?: ReactNode }) => (
  <p className="payment-other">
    {children}
    <LinkButton onClick={retryPayment}>Choose another payment method</LinkButton>
  </p>
)
