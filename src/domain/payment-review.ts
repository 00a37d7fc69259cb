import type { AttemptState } from './payment.ts'

/** What staff read. */
export const ATTEMPT_LABELS: Readonly<Record<AttemptState, string>> = {
  created: 'Begun',
  pending: 'Pending',
  confirmed: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  mismatch: 'Does not match',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
}

/** Why a person has to look at a payment although its state is settled; kept with it until somebody has. */
export const PAYMENT_ALERTS = ['paid_twice', 'went_back', 'disputed', 'refund_failed'] as const
export type PaymentAlert = (typeof PAYMENT_ALERTS)[number]

/**
 * What staff have looked after who send back the last of a payment's money. A part may be sent for another reason, and a
 * dispute is answered at the gateway, whatever goes back here.
 */
export const ALERTS_RESOLVED_BY_FULL_REFUND: readonly PaymentAlert[] = ['paid_twice', 'went_back', 'refund_failed']

/** Why a payment waits for a person, in the words that staff read. */
export const REVIEW_REASON_LABELS = {
  receipt: 'Receipt to check',
  transfer: 'Transfer expected',
  mismatch: 'Does not match',
  needs_decision: 'Place is gone',
  after_cancel: 'Paid after we cancelled',
  unsettled: 'Gateway has not said',
  refund_open: 'Refund still open',
  refund_failed: 'Refund refused',
  owed: 'Refund due',
  paid_twice: 'Paid twice',
  went_back: 'Went back at the gateway',
  disputed: 'Disputed by the payer',
} as const satisfies Record<PaymentAlert | string, string>
export type ReviewReason = keyof typeof REVIEW_REASON_LABELS
export const REVIEW_REASONS = Object.keys(REVIEW_REASON_LABELS) as [ReviewReason, ...ReviewReason[]]

/** What the dashboard counts, each as a part of the queue. */
export const REVIEW_GROUPS = {
  verify: ['receipt', 'transfer', 'mismatch'],
  decision: ['needs_decision', 'after_cancel'],
  unclear: ['unsettled', 'refund_open', 'refund_failed', 'paid_twice', 'went_back', 'disputed'],
  refund: ['owed'],
} as const satisfies Record<string, readonly ReviewReason[]>
export type ReviewGroup = keyof typeof REVIEW_GROUPS
export const REVIEW_GROUP_IDS = Object.keys(REVIEW_GROUPS) as [ReviewGroup, ...ReviewGroup[]]

export const REVIEW_GROUP_LABELS: Readonly<Record<ReviewGroup, string>> = {
  verify: 'Payments to verify',
  decision: 'Need a decision',
  unclear: 'Payments unclear',
  refund: 'Refund due',
}

export const parseReviewGroup = (value: unknown): ReviewGroup | undefined => REVIEW_GROUP_IDS.find((id) => id === value)

export const isInReviewGroup = (why: ReviewReason, group: ReviewGroup): boolean =>
  REVIEW_GROUPS[group].some((each) => each === why)
