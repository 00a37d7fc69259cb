import { CircleAlert } from 'lucide-react'
import { formatInstant } from '#domain/calendar.ts'
import type { Today } from '#stores/admin/dashboard/today.ts'

/** Warns while email is not delivered; nothing where all of it is. */
export function EmailStatus({ mail }: { mail: Today['mail'] | undefined }) {
  if (!mail || (mail.undelivered === 0 && !mail.warning)) return null
  const { undelivered, since, lastError, warning } = mail
  return (
    <div className="note note-bad dash-mail">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        {undelivered > 0 && since && (
          <p>
            <b>
              Mail: {undelivered} waiting since {formatInstant(Date.parse(since))}
            </b>
            {lastError && <>, last error: {lastError}</>}
          </p>
        )}
        {warning && <p>{warning}</p>}
        <a href="/admin/mails">Undelivered email</a>
      </div>
    </div>
  )
}
