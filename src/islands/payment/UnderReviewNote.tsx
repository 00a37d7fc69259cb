import { Check } from 'lucide-react'
import { Note } from '#islands/ui/Note.tsx'
import { RECEIPT_COPY } from './receipt-copy.ts'

/** Replaces every request for payment while staff check a receipt. */
export function UnderReviewNote({ next, className = '' }: { next?: string; className?: string }) {
  return (
    <Note className={`note-good ${className}`} icon={Check}>
      <b>{RECEIPT_COPY.underReview}</b> {next}
    </Note>
  )
}
