import { ArrowLeft, Info } from 'lucide-react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { goToPreviousStep } from '#stores/booking/step.ts'
import { NextButton } from './NextButton.tsx'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** On small screens the button to the next step is in `FooterBar`. */
export function StepNavigation({ wizard }: { wizard: Wizard }) {
  const { step, isHydrated } = wizard
  const reason = getBlockingReason(wizard)
  return (
    <div className="booking-nav">
      {step > 1 && (
        <SecondaryButton onClick={goToPreviousStep}>
          <ArrowLeft className="icon" />
          Back
        </SecondaryButton>
      )}
      <p className="booking-why" id="why" aria-live="polite">
        {isHydrated && reason && (
          <>
            <Info className="icon" />
            {reason}
          </>
        )}
      </p>
      <NextButton wizard={wizard} />
    </div>
  )
}
