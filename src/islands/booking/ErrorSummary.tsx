import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatErrorHeading } from '#contract/validation-messages.ts'

interface Props {
  /** By the id of the invalid control, in the order of the form. */
  errors: Partial<Record<string, string>>
  /** Counts attempts to submit the form: each one moves the focus here. */
  attempt: number
}

/** Lists all errors of a form with links to their controls. */
export function ErrorSummary({ errors, attempt }: Props) {
  const entries = Object.entries(errors)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (entries.length === 0) return null
  return (
    <section className="note note-bad mb-7" aria-labelledby="to-fix" tabIndex={-1} ref={box}>
      <CircleAlert className="icon" />
      <div>
        <b id="to-fix">{formatErrorHeading(entries.length)}</b>
        <ul>
          {entries.map(([id, text]) => (
            <li key={id}>
              <a
                className="inline-block py-1"
                href={`#${id}`}
                onClick={(event) => {
                  // The fragment of the address is the shown step.
                  event.preventDefault()
                  focusControl(id)
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Focuses a control, and scrolls to its label. */
export function focusControl(id: string): void {
  // The calendar is easier than the field of its date.
  const control =
    document.querySelector<HTMLElement>(`[data-field="${id}"] button[tabindex="0"]`) ?? document.getElementById(id)
  control?.focus({ preventScroll: true })
  const group = control?.closest('.booking-choices, .field')
  if (group) group.scrollIntoView({ block: group.matches('.field') ? 'center' : 'start' })
  else control?.scrollIntoView({ block: 'center' })
}
