import { ArrowLeft } from 'lucide-react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { goToPreviousStep } from '#stores/booking/step.ts'
import { NextButton } from './NextButton.tsx'
import type { Wizard } from './wizard.ts'

/** On small screens the button to the next step is in `FooterBar`. */
export function StepNavigation({ wizard }: { wizard: Wizard }) {
  const { step, firstStep } = wizard
  return (
    <div className="mt-10 flex flex-wrap items-center gap-3 border-line-2 border-t pt-6">
      <NextButton wizard={wizard} className="max-md:hidden" />
      {step > firstStep && (
        <SecondaryButton className="button button-quiet" onClick={goToPreviousStep}>
          <ArrowLeft className="icon" />
          Back
        </SecondaryButton>
      )}
    </div>
  )
}
