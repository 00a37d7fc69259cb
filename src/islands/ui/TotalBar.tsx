import type { ReactNode } from 'react'
import type { Paisa } from '#domain/money.ts'
import { Price } from './Price.tsx'

interface Props {
  amount: Paisa | undefined
  /** Shown without an amount. */
  missing?: ReactNode
  className?: string
  /** The button to the next step. */
  children: ReactNode
}

/** A bar at the bottom of small screens; last in its column. The assistant's button is at its end. */
export const TotalBar = ({ amount, missing, className = '', children }: Props) => (
  <section
    className={`foot-bar no-print low:static col-span-full -mx-gutter justify-between *:last:flex-none max-xs:gap-2 max-xs:*:last:flex-initial max-xs:*:last:px-4 md:hidden ${className}`}
    aria-label="Total"
  >
    {amount === undefined ? (
      <p className="text-ink-2 text-small leading-135" aria-hidden="true">
        {missing}
      </p>
    ) : (
      <p className="grid gap-1 *:last:text-price-small max-xs:*:last:text-menu">
        <span className="label mute">Total</span>
        <Price amount={amount} />
      </p>
    )}
    {children}
  </section>
)
