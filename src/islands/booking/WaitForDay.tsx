import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { joinWaitingList } from '#contract/waiting.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { LATE_OFFER_HOURS, OFFER_HOURS } from '#domain/seat-offer.ts'
import { WAITING_RETENTION_DAYS } from '#domain/waiting-list.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $draft } from '#stores/booking/draft.ts'
import { $waitingContact, type WaitProblem, waitForDay } from '#stores/booking/wait-for-day.ts'

/** The step is a form, and forms cannot be nested: the fields name a form at the end of the page. */
const FORM = 'waiting'

interface Props {
  locationId: string
  day: IsoDate
  onSent: () => void
}

/** The form of the waiting list for a full day. */
export default function WaitForDay({ locationId, day, onSent }: Props) {
  const { contactInfo } = useStore($draft)
  const typed = useStore($waitingContact)
  const { email = contactInfo.email, phone = '' } = typed
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<WaitProblem>()
  const [sentFor, setSentFor] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    // React passes the event on to the form of the step.
    event.stopPropagation()
    if (isSending) return
    setSending(true)
    const found = await waitForDay({ locationId, day, email, phone })
    setSending(false)
    setProblem(found)
    setSentFor(found ? undefined : email.trim())
    const [field] = Object.keys(found?.fields ?? {})
    if (field) document.getElementById(`waiting-${field}`)?.focus()
    // The button is gone with its fields.
    if (found) return
    onSent()
    heading.current?.focus()
  }
  return (
    <section className="mt-7 grid gap-4 bg-paper-sunk p-5" aria-labelledby="waiting-title">
      <h3 className="heading-4 focus:outline-none" id="waiting-title" tabIndex={-1} ref={heading}>
        Tell me when it is free
      </h3>
      {!sentFor && (
        <>
          <p className="soft">
            When a seat is free on {formatDate(day)}, we email you and hold it for you for {OFFER_HOURS} hours, or for{' '}
            {LATE_OFFER_HOURS} hours from the day before on.
          </p>
          <div className="field-row">
            <Field id="waiting-email" label="Email" error={problem?.fields.email}>
              {(control) => (
                <input
                  {...control}
                  form={FORM}
                  type="email"
                  autoComplete="email"
                  value={email}
                  onChange={({ target }) => $waitingContact.set({ ...typed, email: target.value })}
                />
              )}
            </Field>
            <Field id="waiting-phone" label="Phone" optional error={problem?.fields.phone}>
              {(control) => (
                <input
                  {...control}
                  form={FORM}
                  type="tel"
                  autoComplete="tel"
                  value={phone}
                  onChange={({ target }) => $waitingContact.set({ ...typed, phone: target.value })}
                />
              )}
            </Field>
          </div>
          <p className="hint">
            We delete this {WAITING_RETENTION_DAYS} days after the day. <a href="/privacy#waiting">Privacy Policy</a>
          </p>
          <p>
            <SecondaryButton type="submit" form={FORM} busy={isSending}>
              {isSending ? 'Sending…' : 'Join the waiting list'}
            </SecondaryButton>
          </p>
        </>
      )}
      <div role="status">
        {sentFor && (
          <Note className="note-good" icon={Check}>
            We sent an email to <b className="wrap-anywhere">{sentFor}</b>. Open its link to join the list.
          </Note>
        )}
        {problem?.text && <Note className="note-bad">{problem.text}</Note>}
      </div>
      {createPortal(
        <form id={FORM} action={joinWaitingList.path} method="post" noValidate onSubmit={submit} />,
        document.body,
      )}
    </section>
  )
}
