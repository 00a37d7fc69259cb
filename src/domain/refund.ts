import { type Paisa, paisa, sum, ZERO } from './money.ts'
import { type AttemptState, cameWith, isPaid } from './payment.ts'

export const REFUND_STATES = ['requested', 'sent', 'done', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** How staff send money back: the gateway when we call it, or a person who tells us that it is sent. */
export const REFUND_WAYS = ['gateway', 'manual'] as const
/** `outside` is money that went back at the gateway without us, and was found there. */
export const REFUND_KINDS = [...REFUND_WAYS, 'outside'] as const
export type RefundWay = (typeof REFUND_KINDS)[number]

export const REFUND_LABELS: Readonly<Record<RefundState, string>> = {
  requested: 'Asked for',
  sent: 'On its way',
  done: 'Sent back',
  failed: 'Did not go',
}

/** `sent` is written before the gateway is called, so that a call whose answer never came is known to be one. */
const MOVES: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // Staff may know how it ended before it was sent again.
  requested: ['sent', 'done', 'failed'],
  sent: ['done', 'failed'],
  // A gateway may find later that the money could not be given to the payer.
  done: ['failed'],
  failed: [],
}

export const canMoveRefund = (from: RefundState, to: RefundState): boolean => MOVES[from].includes(to)

/** Its money has gone back or may still go: it counts against what was received. */
export const countsRefund = (state: RefundState): boolean => state !== 'failed'

export const isOpenRefund = (state: RefundState): boolean => state === 'requested' || state === 'sent'

/**
 * Whether staff may say that nothing more goes back of what is owed: an open refund may fail yet, and is owed until it
 * has gone.
 */
export const canKeep = (owed: Paisa, refunds: readonly RefundState[]): boolean =>
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
type Returnable = Parameters<typeof cameWith>[0] & { refunded: Paisa }

/** Paisa that came with a payment and could still go back. */
export const leftOf = (payment: Returnable): Paisa =>
  isRefundable(payment.state) ? paisa(cameWith(payment) - payment.refunded) : ZERO

/** What is in our hands for a booking, whether staff have decided about it or not. */
export const inHand = (payments: readonly Returnable[]): Paisa => sum(payments.map(leftOf))

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
export function stateAfterReturn(state: AttemptState, refunded: Paisa): AttemptState {
  if (state === 'mismatch') return state
  return refunded > 0 ? 'partly_refunded' : 'confirmed'
}
