import type { BookingRow } from '#contract/admin/bookings.ts'
import type { PaymentRow } from '#contract/admin/payments.ts'
import { BOOKING_LABELS, type BookingState } from '#domain/booking.ts'
import { type AttemptState, isReconcilable } from '#domain/payment.ts'
import { ATTEMPT_LABELS, REVIEW_REASON_LABELS } from '#domain/payment-review.ts'

const STATE_CLASSES: Readonly<Record<BookingState, string>> = {
  held: 'tag tag-line',
  pending_verification: 'tag tag-wait',
  confirmed: 'tag tag-ok',
  cancelled: 'tag',
  expired: 'tag',
  needs_decision: 'tag tag-no',
}

const ATTEMPT_CLASSES: Readonly<Record<AttemptState, string>> = {
  created: 'tag tag-line',
  pending: 'tag tag-line',
  confirmed: 'tag tag-ok',
  failed: 'tag',
  cancelled: 'tag',
  expired: 'tag',
  mismatch: 'tag tag-no',
  partly_refunded: 'tag',
  refunded: 'tag',
}

type Attention = NonNullable<BookingRow['attention']>
const ATTENTION_LABELS: Readonly<Record<Attention, string>> = {
  amount_differs: 'Amount differs',
  paid_twice: 'Paid twice',
  unsettled: 'Payment still open',
  refund_due: REVIEW_REASON_LABELS.refund_due,
  receipt_reused: 'Receipt seen before',
}

export const StateTag = ({ state, className = '' }: { state: BookingState; className?: string }) => (
  <span className={`${STATE_CLASSES[state]} ${className}`}>{BOOKING_LABELS[state]}</span>
)

export const AttemptTag = ({ state }: { state: AttemptState }) => (
  <span className={ATTEMPT_CLASSES[state]}>{ATTEMPT_LABELS[state]}</span>
)

/** Money of the desk that no manager has found in the account yet. */
export const UnreconciledTag = ({ payment }: { payment: Pick<PaymentRow, 'method' | 'state' | 'reconciledAt'> }) =>
  isReconcilable(payment) && payment.reconciledAt === null && <span className="tag tag-wait">Unreconciled</span>

/** Why staff must review this booking's payments. */
export const AttentionTag = ({ attention, className = '' }: { attention: Attention; className?: string }) => (
  <span className={`tag tag-no ${className}`}>{ATTENTION_LABELS[attention]}</span>
)
