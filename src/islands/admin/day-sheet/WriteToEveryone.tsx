import { Mail } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatLongDate, kathmanduDate } from '#domain/calendar.ts'
import { MAILING_LENGTHS, MAILING_UNDO_MS } from '#domain/mailing.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { QuietButton, SmallButton } from '#islands/ui/buttons.tsx'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'
import { type MailingPreview, previewMailing, sendMailing } from '#stores/admin/desk/mailing.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Note } from '../../ui/Note.tsx'
import { DIALOG_FOOT, Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { bindFields, TextAreaField, TextField } from '../form/fields.tsx'
import { formatCount } from '../format-count.ts'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { useRole } from '../useRole.ts'
import { type Task, useTask } from '../useTask.ts'

/** For managers, about today or a later day. */
export function WriteToEveryone({ sheet }: { sheet: Sheet }) {
  const [isOpen, setOpen] = useState(false)
  const canWrite = hasRoleAtLeast(useRole(), 'manager') && sheet.date >= kathmanduDate(now())
  if (!HAS_SERVER_FEATURES || !canWrite) return null
  return (
    <>
      <QuietButton onClick={() => setOpen(true)}>
        <Mail className="icon" aria-hidden="true" />
        <span>
          Email <span className="sm:hidden">all</span>
          <span className="max-sm:hidden">everyone who comes</span>
        </span>
      </QuietButton>
      {isOpen && <MailingDialog sheet={sheet} close={() => setOpen(false)} />}
    </>
  )
}

const EMPTY = { subject: '', body: '' }

function MailingDialog({ sheet: { locationId, locationName, date }, close }: { sheet: Sheet; close: () => void }) {
  const task = useTask()
  const [text, setText] = useFormDraft(`mailing/${locationId}/${date}`, EMPTY)
  const [preview, setPreview] = useState<MailingPreview>()
  const field = bindFields(text, (changed) => setText({ ...text, ...changed }), task.fields)
  const mailing = { locationId, date, ...text }
  const showPreview = async () => setPreview(await task.run(() => previewMailing(mailing)))
  const send = async () => {
    if (!(await task.run(() => sendMailing(mailing)))) return
    setText(EMPTY)
    close()
  }
  return (
    <Dialog title="Email everyone who comes" wide close={close}>
      {preview ? (
        <Confirmation
          subject={text.subject}
          preview={preview}
          task={task}
          send={send}
          change={() => setPreview(undefined)}
        />
      ) : (
        <TaskForm
          className={COMPACT_FIELDS}
          task={task}
          button={task.busy ? 'Loading…' : 'Preview'}
          cancel={close}
          send={showPreview}
        >
          <p>
            One email to each person with a confirmed booking at {locationName} on {formatLongDate(date)}. It starts
            with their name and ends with the link of their booking.
          </p>
          <TextField
            id="mailing-subject"
            label="Subject"
            autoFocus
            maxLength={MAILING_LENGTHS.subject.max}
            {...field('subject')}
          />
          <TextAreaField
            id="mailing-body"
            label="Message"
            hint="An empty line starts a new paragraph."
            rows={6}
            maxLength={MAILING_LENGTHS.body.max}
            {...field('body')}
          />
          <Alert problem={task.problem ?? task.fields.date} />
        </TaskForm>
      )}
    </Dialog>
  )
}

interface ConfirmationProps {
  subject: string
  preview: MailingPreview
  task: Task
  send: () => unknown
  change: () => void
}

function Confirmation({ subject, preview, task, send, change }: ConfirmationProps) {
  const { recipients, withoutEmail, text } = preview
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className="grid gap-3.5">
      <p ref={summary} tabIndex={-1}>
        {recipients.length === 0
          ? 'No one with a confirmed booking on this day has an email address.'
          : `${formatPeople(recipients.length)} will get this email: ${recipients.join(', ')}.`}
      </p>
      {recipients.length > 0 && (
        <p>
          Other people of a team and visitors on a tour do not get it. You can undo it for {MAILING_UNDO_MS / 1_000}{' '}
          seconds.
        </p>
      )}
      {text && (
        <div className="wrap-anywhere grid gap-2.5 border border-line-2 p-3.5">
          <p className="mute">Example: {recipients[0]}</p>
          <b>{subject}</b>
          <p className="whitespace-pre-wrap">{text}</p>
        </div>
      )}
      {withoutEmail.length > 0 && (
        <Note className="note-warm">
          Without an email address: {withoutEmail.join(', ')}. Call them, or use WhatsApp on the day sheet.
        </Note>
      )}
      <Alert problem={task.problem ?? Object.values(task.fields).join('. ')} />
      <div className={DIALOG_FOOT}>
        {recipients.length > 0 && (
          <SmallButton busy={task.busy} onClick={send}>
            {task.busy ? 'Sending…' : `Email ${formatPeople(recipients.length)}`}
          </SmallButton>
        )}
        <QuietButton onClick={change}>Change the text</QuietButton>
      </div>
    </div>
  )
}

const formatPeople = (count: number): string => formatCount(count, 'person', 'people')
