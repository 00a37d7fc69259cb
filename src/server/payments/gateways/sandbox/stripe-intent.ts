/** The test cards of the stand-in, by what Stripe calls them or, for what Stripe has no card for, by what they do. */
export const TEST_CARDS = ['visa', 'chargeDeclined', 'authenticationRequired', 'slow', 'answerLost'] as const
export type TestCard = (typeof TEST_CARDS)[number]

export interface SandboxRefund {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  status: 'succeeded' | 'failed'
  failure_reason?: 'expired_or_canceled_card'
  metadata: Record<string, string>
}

export interface SandboxDispute {
  id: string
  object: 'dispute'
  amount: number
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
}

export interface SandboxIntent {
  id: string
  clientSecret: string
  amount: number
  currency: string
  metadata: Record<string, string>
  createdAt: number
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  cancellationReason: string | null
  /** Of the last refused card. */
  error: { code: string; message: string } | null
  /** With `slow`: when the money turns out to have moved. */
  completesAt: number | null
  /** With an authentication: where its page leads back to. */
  returnUrl: string | null
  refunds: SandboxRefund[]
  dispute?: SandboxDispute
}

const DELAY_MS = 20_000
export const DECLINED = { code: 'card_declined', message: 'Your card was declined.' }
export const UNAUTHENTICATED = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** What time has made of an intent. */
export const advanceIntent = (intent: SandboxIntent, now: number): SandboxIntent =>
  intent.status === 'processing' && now >= (intent.completesAt ?? 0) ? { ...intent, status: 'succeeded' } : intent

/** What a card makes of an intent that waits for one. */
export function chargeIntent(intent: SandboxIntent, card: TestCard, returnUrl: string, now: number): SandboxIntent {
  switch (card) {
    case 'visa':
    case 'answerLost':
      return { ...intent, status: 'succeeded', error: null }
    case 'chargeDeclined':
      return { ...intent, status: 'requires_payment_method', error: DECLINED }
    case 'authenticationRequired':
      return { ...intent, status: 'requires_action', error: null, returnUrl }
    case 'slow':
      return { ...intent, status: 'processing', error: null, completesAt: now + DELAY_MS }
  }
}

/** What of it is with the payer again: a refund that failed does not count. */
export const sumRefunds = ({ refunds }: Pick<SandboxIntent, 'refunds'>): number =>
  refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0)

/** The intent under Stripe's own field names; without its secret, as events carry it. */
export function toStripeObject(intent: SandboxIntent): Record<string, unknown> {
  const refunded = sumRefunds(intent)
  const taken = intent.status === 'succeeded' ? intent.amount : 0
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: taken,
    currency: intent.currency,
    livemode: false,
    metadata: intent.metadata,
    created: Math.floor(intent.createdAt / 1_000),
    status: intent.status,
    cancellation_reason: intent.cancellationReason,
    last_payment_error: intent.error && { type: 'card_error', ...intent.error },
    latest_charge:
      taken === 0
        ? null
        : {
            id: intent.id.replace('pi_', 'ch_'),
            object: 'charge',
            amount: taken,
            amount_refunded: refunded,
            refunded: refunded >= taken,
            disputed: intent.dispute !== undefined,
            payment_intent: intent.id,
          },
  }
}
