import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatFailure } from '#contract/failure.ts'
import { formatRefundTerms, PAID_ONCE } from '#domain/booking-terms.ts'
import { calculateFreeCancellationEnd } from '#domain/cancellation.ts'
import type { ContactInfo as Contact } from '#domain/contact.ts'
import { npr } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { setContact } from '#stores/booking/draft.ts'
import { now } from '#stores/clock.ts'
import { $site } from '#stores/site.ts'
import { StepHeading } from './StepHeading.tsx'
import { getChosenLocation, type Wizard } from './wizard.ts'

interface ContactField {
  id: keyof Contact
  label: string
  type: string
  autoComplete: string
  optional?: true
  inputMode?: 'numeric'
  hint?: string
}

const FIELDS: readonly ContactField[] = [
  { id: 'firstName', label: 'First name', type: 'text', autoComplete: 'given-name' },
  { id: 'lastName', label: 'Last name', type: 'text', autoComplete: 'family-name' },
  {
    id: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    hint: 'We send the confirmation to this address.',
  },
  {
    id: 'phone',
    label: 'Phone',
    type: 'tel',
    autoComplete: 'tel',
    hint: 'From outside Nepal, start with + and the country code.',
  },
  { id: 'company', label: 'Company', type: 'text', autoComplete: 'organization', optional: true },
  {
    id: 'pan',
    label: 'PAN',
    type: 'text',
    autoComplete: 'off',
    optional: true,
    inputMode: 'numeric',
    hint: 'Nine digits, if your company needs it on the bill.',
  },
]

export function ContactInfoStep({ wizard }: { wizard: Wizard }) {
  const { draft, errorOf } = wizard
  return (
    <>
      <StepHeading wizard={wizard}>Who is the booking for?</StepHeading>
      <div className="field-row mt-7">
        {FIELDS.map(({ id, label, type, autoComplete, optional = false, inputMode, hint }) => (
          <Field
            key={id}
            id={id}
            label={label}
            optional={optional}
            hint={hint}
            error={errorOf(id)}
            className={optional ? 'col-span-full' : ''}
          >
            {(control) => (
              <input
                {...control}
                name={id}
                type={type}
                autoComplete={autoComplete}
                inputMode={inputMode}
                required={!optional}
                value={draft.contactInfo[id]}
                onChange={(event) => setContact({ [id]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <PaymentTerms wizard={wizard} />
      <SubmitError wizard={wizard} />
    </>
  )
}

function PaymentTerms({ wizard }: { wizard: Wizard }) {
  const site = useStore($site)
  const location = getChosenLocation(wizard)
  const { coverage } = wizard
  if (!location || !coverage) return null
  const isOffered = (method: PaymentMethod) => site?.methods.find(({ id }) => id === method)?.available ?? true
  const methods = wizard.offering.paymentMethods
    .filter(({ id }) => isOffered(id))
    .map(({ name, fee }) => (fee ? `${name} (fee\u00a0${fee.replaceAll(' ', '\u00a0')})` : name))
  return (
    <Facts
      className="key-values mt-7 border-line-2 border-t max-sm:grid-cols-1"
      termClass="max-sm:border-0 max-sm:pb-0"
      factClass="whitespace-normal text-pretty text-left max-sm:pt-0"
      facts={{
        Cancellation: formatRefundTerms(calculateFreeCancellationEnd(location, coverage.from), now()),
        Renewal: PAID_ONCE,
        Payment: `On the next screen${site ? `, where we hold your seat for at least ${site.holdMinutes} minutes` : ''}.`,
        'Payment methods': methods.join(', '),
      }}
    />
  )
}

/** Above the button that accepts them. */
export const Terms = () => (
  <p className="hint mt-8 -mb-4">
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
)

/** Explains a failure that no field or date caused. */
function SubmitError({ wizard: { failure } }: { wizard: Wizard }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  if (!failure || failure.fields) return null
  const priceChanged = failure.code === 'price_changed'
  return (
    <div className={`note ${priceChanged ? 'note-warm' : 'note-bad'} mt-6`} role="alert" tabIndex={-1} ref={box}>
      <CircleAlert className="icon" />
      <div>
        <b>{formatFailure(failure)}</b>
        {priceChanged && failure.totalAmount !== undefined && (
          <p>
            The total is now <span className="num">{npr(failure.totalAmount)}</span>.
          </p>
        )}
        {!priceChanged && (
          <p>
            Your details are saved.{' '}
            <LinkButton className="link min-h-8" type="submit">
              Try again
            </LinkButton>
          </p>
        )}
      </div>
    </div>
  )
}
