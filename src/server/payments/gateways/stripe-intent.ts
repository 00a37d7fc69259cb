import type { Stripe } from 'stripe'
import { npr, paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { Attempt } from './gateway.ts'
import { amountMismatch, mismatch } from './gateway-report.ts'

/** Stripe's NPR has two decimals: its amounts are paisa (docs.stripe.com/currencies). */
export const CURRENCY = 'npr'

/** The same intent can still be paid after a decline. */
export const isUnpaid = ({ status }: Pick<Stripe.PaymentIntent, 'status'>): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'

/** An unknown status leaves the payment pending. `live` is the expected mode: test money pays no live payment. */
export function readIntent(
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
  live: boolean,
  disputed?: DisputeSummary,
): GatewayReport {
  // A proxy's response names no payment.
  if (intent.object !== 'payment_intent')
    return { kind: 'pending', reason: 'Stripe did not respond with a payment intent', noResponse: true }
  if (intent.id !== attempt.gatewayId || intent.metadata?.attempt_id !== attempt.id)
    return mismatch('Stripe returned another payment')
  switch (intent.status) {
    case 'succeeded':
      return readPaid(intent, attempt, live, disputed)
    case 'canceled':
      return {
        kind: 'ended',
        as: intent.cancellation_reason === 'abandoned' ? 'expired' : 'cancelled',
        reason: `Stripe: canceled${intent.cancellation_reason ? `, ${intent.cancellation_reason}` : ''}`,
      }
    case 'requires_payment_method':
      // The same intent can still be paid with another card.
      return intent.last_payment_error
        ? { kind: 'ended', as: 'failed', reason: declineReason(intent.last_payment_error) }
        : { ...pending(intent), idle: true }
    case 'requires_action':
      return { ...pending(intent), idle: true, retried: true }
    case 'processing':
      return { ...pending(intent), retried: true }
    default:
      return isUnpaid(intent) ? { ...pending(intent), idle: true } : pending(intent)
  }
}

export interface DisputeSummary {
  /** Paisa. */
  lost: number
  open?: { id: string; stage: 'inquiry' | 'chargeback' }
}

/** An inquiry has taken no money yet; it may become a chargeback under the same id. */
const describeDispute = ({ id, stage }: NonNullable<DisputeSummary['open']>): string =>
  stage === 'inquiry'
    ? `Stripe: the payer's bank asks about this payment (${id.slice(0, 60)})`
    : `Stripe: the payer disputes this payment (${id.slice(0, 60)})`

function readPaid(
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
  live: boolean,
  disputed: DisputeSummary = { lost: 0 },
): GatewayReport {
  if (intent.livemode !== live) return mismatch(`Stripe received ${live ? 'test' : 'live'} money`)
  if (intent.currency !== CURRENCY) return mismatch(`Stripe received ${intent.currency}, requested ${CURRENCY}`)
  if (intent.amount_received !== attempt.amount)
    return amountMismatch('Stripe', intent.amount_received, intent.amount_received > 0 && intent.id, attempt)
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const open = disputed.open && describeDispute(disputed.open)
  const lost = paisa(disputed.lost)
  const refundedAmount = paisa(lost + (charge?.amount_refunded ?? 0))
  if (refundedAmount > 0)
    return {
      kind: 'refunded',
      whole: refundedAmount >= intent.amount_received,
      refundedAmount,
      ...(lost > 0 && { byDispute: true }),
      ...(open && { disputed: open }),
      reason: lost > 0 ? `Stripe: ${npr(lost)} lost in a dispute` : `Stripe: ${npr(refundedAmount)} refunded`,
    }
  if (open) return { kind: 'disputed', reason: open }
  return { kind: 'paid', amount: paisa(intent.amount_received), providerReference: intent.id }
}

function pending({ status, last_payment_error }: Stripe.PaymentIntent) {
  const errorCode = last_payment_error?.code
  const reason = `Stripe: ${String(status).slice(0, 40)}${errorCode ? `, ${errorCode.slice(0, 40)}` : ''}`
  return { kind: 'pending', reason } as const
}

/** Stripe writes the message for the payer; the code is for an error without one. */
const declineReason = ({ message, code, type }: Stripe.PaymentIntent.LastPaymentError): string =>
  `Stripe: ${(message || code || type).slice(0, 200)}`
