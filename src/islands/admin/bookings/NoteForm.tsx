import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { Field } from '#islands/ui/Field.tsx'
import { addNote } from '#stores/admin/bookings/actions.ts'
import { $action } from '#stores/admin/bookings/edit.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

/** A note for colleagues. */
export function NoteForm() {
  const { busy, fields } = useStore($action)
  const [body, setBody, typedByNow] = useBookingFormDraft('note', '')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if ((await addNote(body)) && typedByNow() === body) setBody('')
  }
  return (
    <form className="drawer-form booking-part" noValidate onSubmit={submit}>
      <Field id="booking-note" label="Internal note" hint="Staff alone read it." error={fields.body}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={2_000}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        )}
      </Field>
      <div className="drawer-actions">
        <button type="submit" className="button button-quiet button-small" aria-disabled={busy || undefined}>
          Add note
        </button>
      </div>
    </form>
  )
}
