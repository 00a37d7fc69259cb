import { TotalBar } from '#islands/ui/TotalBar.tsx'
import { NextButton } from './NextButton.tsx'
import type { Wizard } from './wizard.ts'

/** A bar on small screens with the total and the button to the next step. Hidden like the form until its screen has loaded. */
export function FooterBar({ wizard }: { wizard: Wizard }) {
  return (
    <TotalBar
      className={`peer-target:invisible ${wizard.isHydrated ? '' : 'in-data-opening:invisible'}`}
      amount={wizard.quote?.total}
    >
      <NextButton wizard={wizard} />
    </TotalBar>
  )
}
