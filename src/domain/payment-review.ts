import { BOOKING_LABELS } from './booking.ts'
import type { AttemptState } from './payment.ts'

export const ATTEMPT_LABELS: Readonly<Record<AttemptState, string>> = {
  created: 'Started',
  pending: 'Pending',
  confirmed: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  mismatch: 'Amount differs',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
}

/** Why staff have to review a settled payment. Stored until it is resolved. */
export const PAYMENT_ALERTS = ['paid_twice', 'went_back', 'disputed', 'refund_failed'] as const
export type PaymentAlert = (typeof PAYMENT_ALERTS)[number]

/** Resolved by a full refund. A partial refund may have another reason, and a dispute is settled at the gateway. */
export const ALERTS_RESOLVED_BY_FULL_REFUND: readonly PaymentAlert[] = ['paid_twice', 'went_back', 'refund_failed']

export const REVIEW_REASON_LABELS = {
  receipt: 'Receipt to verify',
  transfer: 'Transfer expected',
  mismatch: ATTEMPT_LABELS.mismatch,
  needs_decision: BOOKING_LABELS.needs_decision,
  after_cancel: BOOKING_LABELS.needs_decision,
  unsettled: 'Gateway result unknown',
  refund_open: 'Refund still open',
  refund_failed: 'Refund failed',
  refund_due: 'Refund due',
  cash_refund: 'Cash to pay out',
  paid_twice: 'Paid twice',
  went_back: 'Refunded at the gateway',
  disputed: 'Disputed by the payer',
} as const satisfies Record<PaymentAlert | string, string>
export type ReviewReason = keyof typeof REVIEW_REASON_LABELS
export const REVIEW_REASONS = Object.keys(REVIEW_REASON_LABELS) as [ReviewReason, ...ReviewReason[]]

/** Dashboard counts, each a part of the queue. */
const REVIEW_GROUPS = {
  verify: ['receipt', 'transfer', 'mismatch'],
  decision: ['needs_decision', 'after_cancel'],
  unclear: ['unsettled', 'refund_open', 'refund_failed', 'paid_twice', 'went_back', 'disputed'],
  refund: ['refund_due', 'cash_refund'],
} as const satisfies Record<string, readonly ReviewReason[]>
export type ReviewGroup = keyof typeof REVIEW_GROUPS
export const REVIEW_GROUP_IDS = Object.keys(REVIEW_GROUPS) as [ReviewGroup, ...ReviewGroup[]]

export const REVIEW_GROUP_LABELS: Readonly<Record<ReviewGroup, string>> = {
  verify: 'Payments to verify',
  decision: BOOKING_LABELS.needs_decision,
  unclear: 'Payments unclear',
  refund: REVIEW_REASON_LABELS.refund_due,
}

export const parseReviewGroup = (value: unknown): ReviewGroup | undefined => REVIEW_GROUP_IDS.find((id) => id === value)

export const isInReviewGroup = (reason: ReviewReason, group: ReviewGroup): boolean =>
  REVIEW_GROUPS[group].some((each) => each === reason)
