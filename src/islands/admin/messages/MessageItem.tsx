import { useStore } from '@nanostores/react'
import { Check, Reply, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { MessageRow } from '#contract/admin/messages.ts'
import { formatInstant } from '#domain/calendar.ts'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { $markState, buildReplyUrl, markMessage } from '#stores/admin/messages/messages.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'

const MAX_PREVIEW_LENGTH = 600

export function MessageItem({ row }: { row: MessageRow }) {
  const [isExpanded, setExpanded] = useState(row.text.length <= MAX_PREVIEW_LENGTH)
  const { busy } = useStore($markState)
  const done = row.doneAt !== null
  return (
    <li className={done ? 'letter letter-done' : 'letter'}>
      <div className="letter-head">
        <h2>
          {row.name} {done ? <span className="tag">Done</span> : <span className="tag tag-wait">Open</span>}
        </h2>
        <p className="small mute num">
          <time dateTime={row.createdAt}>{formatInstant(Date.parse(row.createdAt))}</time>
        </p>
      </div>
      <p className="letter-from">
        <EmailLink email={row.email} />
        {row.phone && <PhoneLink phone={row.phone} />}
        {row.locationName && <span>About {row.locationName}</span>}
      </p>
      <p className="letter-text">
        {isExpanded ? row.text : `${row.text.slice(0, MAX_PREVIEW_LENGTH)}… `}
        {!isExpanded && <LinkButton onClick={() => setExpanded(true)}>Show full message</LinkButton>}
      </p>
      <div className="letter-actions">
        <a className="button button-quiet button-small" href={buildReplyUrl(row)}>
          <Reply className="icon" aria-hidden="true" />
          Reply<span className="visually-hidden"> to {row.name}</span>
        </a>
        <QuietButton
          busy={busy.includes(row.messageId)}
          aria-label={`${done ? 'Reopen' : 'Mark as done'}: ${row.name}`}
          onClick={() => void markMessage(row, !done)}
        >
          {done ? <RotateCcw className="icon" aria-hidden="true" /> : <Check className="icon" aria-hidden="true" />}
          {done ? 'Reopen' : 'Mark as done'}
        </QuietButton>
        {row.doneAt && <span className="small mute num">Done {formatInstant(Date.parse(row.doneAt))}</span>}
      </div>
    </li>
  )
}
