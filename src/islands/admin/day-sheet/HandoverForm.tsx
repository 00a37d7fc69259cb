import { useState } from 'react'
import { MAX_HANDOVER_LENGTH } from '#contract/admin/handover.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { type Sheet, saveHandoverNote } from '#stores/admin/desk/day-sheet.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TaskForm } from '../form/Form.tsx'
import { TextAreaField } from '../form/fields.tsx'
import { HandoverText } from '../HandoverText.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { useTask } from '../useTask.ts'

const HEADING_ID = 'sheet-handover'

/** The note for the next shift, which is printed as text. */
export function HandoverForm({ sheet: { locationId, date, handover } }: { sheet: Sheet }) {
  const { version, earlier } = handover
  const task = useTask()
  const draftName = `handover/${locationId}/${date}/${version}`
  const [body, setBody] = useFormDraft(draftName, handover.body)
  const [isEditing, setEditing] = useState(body !== handover.body)
  const save = async () => {
    const saved = await task.run(() => saveHandoverNote({ locationId, date, version, body: body.trim() }))
    // This form is gone with its version.
    if (saved) document.getElementById(HEADING_ID)?.focus()
  }
  const cancel = () => {
    setBody(handover.body)
    setEditing(false)
  }
  const hasNote = handover.body !== '' || earlier !== null
  return (
    <section
      className={`grid gap-2 border-line-2 border-t py-3 ${hasNote ? '' : 'print:hidden'}`}
      aria-labelledby={HEADING_ID}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="heading-4 focus:outline-none" id={HEADING_ID} tabIndex={-1}>
          Note for the next shift
        </h2>
        {!isEditing && (
          <QuietButton className="button button-quiet button-small print:hidden" onClick={() => setEditing(true)}>
            {handover.body !== ''
              ? 'Change the note'
              : earlier && date === kathmanduDate(now())
                ? 'Write today’s note'
                : 'Write a note'}
          </QuietButton>
        )}
      </div>
      {/* While it is in the field, its text is only for paper. */}
      <div className={isEditing && handover.body !== '' ? 'hidden print:block' : ''}>
        <HandoverText handover={handover} />
      </div>
      {isEditing && (
        <TaskForm
          task={task}
          title="Note for the next shift"
          className={`grid gap-3.5 print:hidden ${COMPACT_FIELDS}`}
          button="Save the note"
          cancel={cancel}
          send={save}
        >
          <Alert problem={task.problem} />
          <TextAreaField
            id="handover"
            label="Note"
            hint="Staff of this location read it on the dashboard and the day sheet. Save it empty to remove it."
            error={task.fields.body}
            rows={3}
            maxLength={MAX_HANDOVER_LENGTH}
            autoFocus
            value={body}
            onChange={setBody}
          />
        </TaskForm>
      )}
    </section>
  )
}
