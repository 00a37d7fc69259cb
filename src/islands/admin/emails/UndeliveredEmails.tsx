import { useStore } from '@nanostores/react'
import { ArrowLeft, CircleAlert } from 'lucide-react'
import { $emails, readEmails } from '#stores/admin/emails.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { EmailItem } from './EmailItem.tsx'
import { TestEmail } from './TestEmail.tsx'

export default createStaffScreen('/admin/mails', { read: readEmails }, UndeliveredEmails)

function UndeliveredEmails() {
  const { emails, failure } = useStore($emails, { ssr: 'initial' })
  const hidden = emails ? emails.total - emails.items.length : 0
  return (
    <>
      <ScreenHead title="Undelivered email">
        <p className="small mute num flex-1">{emails && emails.total > 0 && `${emails.total} undelivered`}</p>
        <a className="link min-h-11" href="/admin/messages">
          <ArrowLeft className="icon" aria-hidden="true" />
          Messages
        </a>
      </ScreenHead>
      {emails?.warning && (
        <div className="note note-warm">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>{emails.warning}</p>
        </div>
      )}
      {(emails || failure) && <TestEmail />}
      <LoadState data={emails} failure={failure} retry={readEmails} />
      {emails?.items.length === 0 && (
        <EmptyState title="All email has been delivered.">
          Emails that the mail server does not accept appear here.
        </EmptyState>
      )}
      {emails && emails.items.length > 0 && (
        <ul className="border-ledge border-t-2" aria-label="Undelivered email, oldest first">
          {emails.items.map((row) => (
            <EmailItem key={row.emailId} row={row} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="mute">{hidden} more are shown after these are delivered.</p>}
      <p className="small mute max-w-measure py-4">
        We try to send an email 12 times within a day. After the last attempt it is listed as failed for 30 days and
        then deleted.
        {emails &&
          emails.items.length > 0 &&
          ' Links are shown as [link], because anyone who opens them can act as the recipient.'}
      </p>
    </>
  )
}
