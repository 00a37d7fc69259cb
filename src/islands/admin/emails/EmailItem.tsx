import { RotateCw } from 'lucide-react'
import type { EmailRow } from '#contract/admin/emails.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { UndeliveredState } from '#domain/email.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { retryEmail } from '#stores/admin/emails.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useRole } from '../useRole.ts'
import { useTask } from '../useTask.ts'

const STATE_TAGS: Readonly<Record<UndeliveredState, { label: string; className: string }>> = {
  waiting: { label: 'Waiting', className: 'tag tag-wait' },
  sending: { label: 'Sending', className: 'tag' },
  failed: { label: 'Failed', className: 'tag tag-no' },
}

const formatIsoInstant = (instant: string): string => formatInstant(Date.parse(instant))

export function EmailItem({ row }: { row: EmailRow }) {
  const { recipient, subject, text, state, createdAt, failedAt, lastError, nextAttemptAt } = row
  const { label, className } = STATE_TAGS[state]
  return (
    <li className="grid gap-1.5 border-line border-b py-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="stretch-name wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1.5 font-strong text-body">
          {subject} <span className={className}>{label}</span>
        </h2>
        <p className="small mute num">
          <time dateTime={createdAt}>{formatIsoInstant(createdAt)}</time>
        </p>
      </div>
      <p className="wrap-anywhere text-ink-2">To {recipient}</p>
      {failedAt && (
        <p className="wrap-anywhere text-danger">
          Last attempt {formatIsoInstant(failedAt)}: {lastError}
        </p>
      )}
      {nextAttemptAt && state === 'waiting' && (
        <p className="small mute">Next attempt {formatIsoInstant(nextAttemptAt)}</p>
      )}
      {text === null ? (
        <p className="small mute">This email is about a staff account. Only the recipient can read it.</p>
      ) : (
        <details>
          <summary className="min-h-11 w-fit py-2.5">Show the email</summary>
          <p className="wrap-anywhere max-w-measure whitespace-pre-wrap pb-2">{text}</p>
        </details>
      )}
      <RetryEmail row={row} />
    </li>
  )
}

const ACTIONS_CLASS = 'flex flex-wrap items-center gap-x-4 gap-y-2.5'

function RetryEmail({ row }: { row: EmailRow }) {
  const task = useTask()
  const isOwner = hasRoleAtLeast(useRole(), 'owner')
  const { kind, subject, state, expired, bookingId } = row
  const bookingLink = bookingId && (
    <a href={`/admin/bookings?open=${encodeURIComponent(bookingId)}`}>Open the booking</a>
  )
  const peopleLink = isOwner ? (
    <a href="/admin/people">Send a new one from People</a>
  ) : (
    'An owner can send a new one from People.'
  )
  if (expired)
    return (
      <p className={`${ACTIONS_CLASS} small`}>
        {kind === 'account' ? 'Its link has expired.' : 'It has expired.'} We do not send it any more.{' '}
        {kind === 'account' ? peopleLink : bookingLink}
      </p>
    )
  if (kind === 'account' && !isOwner)
    return <p className={`${ACTIONS_CLASS} small mute`}>Only an owner can retry it.</p>
  return (
    <>
      <div className={ACTIONS_CLASS}>
        <QuietButton
          aria-label={`Retry: ${subject}`}
          busy={task.busy || state === 'sending'}
          onClick={() => state !== 'sending' && void task.run(() => retryEmail(row))}
        >
          <RotateCw className="icon" aria-hidden="true" />
          {task.busy ? 'Retrying…' : 'Retry'}
        </QuietButton>
        {bookingLink}
      </div>
      <Alert problem={task.problem} />
    </>
  )
}
