import type { ReactNode } from 'react'
import type { Paisa } from '#domain/money.ts'
import { Price } from './Price.tsx'

interface Props {
  /** Absent before a choice. */
  amount?: Paisa | undefined
  className?: string
  /** The button to the next step. */
  children: ReactNode
}

/** A bar at the bottom of small screens; last in its column. The assistant's button is at its end. */
export const TotalBar = ({ amount, className = '', children }: Props) => (
  <section
    className={`foot-bar no-print low:static col-span-full -mx-gutter justify-between max-xs:gap-2 md:hidden ${
      amount === undefined ? '*:flex-1' : '*:last:flex-none max-380:*:last:flex-initial max-xs:*:last:px-4'
    } ${className}`}
    aria-label="Total"
  >
    {amount !== undefined && (
      <p className="grid gap-1 *:last:text-price-small max-xs:*:last:text-menu">
        <span className="label mute">Total</span>
        <Price amount={amount} />
      </p>
    )}
    {children}
  </section>
)
