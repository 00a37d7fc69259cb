import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ContactInfo as Contact } from '#domain/contact.ts'
import { npr } from '#domain/money.ts'
import { Field } from '#islands/ui/Field.tsx'
import { formatFailure } from '#stores/api.ts'
import { setContact } from '#stores/booking/draft.ts'
import { placeDraft } from '#stores/booking/placement.ts'
import { formatErrorHeading } from './labels.ts'
import { StepHeading } from './StepHeading.tsx'
import type { Wizard } from './wizard.ts'

const FIELDS: readonly { id: keyof Contact; label: string; type: string; autoComplete: string; optional?: true }[] = [
  { id: 'firstName', label: 'First name', type: 'text', autoComplete: 'given-name' },
  { id: 'lastName', label: 'Last name', type: 'text', autoComplete: 'family-name' },
  { id: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { id: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { id: 'company', label: 'Company', type: 'text', autoComplete: 'organization', optional: true },
]

/** Step 4: all but the company is required. */
export function ContactInfo({ wizard }: { wizard: Wizard }) {
  const { draft, errorOf } = wizard
  return (
    <>
      <StepHeading step={4}>Who is the booking for?</StepHeading>
      <p className="booking-sub">We send the confirmation here.</p>
      <ErrorSummary wizard={wizard} />
      <div className="field-row">
        {FIELDS.map(({ id, label, type, autoComplete, optional = false }) => (
          <Field
            key={id}
            id={id}
            label={label}
            optional={optional}
            error={errorOf(id)}
            className={optional ? 'field-wide' : ''}
          >
            {(control) => (
              <input
                {...control}
                name={id}
                type={type}
                autoComplete={autoComplete}
                required={!optional}
                value={draft.contactInfo[id]}
                onChange={(event) => setContact({ [id]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="hint booking-terms">
        By continuing you accept the{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms of Service
        </a>{' '}
        and{' '}
        <a href="/privacy" target="_blank" rel="noopener">
          Privacy Policy
        </a>
        . Both open in a new tab.
      </p>
      <SubmitError wizard={wizard} />
    </>
  )
}

/** All that is wrong, above the fields; takes the focus when it comes and leads to each field. */
function ErrorSummary({ wizard: { errorOf, tried, failure } }: { wizard: Wizard }) {
  const errors = FIELDS.flatMap(({ id }) => {
    const text = errorOf(id)
    return text ? [{ id, text }] : []
  })
  const box = useRef<HTMLDivElement>(null)
  // Each press and each refusal brings the focus here again.
  useEffect(() => box.current?.focus(), [tried, failure])
  if (errors.length === 0) return null
  return (
    <section className="note note-bad booking-errors" aria-labelledby="to-fix" tabIndex={-1} ref={box}>
      <CircleAlert className="icon" />
      <div>
        <b id="to-fix">{formatErrorHeading(errors.length)}</b>
        <ul>
          {errors.map(({ id, text }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  // The address belongs to the steps.
                  event.preventDefault()
                  document.getElementById(id)?.focus()
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

/** Why the booking was not placed, where it is not a matter of fields or dates. Everything entered is still there. */
function SubmitError({ wizard: { failure } }: { wizard: Wizard }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  if (!failure || failure.fields) return null
  const priceChanged = failure.code === 'price_changed'
  return (
    <div
      className={`note ${priceChanged ? 'note-warm' : 'note-bad'} booking-refusal`}
      role="alert"
      tabIndex={-1}
      ref={box}
    >
      {priceChanged ? <TriangleAlert className="icon" /> : <CircleAlert className="icon" />}
      <div>
        <b>{formatFailure(failure)}</b>
        {priceChanged && failure.totalAmount !== undefined && (
          <p>
            It is <span className="num">{npr(failure.totalAmount as Parameters<typeof npr>[0])}</span> now.
          </p>
        )}
        {!priceChanged && (
          <p>
            Everything you entered is kept.{' '}
            <button type="button" className="link" onClick={() => void placeDraft()}>
              Try again
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
