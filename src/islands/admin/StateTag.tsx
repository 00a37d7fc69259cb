import type { BookingRow } from '#contract/admin/bookings.ts'
import type { PaymentRow } from '#contract/admin/payments.ts'
import { BOOKING_LABELS, type BookingState } from '#domain/booking.ts'
import type { MembershipState } from '#domain/membership.ts'
import { type AttemptState, isReconcilable } from '#domain/payment.ts'
import { ATTEMPT_LABELS, REVIEW_REASON_LABELS, type ReviewReason } from '#domain/payment-review.ts'
import type { RefundState } from '#domain/refund.ts'
import type { TourState } from '#domain/tour.ts'

type TaggedState = BookingState | AttemptState | RefundState | MembershipState | TourState

/** One tone per state: outlined until the customer acts, yellow and red until staff act. */
export const TAG_CLASSES: Readonly<Record<TaggedState, string>> = {
  held: 'tag tag-line',
  created: 'tag tag-line',
  booked: 'tag tag-line',
  pending: 'tag tag-wait',
  pending_verification: 'tag tag-wait',
  requested: 'tag tag-wait',
  sent: 'tag tag-wait',
  confirmed: 'tag tag-ok',
  active: 'tag tag-ok',
  came: 'tag tag-ok',
  needs_decision: 'tag tag-no',
  mismatch: 'tag tag-no',
  suspended: 'tag tag-no',
  failed: 'tag tag-no',
  cancelled: 'tag',
  expired: 'tag',
  missed: 'tag',
  partly_refunded: 'tag',
  refunded: 'tag',
  done: 'tag',
}

const URGENT_REASONS: readonly ReviewReason[] = [
  'went_back',
  'disputed',
  'refund_failed',
  'refund_due',
  'mismatch',
  'needs_decision',
  'after_cancel',
  'paid_twice',
]

export const getReasonClass = (reason: ReviewReason): string =>
  URGENT_REASONS.includes(reason) ? 'tag tag-no' : 'tag tag-wait'

type Attention = NonNullable<BookingRow['attention']>
const ATTENTION_REASONS: Readonly<Record<Exclude<Attention, 'receipt_reused'>, ReviewReason>> = {
  amount_differs: 'mismatch',
  paid_twice: 'paid_twice',
  unsettled: 'unsettled',
  refund_due: 'refund_due',
}

export const StateTag = ({ state, className = '' }: { state: BookingState; className?: string }) => (
  <span className={`${TAG_CLASSES[state]} ${className}`}>{BOOKING_LABELS[state]}</span>
)

export const AttemptTag = ({ state }: { state: AttemptState }) => (
  <span className={TAG_CLASSES[state]}>{ATTEMPT_LABELS[state]}</span>
)

/** Money of the desk that no manager has found in the account yet. */
export const UnreconciledTag = ({ payment }: { payment: Pick<PaymentRow, 'method' | 'state' | 'reconciledAt'> }) =>
  isReconcilable(payment) && payment.reconciledAt === null && <span className="tag tag-wait">Unreconciled</span>

/** Why staff must review this booking's payments. */
export function AttentionTag({ attention, className = '' }: { attention: Attention; className?: string }) {
  if (attention === 'receipt_reused') return <span className={`tag tag-no ${className}`}>Receipt seen before</span>
  const reason = ATTENTION_REASONS[attention]
  return <span className={`${getReasonClass(reason)} ${className}`}>{REVIEW_REASON_LABELS[reason]}</span>
}
