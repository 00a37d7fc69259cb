import { useStore } from '@nanostores/react'
import { type SubmitEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { joinWaitingList } from '#contract/waiting.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { LATE_OFFER_HOURS, OFFER_HOURS } from '#domain/seat-offer.ts'
import { WAITING_RETENTION_DAYS } from '#domain/waiting-list.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $draft } from '#stores/booking/draft.ts'
import { $waitingContact, type WaitProblem, waitForDay } from '#stores/booking/wait-for-day.ts'
import { $waitingRequest } from '#stores/booking/waiting-request.ts'
import { focusControl } from './ErrorSummary.tsx'

/** The step is a form, and forms cannot be nested: the fields name a form at the end of the page. */
const FORM = 'waiting'

interface Props {
  locationId: string
  day: IsoDate
}

/** The form of the waiting list for a full day. */
export default function WaitForDay({ locationId, day }: Props) {
  const { contactInfo } = useStore($draft)
  const typed = useStore($waitingContact)
  const { email = contactInfo.email, phone = '' } = typed
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<WaitProblem>()
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    // React passes the event on to the form of the step.
    event.stopPropagation()
    if (isSending) return
    setSending(true)
    const found = await waitForDay({ locationId, day, email, phone })
    setSending(false)
    setProblem(found)
    const [field] = Object.keys(found?.fields ?? {})
    if (field) focusControl(`waiting-${field}`)
    if (!found) $waitingRequest.set({ locationId, day, email: email.trim() })
  }
  return (
    <div className="mb-5 grid gap-4 bg-paper-sunk p-5">
      <p className="soft">
        When a seat is free on {formatDate(day)}, we email you and hold it for you for {OFFER_HOURS} hours, or for{' '}
        {LATE_OFFER_HOURS} hours on that day and the day before.
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
        <Button type="submit" form={FORM} busy={isSending}>
          {isSending ? 'Sending…' : 'Join the waiting list'}
        </Button>
      </p>
      <div role="status">{problem?.text && <Note className="note-bad">{problem.text}</Note>}</div>
      {createPortal(
        <form id={FORM} action={joinWaitingList.path} method="post" noValidate onSubmit={submit} />,
        document.body,
      )}
    </div>
  )
}
