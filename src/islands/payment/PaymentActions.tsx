import type { ReactNode } from 'react'

interface Props {
  /** By default for a `StatusPanel`. */
  className?: string
  children: ReactNode
}

/** On phones the buttons fill the line. */
export const PaymentActions = ({ className = 'mt-6 max-w-measure text-pretty text-body', children }: Props) => (
  <p className={`payment-ways button-row ${className}`}>{children}</p>
)
