import { Price } from '#islands/ui/Price.tsx'
import { NextButton } from './NextButton.tsx'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** A bar on small screens with the total, or with what is missing, and the button to the next step. */
export function FooterBar({ wizard }: { wizard: Wizard }) {
  const { quote, isHydrated } = wizard
  return (
    <section className="foot-bar booking-foot" aria-label="Total">
      {quote ? (
        <p>
          <span className="label mute">Total</span>
          <Price amount={quote.total} />
        </p>
      ) : (
        <p className="foot-bar-why" aria-hidden="true">
          {isHydrated && getBlockingReason(wizard)}
        </p>
      )}
      <NextButton wizard={wizard} short />
    </section>
  )
}
