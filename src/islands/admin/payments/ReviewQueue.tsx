import { useStore } from '@nanostores/react'
import { npr, type Paisa } from '#domain/money.ts'
import {
  parseReviewGroup,
  REVIEW_GROUP_IDS,
  REVIEW_GROUP_LABELS,
  REVIEW_REASON_LABELS,
} from '#domain/payment-review.ts'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { $group, type Queue } from '#stores/admin/payments/queue.ts'
import { selectPayment, showGroup } from '#stores/admin/payments/screen.ts'
import { formatTimestamp } from '../format-timestamp.ts'
import { SelectFilter } from '../list/fields.tsx'
import { EmptyState } from '../load-states.tsx'
import { AttentionTag } from '../StateTag.tsx'
import './review-queue.css'

interface Props {
  queue: Queue
  selectedId: string | undefined
  methods: Readonly<Record<string, string>>
}

export function ReviewQueue({ queue: { items = [], more, counts }, selectedId, methods }: Props) {
  const group = useStore($group)
  return (
    <section className="verify-queue" aria-label="Payments to review">
      {counts && (
        <SelectFilter
          id="payments-waits"
          label="Filter by reason"
          all={`All (${counts.all})`}
          options={Object.fromEntries(REVIEW_GROUP_IDS.map((id) => [id, `${REVIEW_GROUP_LABELS[id]} (${counts[id]})`]))}
          value={group ?? ''}
          onChange={(value) => showGroup(parseReviewGroup(value))}
        />
      )}
      {items.length === 0 && (
        <EmptyState title="No payments to review.">Payments that need a decision appear here.</EmptyState>
      )}
      <ol>
        {items.map(({ payment, reviewReasons, hasReusedReceipt, since, done }) => (
          <li key={payment.paymentId}>
            <button
              id={`payment-${payment.paymentId}`}
              type="button"
              aria-current={payment.paymentId === selectedId ? 'true' : undefined}
              data-done={done || undefined}
              onClick={() => selectPayment(payment.paymentId)}
            >
              <span className="verify-who">
                <b>{payment.customerName}</b>
                <span className="num">{npr(payment.amount)}</span>
              </span>
              <small>
                {methods[payment.method] ?? payment.method}, {formatTimestamp(since)}
              </small>
              <span className="verify-why">
                {done ? (
                  <span className="tag">Done</span>
                ) : (
                  reviewReasons.map((reason) => (
                    <WaitingReasonTag key={reason} reason={reason} refundDue={payment.refundDue} />
                  ))
                )}
                {!done && hasReusedReceipt && <AttentionTag attention="receipt_reused" />}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {more && <p className="small mute verify-more">More payments appear as you review these.</p>}
      {items.length > 0 && <ShortcutSwitch />}
    </section>
  )
}

const URGENT_REASONS = [
  'went_back',
  'disputed',
  'refund_failed',
  'refund_due',
  'mismatch',
  'needs_decision',
  'after_cancel',
  'paid_twice',
]

export const WaitingReasonTag = ({
  reason,
  refundDue,
}: {
  reason: keyof typeof REVIEW_REASON_LABELS
  refundDue: Paisa
}) => (
  <span className={URGENT_REASONS.includes(reason) ? 'tag tag-no' : 'tag tag-wait'}>
    {reason === 'refund_due' ? `${REVIEW_REASON_LABELS[reason]}: ${npr(refundDue)}` : REVIEW_REASON_LABELS[reason]}
  </span>
)

function ShortcutSwitch() {
  const on = useStore($shortcutsEnabled, { ssr: 'initial' })
  return (
    <label className="verify-keys">
      <input type="checkbox" checked={on} onChange={({ target }) => $shortcutsEnabled.set(target.checked)} />
      <span>
        Keys: <kbd>A</kbd> approve, <kbd>R</kbd> reject, <kbd>J</kbd> next, <kbd>K</kbd> back
      </span>
    </label>
  )
}
