import { ArrowLeft, Info } from 'lucide-react'
import { goToPreviousStep } from '#stores/booking/step.ts'
import { NextButton } from './NextButton.tsx'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** Back and the next step. Small screens have the next step in the bar at the foot instead. */
export function StepNavigation({ wizard }: { wizard: Wizard }) {
  const { step, live } = wizard
  const why = getBlockingReason(wizard)
  return (
    <div className="booking-nav">
      {step > 1 && (
        <button type="button" className="button button-quiet" onClick={goToPreviousStep}>
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
      <NextButton wizard={wizard} />
    </div>
  )
}
