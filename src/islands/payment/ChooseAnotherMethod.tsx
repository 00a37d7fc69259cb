import type { ReactNode } from 'react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { retryPayment } from '#stores/payment/start-payment.ts'
import { PANEL_TEXT } from './StatusPanel.tsx'

export const ChooseAnotherMethod = ({ children }: { children?: ReactNode }) => (
  <p className={`${PANEL_TEXT} mt-4`}>
    {children}
    <LinkButton className="link min-h-11" onClick={retryPayment}>
      Choose another payment method
    </LinkButton>
  </p>
)
