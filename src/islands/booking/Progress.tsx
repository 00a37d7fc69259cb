import { Check } from 'lucide-react'
import { STEPS, type Step } from '#domain/booking-draft.ts'
import { goToStep } from '#stores/booking/step.ts'
import { STEP_NAMES } from './labels.ts'

/** Completed steps are links. */
export function Progress({ step }: { step: Step }) {
  return (
    <nav aria-label="Progress">
      <ol className="progress">
        {STEPS.map((item) => (
          <li
            key={item}
            className={item < step ? 'progress-done' : undefined}
            aria-current={item === step ? 'step' : undefined}
          >
            {item < step ? (
              <a
                href={`#step-${item}`}
                onClick={(event) => {
                  event.preventDefault()
                  goToStep(item)
                }}
              >
                <Check className="icon" />
                {STEP_NAMES[item]}
                <span className="visually-hidden">, done</span>
              </a>
            ) : (
              <span>{STEP_NAMES[item]}</span>
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
