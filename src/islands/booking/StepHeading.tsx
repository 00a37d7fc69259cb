import { formatStepTitle } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** Gets the focus when its step opens, so that screen readers announce the step. */
export function StepHeading({ wizard, children }: { wizard: Wizard; children: string }) {
  return (
    <h2 className="display-3" tabIndex={-1}>
      <span className="visually-hidden">{formatStepTitle(wizard)}: </span>
      {children}
    </h2>
  )
}
