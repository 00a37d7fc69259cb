import { ArrowLeft, ArrowRight, Info } from 'lucide-react'
import { sentence } from '#contract/sentences.ts'
import { type DraftField, nextStep } from '#domain/draft.ts'
import { back } from '#stores/booking/step.ts'
import type { Wizard } from './wizard.ts'
import { STEP_NAMES } from './words.ts'

/** Back and on; the way on says what is missing before it opens. */
export function Navigation({ wizard }: { wizard: Wizard }) {
  const { step, placing, live } = wizard
  const why = step < 4 ? whyNot(wizard) : undefined
  const busy = placing.state === 'pending' || placing.state === 'leaving'
  return (
    <div className="booking-nav">
      {step > 1 && (
        <button type="button" className="button button-quiet" onClick={back}>
          <ArrowLeft className="icon" />
          Back
        </button>
      )}
      <p className="booking-why" id="why" aria-live="polite">
        {live && why && (
          <>
            <Info className="icon" />
            {why}
          </>
        )}
      </p>
      <button
        type="submit"
        className="button"
        aria-disabled={why !== undefined || busy || undefined}
        aria-describedby={why ? 'why' : undefined}
      >
        {step < 4 ? (
          <>
            {STEP_NAMES[nextStep(step)]}
            <ArrowRight className="icon" />
          </>
        ) : (
          <>
            {busy && <span className="spinner" />}
            {busy ? 'Holding your seat…' : 'Proceed to Payment'}
          </>
        )}
      </button>
    </div>
  )
}

/** The first thing that keeps the visitor here, in words. */
function whyNot({ lacking, fullDays, step }: Wizard): string | undefined {
  if (lacking.locationId && lacking.planId) return 'Choose a location and a plan first'
  const [first] = Object.entries(lacking)
  if (first) return sentence(first[0] as DraftField, first[1])
  return step === 2 && fullDays.length > 0 ? 'Choose days with seats left' : undefined
}
