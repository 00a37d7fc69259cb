import { Price } from '#islands/ui/Price.tsx'
import { NextButton } from './NextButton.tsx'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** Small screens: the total, or what is missing for one, and the next step, always in reach. */
export function FooterBar({ wizard }: { wizard: Wizard }) {
  const { quote, live } = wizard
  return (
    <section className="foot-bar booking-foot" aria-label="Total">
      {quote ? (
        <p>
          <span className="label mute">Total</span>
          <Price amount={quote.total} />
        </p>
      ) : (
        <p className="foot-bar-why" aria-hidden="true">
          {live && getBlockingReason(wizard)}
        </p>
      )}
      <NextButton wizard={wizard} short />
    </section>
  )
}
