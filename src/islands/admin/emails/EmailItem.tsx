import { useStore } from '@nanostores/react'
import { RotateCw } from 'lucide-react'
import type { EmailRow } from '#contract/admin/emails.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { UndeliveredState } from '#domain/email.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { retryEmail } from '#stores/admin/emails.ts'
import { $session } from '#stores/admin/session/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'

const STATE_TAGS: Readonly<Record<UndeliveredState, { label: string; className: string }>> = {
  waiting: { label: 'Waiting', className: 'tag tag-wait' },
  sending: { label: 'Sending', className: 'tag' },
  failed: { label: 'Failed', className: 'tag tag-no' },
}

const formatTimestamp = (instant: string): string => formatInstant(Date.parse(instant))

/** One undelivered mail: to whom, what keeps it, and what can be done. */
export function EmailItem({ row }: { row: EmailRow }) {
  const { recipient, subject, text, state, createdAt, failedAt, lastError, nextAttemptAt } = row
  const { label, className } = STATE_TAGS[state]
  return (
    <li className="mail">
      <div className="mail-head">
        <h2>
          {subject} <span className={className}>{label}</span>
        </h2>
        <p className="small mute num">
          <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
        </p>
      </div>
      <p className="mail-to">To {recipient}</p>
      {failedAt && (
        <p className="mail-error">
          Last attempt {formatTimestamp(failedAt)}: {lastError}
        </p>
      )}
      {nextAttemptAt && state === 'waiting' && (
        <p className="small mute">Next attempt {formatTimestamp(nextAttemptAt)}</p>
      )}
      {text === null ? (
        <p className="small mute">This email is about a staff account. Only its reader may read it.</p>
      ) : (
        <details>
          <summary>Show the email</summary>
          <p className="mail-text">{text}</p>
        </details>
      )}
      <RetryEmail row={row} />
    </li>
  )
}

function RetryEmail({ row }: { row: EmailRow }) {
  const task = useTask()
  const session = useStore($session)
  const { kind, subject, state, expired, bookingId } = row
  const role = session.state === 'open' ? session.who.role : 'desk'
  const booking = bookingId && <a href={`/admin/bookings?open=${encodeURIComponent(bookingId)}`}>Open its booking</a>
  if (expired)
    return (
      <p className="mail-actions small">
        Its link has expired, so it cannot be retried. {kind === 'account' ? <PeopleLink role={role} /> : booking}
      </p>
    )
  if (kind === 'account' && !hasRoleAtLeast(role, 'owner'))
    return <p className="mail-actions small mute">Only an owner can retry it.</p>
  return (
    <>
      <div className="mail-actions">
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`Retry: ${subject}`}
          aria-disabled={task.busy || state === 'sending' || undefined}
          onClick={() => state !== 'sending' && void task.run(() => retryEmail(row))}
        >
          <RotateCw className="icon" aria-hidden="true" />
          {task.busy ? 'Retrying…' : 'Retry'}
        </button>
        {booking}
      </div>
      <Alert problem={task.problem} />
    </>
  )
}

const PeopleLink = ({ role }: { role: Parameters<typeof hasRoleAtLeast>[0] }) =>
  hasRoleAtLeast(role, 'owner') ? (
    <a href="/admin/people">Send a new one from People</a>
  ) : (
    <>An owner can send a new one from People.</>
  )
