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
  const save = async (text: string) => {
    const saved = await task.run(() => saveHandoverNote({ locationId, date, version, body: text.trim() }))
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
      className={`grid items-center gap-x-4 gap-y-2 border-line-2 border-t py-3 sm:grid-cols-1fr-auto ${hasNote ? '' : 'print:hidden'}`}
      aria-labelledby={HEADING_ID}
    >
      <h2 className="heading-4 focus:outline-none" id={HEADING_ID} tabIndex={-1}>
        Note for the next shift
      </h2>
      {/* While it is in the field, its text is only for paper. */}
      <div className={`col-span-full ${isEditing && handover.body !== '' ? 'hidden print:block' : ''}`}>
        <HandoverText handover={handover} />
      </div>
      {!isEditing && (
        <QuietButton
          className="button button-quiet button-small justify-self-start sm:col-start-2 sm:row-start-1 print:hidden"
          onClick={() => setEditing(true)}
        >
          {handover.body !== ''
            ? 'Change the note'
            : earlier && date === kathmanduDate(now())
              ? 'Write today’s note'
              : 'Write a note'}
        </QuietButton>
      )}
      {isEditing && (
        <TaskForm
          task={task}
          title="Note for the next shift"
          className={`col-span-full grid gap-3.5 print:hidden ${COMPACT_FIELDS}`}
          button="Save the note"
          cancel={cancel}
          beside={
            handover.body !== '' && (
              <QuietButton busy={task.busy} onClick={() => void save('')}>
                Remove the note
              </QuietButton>
            )
          }
          send={() => save(body)}
        >
          <Alert problem={task.problem} />
          <TextAreaField
            id="handover"
            label="Note"
            isLabelHidden
            hint="Staff of this location read it on the dashboard and the day sheet."
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
