import { ArrowRight } from 'lucide-react'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { CHOOSE_ANOTHER_DAY, NEXT_LABELS } from './labels.ts'
import { needsAnotherDay, type Wizard } from './wizard.ts'

/**
 * Names what it opens; quiet while the offered days are the next step. Stays enabled while something is missing, so that
 * a click shows what.
 */
export function NextButton({ wizard, className = '' }: { wizard: Wizard; className?: string }) {
  const { step, placement } = wizard
  const isRejected = needsAnotherDay(wizard)
  const busy = placement.state === 'pending' || placement.state === 'redirecting'
  return (
    <button
      type="submit"
      form="booking"
      className={`button ${isRejected ? 'button-quiet' : ''} ${className}`}
      aria-disabled={busy || undefined}
    >
      {busy && <Spinner className="size-4.5" />}
      {busy ? 'Holding your seat…' : isRejected ? CHOOSE_ANOTHER_DAY : NEXT_LABELS[step]}
      {step < 4 && !isRejected && <ArrowRight className="icon max-400:hidden" />}
    </button>
  )
}
