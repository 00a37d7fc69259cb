import { useStore } from '@nanostores/react'
import { npr, type Paisa } from '#domain/money.ts'
import {
  parseReviewGroup,
  REVIEW_GROUP_IDS,
  REVIEW_GROUP_LABELS,
  REVIEW_REASON_LABELS,
} from '#domain/payment-review.ts'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { $group, type Queue as Listed } from '#stores/admin/payments/queue.ts'
import { selectPayment, showGroup } from '#stores/admin/payments/screen.ts'
import { EmptyState } from '../EmptyState.tsx'
import { SelectField } from '../list/SelectField.tsx'
import { AttentionTag } from '../StateTag.tsx'
import { formatTimestamp } from './format-date.ts'
import './review-queue.css'

interface Props {
  queue: Listed
  /** Id of the payment in sight. */
  shown: string | undefined
  methods: Readonly<Record<string, string>>
}

/** What waits longest stands first; what is done stays where it stood. */
export function ReviewQueue({ queue: { items = [], more, counts }, shown, methods }: Props) {
  const group = useStore($group)
  return (
    <section className="verify-queue" aria-label="Payments that wait">
      {counts && (
        <SelectField
          id="payments-waits"
          label="What waits"
          all={`All that wait (${counts.all})`}
          options={Object.fromEntries(REVIEW_GROUP_IDS.map((id) => [id, `${REVIEW_GROUP_LABELS[id]} (${counts[id]})`]))}
          value={group ?? ''}
          onChange={(value) => showGroup(parseReviewGroup(value))}
        />
      )}
      {items.length === 0 && (
        <EmptyState title="No payments wait.">Payments that need a person appear here.</EmptyState>
      )}
      <ol>
        {items.map(({ payment, waits, seenBefore, since, done }) => (
          <li key={payment.paymentId}>
            <button
              id={`payment-${payment.paymentId}`}
              type="button"
              aria-current={payment.paymentId === shown ? 'true' : undefined}
              data-done={done || undefined}
              onClick={() => selectPayment(payment.paymentId)}
            >
              <span className="verify-who">
                <b>{payment.customerName}</b>
                <span className="num">{npr(payment.amount as Paisa)}</span>
              </span>
              <small>
                {methods[payment.method] ?? payment.method}, {formatTimestamp(since)}
              </small>
              <span className="verify-why">
                {done ? (
                  <span className="tag">Done</span>
                ) : (
                  waits.map((why) => <WaitingReasonTag key={why} why={why} owed={payment.owed} />)
                )}
                {!done && seenBefore && <AttentionTag attention="receipt_seen" />}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {more && <p className="small mute verify-more">More wait: they follow as these are done.</p>}
      {items.length > 0 && <ShortcutSwitch />}
    </section>
  )
}

const URGENT_REASONS = [
  'went_back',
  'disputed',
  'refund_failed',
  'owed',
  'mismatch',
  'needs_decision',
  'after_cancel',
  'paid_twice',
]

export const WaitingReasonTag = ({ why, owed }: { why: keyof typeof REVIEW_REASON_LABELS; owed: number }) => (
  <span className={URGENT_REASONS.includes(why) ? 'tag tag-no' : 'tag tag-wait'}>
    {why === 'owed' ? `${REVIEW_REASON_LABELS[why]}: ${npr(owed as Paisa)}` : REVIEW_REASON_LABELS[why]}
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
