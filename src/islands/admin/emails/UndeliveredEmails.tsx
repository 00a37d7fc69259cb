import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { $emails, readEmails } from '#stores/admin/emails.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { AdminShell } from '../AdminShell.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { EmailItem } from './EmailItem.tsx'
import { TestEmail } from './TestEmail.tsx'
import './emails.css'

const SCREEN = { read: readEmails } satisfies StaffScreen

export default ({ brand }: ScreenProps) => (
  <AdminShell path="/admin/mails" brand={brand}>
    <UndeliveredEmails />
  </AdminShell>
)

/** Mails that have not reached their readers, oldest first, and a test of the mail server. */
function UndeliveredEmails() {
  useStaffScreen(SCREEN)
  const { mails, failure } = useStore($emails, { ssr: 'initial' })
  const hidden = mails ? mails.total - mails.items.length : 0
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Undelivered email</h1>
        <p className="mute num">{mails && `${mails.total} undelivered`}</p>
      </div>
      {mails?.warning && (
        <div className="note note-warm">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>{mails.warning}</p>
        </div>
      )}
      {(mails || failure) && <TestEmail />}
      {failure && <LoadError failure={failure} onRetry={() => void readEmails()} />}
      {!mails && !failure && <Skeleton />}
      {mails?.items.length === 0 && (
        <EmptyState title="All email has been delivered.">
          Emails that the mail server does not accept appear here.
        </EmptyState>
      )}
      {mails && mails.items.length > 0 && (
        <ul className="mails list-rows" aria-label="Undelivered email, oldest first">
          {mails.items.map((row) => (
            <EmailItem key={row.mailId} row={row} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="mute">{hidden} more are listed once these are delivered.</p>}
      <p className="small mute mails-note">
        An email is attempted 12 times within a day. After the last attempt it is listed as failed for 30 days and then
        deleted. Links are shown as [link], because anyone who opens them can act as the recipient.
      </p>
    </>
  )
}
