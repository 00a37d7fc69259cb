import { ArrowRight } from 'lucide-react'
import { nextStep } from '#domain/booking-draft.ts'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { STEP_NAMES } from './labels.ts'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** Stays enabled while something is missing, so that a click shows what. */
export function NextButton({ wizard, short = false }: { wizard: Wizard; short?: boolean }) {
  const { step, placement } = wizard
  const reason = getBlockingReason(wizard)
  const name = step < 4 ? STEP_NAMES[nextStep(step)] : undefined
  const busy = placement.state === 'pending' || placement.state === 'redirecting'
  return (
    <button
      type="submit"
      form="booking"
      className={short ? 'button' : 'button max-md:hidden'}
      aria-label={short && name ? `Continue: ${name}` : undefined}
      aria-disabled={reason !== undefined || busy || undefined}
      aria-describedby={reason ? 'why' : undefined}
    >
      {name ? (
        <>
          {short ? 'Continue' : name}
          <ArrowRight className="icon" />
        </>
      ) : (
        <>
          {busy && <Spinner className={short ? 'size-7' : 'size-4.5'} />}
          {busy ? 'Holding your seat…' : 'Proceed to Payment'}
        </>
      )}
    </button>
  )
}
