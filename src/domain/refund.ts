import { type Paisa, paisa, sum, ZERO } from './money.ts'
import { type AttemptState, getReceivedAmount, isPaid } from './payment.ts'

export const REFUND_STATES = ['requested', 'sent', 'done', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** How staff send money back: the gateway when we call it, or a person who tells us that it is sent. */
export const STAFF_REFUND_CHANNELS = ['gateway', 'manual'] as const
/** `outside` is money that went back at the gateway without us, and was found there. */
export const REFUND_CHANNELS = [...STAFF_REFUND_CHANNELS, 'outside'] as const
export type RefundChannel = (typeof REFUND_CHANNELS)[number]

export const REFUND_LABELS: Readonly<Record<RefundState, string>> = {
  requested: 'Asked for',
  sent: 'On its way',
  done: 'Sent back',
  failed: 'Did not go',
}

/** `sent` is written before the gateway is called, so that a call whose answer never came is known to be one. */
const TRANSITIONS: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // Staff may know how it ended before it was sent again.
  requested: ['sent', 'done', 'failed'],
  sent: ['done', 'failed'],
  // A gateway may find later that the money could not be given to the payer.
  done: ['failed'],
  failed: [],
}

export const canTransitionRefund = (from: RefundState, to: RefundState): boolean => TRANSITIONS[from].includes(to)

/** Its money has gone back or may still go: it counts against what was received. */
export const isCountedRefund = (state: RefundState): boolean => state !== 'failed'

export const isOpenRefund = (state: RefundState): boolean => state === 'requested' || state === 'sent'

/**
 * Whether staff may say that nothing more goes back of what is owed: an open refund may fail yet, and is owed until it
 * has gone.
 */
export const canDeclineRefund = (owed: Paisa, refunds: readonly RefundState[]): boolean =>
  owed > 0 && !refunds.some(isOpenRefund)

/**
 * What a gateway says when it is asked to send money back. Trouble and silence are `pending`: the same refund is asked
 * again.
 */
export type RefundReport =
  | { kind: 'done'; providerReference?: string }
  | { kind: 'pending'; reason: string }
  /** The gateway has said for certain that this refund will not happen. */
  | { kind: 'failed'; reason: string }

/** States in which there may be money that could go back: how much came is `cameWith`'s. */
export const isRefundable = (state: AttemptState): boolean => isPaid(state) || state === 'mismatch'

/** `refunded` went back or is on its way back. */
type RefundablePayment = Parameters<typeof getReceivedAmount>[0] & { refunded: Paisa }

/** Paisa that came with a payment and could still go back. */
export const getRefundableAmount = (payment: RefundablePayment): Paisa =>
  isRefundable(payment.state) ? paisa(getReceivedAmount(payment) - payment.refunded) : ZERO

/** What is in our hands for a booking, whether staff have decided about it or not. */
export const sumRefundableAmounts = (payments: readonly RefundablePayment[]): Paisa =>
  sum(payments.map(getRefundableAmount))

/** How a payment stands after `refunded` paisa of what was received went back. */
export function stateAfterRefunds(state: AttemptState, received: Paisa, refunded: Paisa): AttemptState {
  if (refunded >= received) return 'refunded'
  // A part of what differed may go back: staff still have to decide about the rest.
  return refunded > 0 && state !== 'mismatch' ? 'partly_refunded' : state
}

/**
 * How a payment stands when a refund that was called done has failed after all, `refunded` paisa of it still being back.
 * The one way in which money that had gone is here again: no report about the payment itself says that.
 */
export function stateAfterFailedRefund(state: AttemptState, refunded: Paisa): AttemptState {
  if (state === 'mismatch') return state
  return refunded > 0 ? 'partly_refunded' : 'confirmed'
}
