import { TotalBar } from '#islands/ui/TotalBar.tsx'
import { NextButton } from './NextButton.tsx'
import { getBlockingReason, type Wizard } from './wizard.ts'

/** A bar on small screens with the total, or with what is missing, and the button to the next step. */
export function FooterBar({ wizard }: { wizard: Wizard }) {
  const { quote, isHydrated } = wizard
  return (
    <TotalBar amount={quote?.total} missing={isHydrated && getBlockingReason(wizard)}>
      <NextButton wizard={wizard} />
    </TotalBar>
  )
}
