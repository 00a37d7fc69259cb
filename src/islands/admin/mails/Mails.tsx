import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { $mails, readMails } from '#stores/admin/mails.ts'
import { Admin } from '../Admin.tsx'
import { Empty } from '../Empty.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useDesk } from '../useDesk.ts'
import { MailItem } from './MailItem.tsx'
import { TestMail } from './TestMail.tsx'
import './mails.css'

const SCREEN = { read: readMails }

export default ({ brand }: ScreenProps) => (
  <Admin path="/admin/mails" brand={brand}>
    <Mails />
  </Admin>
)

/** Mails that have not reached their readers, oldest first, and a test of the mail server. */
function Mails() {
  useDesk(SCREEN)
  const { mails, failure } = useStore($mails, { ssr: 'initial' })
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
      {(mails || failure) && <TestMail />}
      {failure && <Problem failure={failure} again={() => void readMails()} />}
      {!mails && !failure && <Skeleton />}
      {mails?.items.length === 0 && (
        <Empty title="All email has been delivered.">Emails that the mail server does not accept appear here.</Empty>
      )}
      {mails && mails.items.length > 0 && (
        <ul className="mails list-rows" aria-label="Undelivered email, oldest first">
          {mails.items.map((row) => (
            <MailItem key={row.mailId} row={row} />
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
