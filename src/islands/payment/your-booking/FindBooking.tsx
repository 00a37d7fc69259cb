import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { findBooking } from '#contract/bookings.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $findForm, findBookings } from '#stores/payment/find-booking.ts'

/** Asks for a reference or an email address. The links are only emailed. Until the script has loaded, the form is posted. */
export default function FindBooking() {
  const { sending, sentFor, invalid, problem } = useStore($findForm)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void findBookings(`${new FormData(event.currentTarget).get('reference')}`)
  }

  return (
    <form className="grid max-w-measure gap-4" action={findBooking.path} method="post" onSubmit={submit} noValidate>
      <Field
        id="find-booking"
        label="Booking reference or email"
        hint="A reference starts with BK, or with TR for a tour."
        error={invalid}
      >
        {(control) => (
          <input {...control} name="reference" autoComplete="email" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <p>
        <Button type="submit" busy={sending}>
          {sending ? 'Sending…' : 'Email me the link'}
        </Button>
      </p>
      <div role="status">
        {sentFor && (
          <Note className="note-good">
            If we have a current booking for <b className="wrap-anywhere">{sentFor}</b>, its link arrives in a minute.
            No email? Check your spam folder, or contact us.
          </Note>
        )}
        {problem && <Note className="note-bad">{problem}</Note>}
      </div>
    </form>
  )
}
