import { useStore } from '@nanostores/react'
import { addNote } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { Form } from '../form/Form.tsx'
import { TextAreaField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

export function NoteForm() {
  const { busy, fields } = useStore($bookingAction)
  const [body, setBody, getCurrentBody] = useBookingFormDraft('note', '')
  const send = async () => {
    if ((await addNote(body)) && getCurrentBody() === body) setBody('')
  }
  return (
    <Form
      className={`mt-5 grid gap-3.5 border-line-2 border-t pt-3.5 ${COMPACT_FIELDS}`}
      button="Add note"
      isQuiet
      busy={busy}
      send={send}
    >
      <TextAreaField
        id="booking-note"
        label="Internal note"
        hint="Only staff see this."
        error={fields.body}
        rows={2}
        maxLength={2_000}
        value={body}
        onChange={setBody}
      />
    </Form>
  )
}
