import { Pencil } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BookingView } from '#contract/bookings.ts'
import { type BookingDetails, MAX_NOTES_LENGTH } from '#domain/booking-draft.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { type ActionProblem, getDetails, saveDetails } from '#stores/payment/own-details.ts'
import { ACTION_FORM, ActionButton, FormHeading } from './ActionButton.tsx'
import type { ActionProps } from './action-props.ts'

/** Changes phone, company and notes. */
export default function Details({ booking, report }: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  const toggle = () => {
    report(null)
    setOpen(!isOpen)
  }
  const saved = () => {
    close()
    report('Your details are saved.')
  }
  return (
    <>
      <ActionButton ref={opener} aria-expanded={isOpen} onClick={toggle}>
        <Pencil className="icon" />
        Change details
      </ActionButton>
      {isOpen && <DetailsForm booking={booking} saved={saved} close={close} />}
    </>
  )
}

interface FormProps {
  booking: BookingView
  saved: () => void
  close: () => void
}

function DetailsForm({ booking, saved, close }: FormProps) {
  // What is not edited here follows the booking: another form changes the company too.
  const [touched, setTouched] = useState<Partial<BookingDetails>>({})
  const details = { ...getDetails(booking), ...touched }
  const [isSaving, setSaving] = useState(false)
  const [failed, setFailed] = useState<ActionProblem>()
  const form = useRef<HTMLFormElement>(null)
  const focusField = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    focusField('phone')
  }, [])
  useEffect(() => focusField(Object.keys(failed?.fields ?? {})[0] ?? ''), [failed])
  const bind = (name: keyof BookingDetails) => ({
    name,
    value: details[name],
    onChange: ({ target }: { target: { value: string } }) => setTouched({ ...touched, [name]: target.value }),
  })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    const result = await saveDetails(booking, details)
    setSaving(false)
    if (result) setFailed(result)
    else saved()
  }

  return (
    <form className={ACTION_FORM} aria-labelledby="change-details" ref={form} onSubmit={submit} noValidate>
      <FormHeading booking={booking} id="change-details">
        Change details
      </FormHeading>
      <Field id="own-phone" label="Phone" error={failed?.fields?.phone}>
        {(control) => <input {...control} {...bind('phone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field
        id="own-company"
        label="Company"
        optional
        hint={booking.status === 'confirmed' && !WITHOUT_SERVER && 'Issued bills do not change.'}
        error={failed?.fields?.company}
      >
        {(control) => <input {...control} {...bind('company')} autoComplete="organization" />}
      </Field>
      <Field
        id="own-notes"
        label="Notes"
        optional
        hint="For example: a window seat, wheelchair access, a large monitor."
        error={failed?.fields?.notes}
      >
        {(control) => <textarea {...control} {...bind('notes')} rows={4} maxLength={MAX_NOTES_LENGTH} />}
      </Field>
      <p className="hint">
        To change your name or email,{' '}
        <a className="link" href="/contact">
          contact us
        </a>{' '}
        with your booking ID.
      </p>
      <Alert problem={failed?.problem} />
      <div className="button-row">
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save details'}
        </Button>
        <SecondaryButton onClick={close}>Back</SecondaryButton>
      </div>
    </form>
  )
}
