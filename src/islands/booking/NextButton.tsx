import { ArrowRight } from 'lucide-react'
import { nextStep } from '#domain/draft.ts'
import { STEP_NAMES } from './labels.ts'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** Submits the step. It stays clickable while something is missing, so that a click can show what. */
export function NextButton({ wizard, short = false }: { wizard: Wizard; short?: boolean }) {
  const { step, placing } = wizard
  const why = getBlockingReason(wizard)
  const name = step < 4 ? STEP_NAMES[nextStep(step)] : undefined
  const busy = placing.state === 'pending' || placing.state === 'leaving'
  return (
    <button
      type="submit"
      form="booking"
      className="button"
      aria-label={short && name ? `Continue: ${name}` : undefined}
      aria-disabled={why !== undefined || busy || undefined}
      aria-describedby={why ? 'why' : undefined}
    >
      {name ? (
        <>
          {short ? 'Continue' : name}
          <ArrowRight className="icon" />
        </>
      ) : (
        <>
          {busy && <span className="spinner" />}
          {busy ? 'Holding your seat…' : 'Proceed to Payment'}
        </>
      )}
    </button>
  )
}
