import { Check } from 'lucide-react'
import { STEPS } from '#domain/booking-draft.ts'
import { goToStep } from '#stores/booking/step.ts'
import { formatStepNumber, STEP_NAMES } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** The steps rise like a stair. */
const RISES = { 1: 'mt-6.75', 2: 'mt-4.5', 3: 'mt-2.25', 4: 'mt-0' }

/** Small screens show only the line with the current step. */
const STEP_NAME = 'flex items-center gap-2 text-left no-underline max-sm:sr-only'

/** Completed steps are links. */
export function Progress({ wizard }: { wizard: Wizard }) {
  const { step, firstStep } = wizard
  return (
    <nav aria-label="Progress">
      <ol className="no-print mt-7 mb-10 grid auto-cols-fr grid-flow-col items-start max-sm:mt-5 max-sm:mb-2">
        {STEPS.slice(firstStep - 1).map((item) => (
          <li
            key={item}
            className={`border-t-6 pt-3 text-small leading-125 max-sm:pt-0 ${RISES[item]} ${
              item < step
                ? 'border-pipal-fill text-pipal'
                : item === step
                  ? 'border-brick font-strong text-ink'
                  : 'border-line-2 text-ink-3'
            }`}
            aria-current={item === step ? 'step' : undefined}
          >
            {item < step ? (
              <a
                className={`${STEP_NAME} sm:-my-1 sm:py-1`}
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
              <span className={STEP_NAME}>{STEP_NAMES[item]}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="no-print mb-7 text-ink-3 text-small sm:hidden">
        <b className="text-ink">{STEP_NAMES[step]}</b> <span className="num">step {formatStepNumber(wizard)}</span>
      </p>
    </nav>
  )
}
