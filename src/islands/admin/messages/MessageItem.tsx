import { useStore } from '@nanostores/react'
import { Check, Reply, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { MessageRow } from '#contract/admin/messages.ts'
import { formatInstant } from '#domain/calendar.ts'
import { $marking, buildReplyUrl, markMessage } from '#stores/admin/messages/messages.ts'

/** More than this is shown when it is asked for. */
const MAX_PREVIEW_LENGTH = 600

const formatTimestamp = (instant: string): string => formatInstant(Date.parse(instant))

/** One message: who wrote, what, and what there is to do about it. */
export function MessageItem({ row }: { row: MessageRow }) {
  const [whole, setWhole] = useState(row.text.length <= MAX_PREVIEW_LENGTH)
  const { busy } = useStore($marking)
  const done = row.doneAt !== null
  return (
    <li className={done ? 'letter letter-done' : 'letter'}>
      <div className="letter-head">
        <h2>
          {row.name} {done ? <span className="tag">Done</span> : <span className="tag tag-wait">Open</span>}
        </h2>
        <p className="small mute num">
          <time dateTime={row.createdAt}>{formatTimestamp(row.createdAt)}</time>
        </p>
      </div>
      <p className="letter-from">
        <a href={`mailto:${row.email}`}>{row.email}</a>
        {row.phone && <a href={`tel:${row.phone.replace(' ext ', ';ext=')}`}>{row.phone}</a>}
        {row.locationName && <span>About {row.locationName}</span>}
      </p>
      <p className="letter-text">
        {whole ? row.text : `${row.text.slice(0, MAX_PREVIEW_LENGTH)}… `}
        {!whole && (
          <button type="button" className="link" onClick={() => setWhole(true)}>
            Show all of it
          </button>
        )}
      </p>
      <div className="letter-actions">
        <a className="button button-quiet button-small" href={buildReplyUrl(row, formatTimestamp)}>
          <Reply className="icon" aria-hidden="true" />
          Reply<span className="visually-hidden"> to {row.name}</span>
        </a>
        <button
          type="button"
          className="button button-quiet button-small"
          aria-disabled={busy.includes(row.messageId) || undefined}
          aria-label={`${done ? 'Open again' : 'Mark as done'}: ${row.name}`}
          onClick={() => void markMessage(row, !done)}
        >
          {done ? <RotateCcw className="icon" aria-hidden="true" /> : <Check className="icon" aria-hidden="true" />}
          {done ? 'Open again' : 'Mark as done'}
        </button>
        {row.doneAt && <span className="small mute num">Done {formatTimestamp(row.doneAt)}</span>}
      </div>
    </li>
  )
}
