import { useStore } from '@nanostores/react'
import { Check, Reply, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { MessageRow } from '#contract/admin/messages.ts'
import { formatInstant } from '#domain/calendar.ts'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { $markState, buildReplyUrl, markMessage } from '#stores/admin/messages/messages.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'

const MAX_PREVIEW_LENGTH = 600
const BUTTON_CLASS = 'button button-quiet button-small min-h-11 px-3.5'

export function MessageItem({ row }: { row: MessageRow }) {
  const [isExpanded, setExpanded] = useState(row.text.length <= MAX_PREVIEW_LENGTH)
  const { busy } = useStore($markState)
  const done = row.doneAt !== null
  return (
    <li className="border-line border-b py-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2
          className={`stretch-name wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1.5 font-strong text-row-heading ${done ? 'text-ink-3' : ''}`}
        >
          {row.name} {done ? <span className="tag">Done</span> : <span className="tag tag-wait">Open</span>}
        </h2>
        <p className="small mute num">
          <time dateTime={row.createdAt}>{formatInstant(Date.parse(row.createdAt))}</time>
        </p>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-2">
        <EmailLink className="wrap-anywhere min-h-6" email={row.email} />
        {row.phone && <PhoneLink className="wrap-anywhere min-h-6" phone={row.phone} />}
        {row.locationName && <span>About {row.locationName}</span>}
      </p>
      <p
        className={`wrap-anywhere mt-2.5 mb-3.5 max-w-measure whitespace-pre-wrap text-body leading-150 ${done ? 'text-ink-3' : ''}`}
      >
        {isExpanded ? row.text : `${row.text.slice(0, MAX_PREVIEW_LENGTH)}… `}
        {!isExpanded && <LinkButton onClick={() => setExpanded(true)}>Show full message</LinkButton>}
      </p>
      <div className="flex flex-wrap items-center gap-2.5">
        <a className={BUTTON_CLASS} href={buildReplyUrl(row)}>
          <Reply className="icon" aria-hidden="true" />
          Reply<span className="visually-hidden"> to {row.name}</span>
        </a>
        <QuietButton
          className={BUTTON_CLASS}
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
