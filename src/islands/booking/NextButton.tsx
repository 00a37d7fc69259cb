import { ArrowRight } from 'lucide-react'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { NEXT_LABELS } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** Names what it opens. Stays enabled while something is missing, so that a click shows what. */
export function NextButton({ wizard, className = '' }: { wizard: Wizard; className?: string }) {
  const { step, placement } = wizard
  const busy = placement.state === 'pending' || placement.state === 'redirecting'
  return (
    <button type="submit" form="booking" className={`button ${className}`} aria-disabled={busy || undefined}>
      {busy && <Spinner className="size-4.5" />}
      {busy ? 'Holding your seat…' : NEXT_LABELS[step]}
      {step < 4 && <ArrowRight className="icon max-400:hidden" />}
    </button>
  )
}
