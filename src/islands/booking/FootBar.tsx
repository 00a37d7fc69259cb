import { ZERO } from '#domain/money.ts'
import { Price } from '#islands/ui/Price.tsx'
import type { Wizard } from './wizard.ts'

/** Small screens: total and the way on, always in reach. */
export function FootBar({ wizard: { quote, placing } }: { wizard: Wizard }) {
  const busy = placing.state === 'pending' || placing.state === 'leaving'
  return (
    <section className="foot-bar booking-foot" aria-label="Total">
      <p>
        <span className="label mute">Total</span>
        <Price amount={quote?.total ?? ZERO} />
      </p>
      <button type="submit" form="booking" className="button" aria-disabled={busy || undefined}>
        Continue
      </button>
    </section>
  )
}
