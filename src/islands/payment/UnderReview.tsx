import { Check } from 'lucide-react'
import { RECEIPT_COPY } from './receipt-copy.ts'

/** Shown in place of whatever asks for money, for as long as staff check a receipt. */
export function UnderReview({ next }: { next?: string }) {
  return (
    <p className="note note-good">
      <Check className="icon" />
      <span>
        <b>{RECEIPT_COPY.given}</b> {next}
      </span>
    </p>
  )
}
