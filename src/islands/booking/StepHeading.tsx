import type { Step } from '#domain/booking-draft.ts'
import { formatStepTitle } from './labels.ts'

/** Gets the focus when its step opens, so that screen readers announce the step. */
export function StepHeading({ step, children }: { step: Step; children: string }) {
  return (
    <h2 className="display-3" tabIndex={-1}>
      <span className="visually-hidden">{formatStepTitle(step)}: </span>
      {children}
    </h2>
  )
}
