import type { Handover } from '#contract/admin/handover.ts'
import { formatDate } from '#domain/calendar.ts'

/** The note of a day, else the last one before. */
export function HandoverText({ handover: { body, by, earlier } }: { handover: Handover }) {
  const note = body === '' ? earlier : { body, by }
  if (!note) return null
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {note.body}
      <small className="mute block">
        {[note.by, 'date' in note && formatDate(note.date)].filter(Boolean).join(', ')}
      </small>
    </p>
  )
}
