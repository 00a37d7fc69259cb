import { type Paisa, paisa, sum, ZERO } from './money.ts'
import {
  ATTEMPT_STATES,
  type AttemptState,
  getReceivedAmount,
  isPaid,
  type ReceivedPayment,
  type RecordedMethod,
} from './payment.ts'

export const REFUND_LABELS = {
  requested: 'Requested',
  sent: 'In progress',
  done: 'Refunded',
  failed: 'Failed',
} as const satisfies Record<string, string>
export type RefundState = keyof typeof REFUND_LABELS
export const REFUND_STATES = Object.keys(REFUND_LABELS) as RefundState[]

/** `cash`: requested by a manager, and `done` when the desk has paid it out. */
export const STAFF_REFUND_CHANNELS = ['gateway', 'cash', 'manual'] as const
/** `outside`: made at the gateway itself and found there. */
export const REFUND_CHANNELS = [...STAFF_REFUND_CHANNELS, 'outside'] as const
export type RefundChannel = (typeof REFUND_CHANNELS)[number]

/** `sent` is stored before the gateway is called, so that a lost response is known to be one. */
const TRANSITIONS: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // Staff may know the outcome before the refund is sent again.
  requested: ['sent', 'done', 'failed'],
  sent: ['done', 'failed'],
  // A gateway may report later that it could not pay the money out.
  done: ['failed'],
  failed: [],
}

export const canTransitionRefund = (from: RefundState, to: RefundState): boolean => TRANSITIONS[from].includes(to)

export const isOpenRefund = (state: RefundState): boolean => state === 'requested' || state === 'sent'

/** An open refund may still fail, so the rest cannot be declined yet. */
export const canDeclineRefund = (due: Paisa, refunds: readonly RefundState[]): boolean =>
  due > 0 && !refunds.some(isOpenRefund)

/** Errors and missing responses are `pending`: the same refund is sent again. */
export type RefundReport =
  | { kind: 'done'; providerReference?: string }
  | { kind: 'pending'; reason: string }
  | { kind: 'failed'; reason: string }

/** States in which money may be refundable. */
export const isRefundable = (state: AttemptState): boolean => isPaid(state) || state === 'mismatch'

/** States in which money counts as received. Payments that staff found not to be our money are `failed`. */
export const RECEIVED_STATES = ATTEMPT_STATES.filter((state) => isRefundable(state) || state === 'refunded')

export interface RefundablePayment extends ReceivedPayment {
  refunded: Paisa
}

/** Paisa received and not refunded. */
export const getRefundableAmount = (payment: RefundablePayment): Paisa =>
  isRefundable(payment.state) ? paisa(getReceivedAmount(payment) - payment.refunded) : ZERO

export const sumRefundableAmounts = (payments: readonly RefundablePayment[]): Paisa =>
  sum(payments.map(getRefundableAmount))

interface CancellationPayment extends RefundablePayment {
  method: RecordedMethod
}

export interface CancellationRefund<Payment> {
  payment: Payment
  amount: Paisa
  /** Sent through the gateway at once; a manager sends the others. */
  isAutomatic: boolean
}

/** The refunds of a cancellation in time, one for each payment with money left. `canRefund`: its gateway can send one now. */
export function splitCancellationRefund<Payment extends CancellationPayment>(
  payments: readonly Payment[],
  canRefund: (payment: Payment) => boolean,
): CancellationRefund<Payment>[] {
  return payments
    .map((payment) => ({
      payment,
      amount: getRefundableAmount(payment),
      isAutomatic: isRefundedAutomatically(payment) && canRefund(payment),
    }))
    .filter(({ amount }) => amount > 0)
}

/** Card networks require that a card payment goes back to the card. */
export const isRefundableInCash = (method: RecordedMethod): boolean => method === 'cash' || method === 'counter_qr'

/** The method whose money leaves. Cash leaves the till only through the desk; otherwise staff transfer it. */
export function getRefundMethod(channel: RefundChannel, paidBy: RecordedMethod): RecordedMethod {
  if (channel === 'cash') return 'cash'
  return paidBy === 'cash' ? 'bank_transfer' : paidBy
}

/** Where not, a manager sends the money to an account that the customer names. */
export const hasGatewayRefund = (method: RecordedMethod): boolean => method === 'stripe' || method === 'khalti'

/** Staff still decide about a mismatch. */
const isRefundedAutomatically = ({ method, state, refunded }: CancellationPayment): boolean =>
  // Khalti does not report the result of a partial refund, such as that of a rest.
  isPaid(state) && hasGatewayRefund(method) && (method !== 'khalti' || refunded === 0)

export function stateAfterRefunds(state: AttemptState, received: Paisa, refunded: Paisa): AttemptState {
  if (refunded >= received) return 'refunded'
  // Part of a mismatch may be refunded while staff still have to decide about the rest.
  return refunded > 0 && state !== 'mismatch' ? 'partly_refunded' : state
}

/**
 * The payment's state after a refund reported as done has failed, with `refunded` paisa still refunded. No other report
 * restores refunded money.
 */
export function stateAfterFailedRefund(state: AttemptState, refunded: Paisa): AttemptState {
  if (state === 'mismatch') return state
  return refunded > 0 ? 'partly_refunded' : 'confirmed'
}
