import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { $sales } from '#stores/booking/sales.ts'
import { goToPreviousStep } from '#stores/booking/step.ts'
import { NextButton } from './NextButton.tsx'
import { findNextOpenStart, type Wizard } from './wizard.ts'

/** The button to the next step is in `FooterBar` on small screens, and beside a closed date otherwise. */
export function StepNavigation({ wizard }: { wizard: Wizard }) {
  const hasBack = wizard.step > wizard.firstStep
  const isClosed = findNextOpenStart(wizard, useStore($sales))
  return (
    <div
      className={`mt-10 flex flex-wrap items-center gap-3 border-line-2 border-t pt-6 ${hasBack ? '' : 'max-md:hidden'}`}
    >
      {!isClosed && <NextButton wizard={wizard} className="max-md:hidden" />}
      {hasBack && (
        <SecondaryButton className="button button-quiet" onClick={goToPreviousStep}>
          <ArrowLeft className="icon" />
          Back
        </SecondaryButton>
      )}
    </div>
  )
}
