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
    <div className="mt-10 flex flex-wrap items-center gap-3 border-line-2 border-t pt-6">
      <NextButton wizard={wizard} className="max-md:hidden" />
      {step > 1 && (
        <SecondaryButton className="button button-quiet" onClick={goToPreviousStep}>
          <ArrowLeft className="icon" />
          Back
        </SecondaryButton>
      )}
      <p
        className="flex flex-1 items-center gap-2 text-ink-2 text-small max-sm:-order-1 max-sm:basis-full max-sm:empty:hidden"
        id="why"
        aria-live="polite"
      >
        {isHydrated && reason && (
          <>
            <Info className="icon" />
            {reason}
          </>
        )}
      </p>
    </div>
  )
}
