import type { Stripe } from 'stripe'
import { npr, paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { amountMismatch } from './amount-mismatch.ts'
import type { Attempt } from './gateway.ts'

/** Nepalese rupees have two decimals at Stripe: its amounts are our paisa (reference: docs.stripe.com/currencies). */
export const CURRENCY = 'npr'

/** An intent that still waits for a card, or for its holder: the same one can be paid after a decline. */
export const isUnpaid = ({ status }: Pick<Stripe.PaymentIntent, 'status'>): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'

/**
 * What an intent says about an attempt, in our words; a status that is not known leaves the payment pending. `live` is
 * the mode that we take payments in: test money pays nothing where real money is asked for.
 */
export function readIntent(
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
  live: boolean,
  disputed?: DisputeSummary,
): GatewayReport {
  // Trouble in between answers too, and names no payment at all.
  if (intent.object !== 'payment_intent')
    return { kind: 'pending', reason: 'Stripe did not answer with an intent', noResponse: true }
  if (intent.id !== attempt.gatewayId || intent.metadata?.attempt_id !== attempt.id)
    return mismatch('Stripe names another payment')
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

/** An inquiry has taken nothing yet; it may become a chargeback under the same name. */
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
  if (intent.livemode !== live) return mismatch(`Stripe took ${live ? 'test' : 'live'} money`)
  if (intent.currency !== CURRENCY) return mismatch(`Stripe took ${intent.currency}, asked was ${CURRENCY}`)
  if (intent.amount_received !== attempt.amount)
    return {
      ...mismatch(amountMismatch('Stripe', intent.amount_received, attempt)),
      ...(Number.isSafeInteger(intent.amount_received) &&
        intent.amount_received > 0 && { received: paisa(intent.amount_received), providerReference: intent.id }),
    }
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const open = disputed.open && describeDispute(disputed.open)
  if (disputed.lost > 0) {
    const back = paisa(disputed.lost + (charge?.amount_refunded ?? 0))
    const whole = back >= intent.amount_received
    return {
      kind: 'refunded',
      whole,
      refundedAmount: back,
      byDispute: true,
      ...(open && { disputed: open }),
      reason: `Stripe: ${npr(paisa(disputed.lost))} lost in a dispute`,
    }
  }
  if (charge && charge.amount_refunded > 0)
    return {
      kind: 'refunded',
      whole: charge.refunded,
      refundedAmount: paisa(charge.amount_refunded),
      ...(open && { disputed: open }),
      reason: `Stripe: ${npr(paisa(charge.amount_refunded))} refunded`,
    }
  if (open) return { kind: 'disputed', reason: open }
  return { kind: 'paid', amount: paisa(intent.amount_received), providerReference: intent.id }
}

function pending({ status, last_payment_error }: Stripe.PaymentIntent) {
  const why = last_payment_error?.code
  const reason = `Stripe: ${String(status).slice(0, 40)}${why ? `, ${why.slice(0, 40)}` : ''}`
  return { kind: 'pending', reason } as const
}

/** Stripe writes the message of a payment error for the payer; the code is for an error without one. */
const declineReason = ({ message, code, type }: Stripe.PaymentIntent.LastPaymentError): string =>
  `Stripe: ${(message || code || type).slice(0, 200)}`

const mismatch = (reason: string) => ({ kind: 'mismatch', reason }) as const
