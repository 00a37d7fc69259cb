import type { Step } from '#domain/draft.ts'
import { formatStepTitle } from './labels.ts'

/** Takes the focus when its step comes, and then says which one it is. */
export function StepHeading({ step, children }: { step: Step; children: string }) {
  return (
    <h2 className="display-3" tabIndex={-1}>
      <span className="visually-hidden">{formatStepTitle(step)}: </span>
      {children}
    </h2>
  )
}
