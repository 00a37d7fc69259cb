import { Price } from '#islands/ui/Price.tsx'
import { NextButton } from './NextButton.tsx'
import { type Wizard, whyNot } from './wizard.ts'

/** Small screens: the total, or what is missing for one, and the next step, always in reach. */
export function FootBar({ wizard }: { wizard: Wizard }) {
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
          {live && whyNot(wizard)}
        </p>
      )}
      <NextButton wizard={wizard} short />
    </section>
  )
}
