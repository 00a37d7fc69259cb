import { Check } from 'lucide-react'
import { STEPS, type Step } from '#domain/draft.ts'
import { goToStep } from '#stores/booking/step.ts'
import { STEP_NAMES } from './labels.ts'

/** Four ledges; those behind the visitor lead back to their step. */
export function Progress({ step }: { step: Step }) {
  return (
    <nav aria-label="Progress">
      <ol className="progress">
        {STEPS.map((each) => (
          <li
            key={each}
            className={each < step ? 'progress-done' : undefined}
            aria-current={each === step ? 'step' : undefined}
          >
            {each < step ? (
              <a
                href={`#step-${each}`}
                onClick={(event) => {
                  event.preventDefault()
                  goToStep(each)
                }}
              >
                <Check className="icon" />
                {STEP_NAMES[each]}
                <span className="visually-hidden">, done</span>
              </a>
            ) : (
              <span>{STEP_NAMES[each]}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="progress-line">
        <b>{STEP_NAMES[step]}</b> <span className="num">step {step} of 4</span>
      </p>
    </nav>
  )
}
