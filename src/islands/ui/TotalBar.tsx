import type { ReactNode } from 'react'
import type { Paisa } from '#domain/money.ts'
import { Price } from './Price.tsx'

interface Props {
  /** Absent where the button names it. */
  amount?: Paisa | undefined
  /** Shown without an amount. */
  missing?: ReactNode
  className?: string
  /** The button to the next step. */
  children: ReactNode
}

/** A bar at the bottom of small screens; last in its column. The assistant's button is at its end. */
export const TotalBar = ({ amount, missing, className = '', children }: Props) => (
  <section
    className={`foot-bar no-print low:static col-span-full -mx-gutter justify-between max-xs:gap-2 md:hidden ${
      amount === undefined && missing === undefined
        ? '*:flex-1'
        : '*:last:flex-none max-380:*:last:flex-initial max-xs:*:last:px-4'
    } ${className}`}
    aria-label="Total"
  >
    {amount === undefined ? (
      missing !== undefined && (
        <p className="text-ink-2 text-small leading-135" aria-hidden="true">
          {missing}
        </p>
      )
    ) : (
      <p className="grid gap-1 *:last:text-price-small max-xs:*:last:text-menu">
        <span className="label mute">Total</span>
        <Price amount={amount} />
      </p>
    )}
    {children}
  </section>
)
