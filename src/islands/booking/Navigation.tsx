import { ArrowLeft, Info } from 'lucide-react'
import { back } from '#stores/booking/step.ts'
import { NextButton } from './NextButton.tsx'
import { type Wizard, whyNot } from './wizard.ts'

/** Back and the next step. Small screens have the next step in the bar at the foot instead. */
export function Navigation({ wizard }: { wizard: Wizard }) {
  const { step, live } = wizard
  const why = whyNot(wizard)
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
      <NextButton wizard={wizard} />
    </div>
  )
}
