import { useStore } from '@nanostores/react'
import type { PaymentRow } from '#contract/admin/payments.ts'
import { npr, type Paisa } from '#domain/money.ts'
import {
  parseReviewGroup,
  REVIEW_GROUP_IDS,
  REVIEW_GROUP_LABELS,
  REVIEW_REASON_LABELS,
  type ReviewReason,
} from '#domain/payment-review.ts'
import { CHECKBOX } from '#islands/ui/Choice.tsx'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { $group, type Queue } from '#stores/admin/payments/queue.ts'
import { selectPayment, showGroup } from '#stores/admin/payments/screen.ts'
import { formatTimestamp } from '../format-timestamp.ts'
import { SelectFilter } from '../list/fields.tsx'
import { EmptyState } from '../load-states.tsx'
import { AttentionTag, getReasonClass } from '../StateTag.tsx'

interface Props {
  queue: Queue
  selectedId: string | undefined
  methods: Readonly<Record<string, string>>
}

export function ReviewQueue({ queue: { items = [], more, counts }, selectedId, methods }: Props) {
  const group = useStore($group)
  return (
    <section
      className={`verify-queue flex flex-col border-line-2 bg-paper-sunk sm:border-r ${selectedId ? 'max-sm:hidden' : ''}`}
      aria-label="Payments to review"
    >
      {counts && (
        <div className="border-line border-b px-3.5 py-2.5">
          <SelectFilter
            id="payments-waits"
            label="Filter by reason"
            all={`All (${counts.all})`}
            options={Object.fromEntries(
              REVIEW_GROUP_IDS.map((id) => [id, `${REVIEW_GROUP_LABELS[id]} (${counts[id]})`]),
            )}
            value={group ?? ''}
            onChange={(value) => showGroup(parseReviewGroup(value))}
          />
        </div>
      )}
      {items.length === 0 && (
        <div className="*:px-3.5">
          <EmptyState title="No payments to review.">Payments that need a decision appear here.</EmptyState>
        </div>
      )}
      <ol>
        {items.map(({ payment, reviewReasons, hasReusedReceipt, since, done }) => (
          <li key={payment.paymentId}>
            <button
              id={`payment-${payment.paymentId}`}
              type="button"
              className={`relative grid w-full gap-1 border-line border-b px-3.5 py-3 text-left -outline-offset-2 ${payment.paymentId === selectedId ? 'bg-paper-raised before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-brick-fill' : 'hover:bg-ink/5'}`}
              aria-current={payment.paymentId === selectedId ? 'true' : undefined}
              onClick={() => selectPayment(payment.paymentId)}
            >
              <span className={`flex items-baseline justify-between gap-2 ${done ? 'text-ink-3' : ''}`}>
                <b className={`wrap-anywhere min-w-0 ${done ? 'font-text' : ''}`}>{payment.customerName}</b>
                <span className="num">{npr(payment.amount)}</span>
              </span>
              <small className="text-ink-3 text-label">
                {methods[payment.method] ?? payment.method}, {formatTimestamp(since)}
              </small>
              <span className="flex flex-wrap gap-1">
                {done ? (
                  <span className="tag">Done</span>
                ) : (
                  <WaitingReasonTags payment={payment} reasons={reviewReasons} />
                )}
                {!done && hasReusedReceipt && <AttentionTag attention="receipt_reused" />}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {more && <p className="small mute px-3.5 py-3">More payments appear as you review these.</p>}
      {items.length > 0 && <ShortcutSwitch />}
    </section>
  )
}

interface WaitingReasonTagsProps {
  payment: PaymentRow
  reasons: readonly ReviewReason[]
}

export function WaitingReasonTags({ payment, reasons }: WaitingReasonTagsProps) {
  const amounts: Partial<Record<ReviewReason, Paisa>> = {
    refund_due: payment.refundDue,
    cash_refund: payment.unpaidCash,
  }
  return reasons.map((reason) => {
    const amount = amounts[reason]
    return (
      <span key={reason} className={getReasonClass(reason)}>
        {REVIEW_REASON_LABELS[reason]}
        {amount !== undefined && amount !== payment.amount && `: ${npr(amount)}`}
      </span>
    )
  })
}

function ShortcutSwitch() {
  const on = useStore($shortcutsEnabled, { ssr: 'initial' })
  return (
    <label className="mt-auto flex items-start gap-2 px-3.5 py-3 text-ink-2 text-label leading-170 max-sm:hidden">
      <input
        className={CHECKBOX}
        type="checkbox"
        checked={on}
        onChange={({ target }) => $shortcutsEnabled.set(target.checked)}
      />
      <span>
        Keys: <Key name="A">approve</Key>, <Key name="R">reject</Key>, <Key name="J">next</Key>,{' '}
        <Key name="K">back</Key>
      </span>
    </label>
  )
}

const Key = ({ name, children }: { name: string; children: string }) => (
  <span className="whitespace-nowrap">
    <kbd className="rounded-1 border border-line-3 px-1.25 py-px font-sans">{name}</kbd> {children}
  </span>
)
