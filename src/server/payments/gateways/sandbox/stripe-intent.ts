interface SandboxRefund {
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
  error: { code: string; message: string } | null
  /** With `slow`. */
  completesAt: number | null
  /** With an authentication. */
  returnUrl: string | null
  refunds: SandboxRefund[]
  dispute?: SandboxDispute
}

const DELAY_MS = 20_000
const DECLINED = { code: 'card_declined', message: 'Your card was declined.' }
export const UNAUTHENTICATED = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export const advanceIntent = (intent: SandboxIntent, now: number): SandboxIntent =>
  intent.status === 'processing' && now >= (intent.completesAt ?? 0) ? { ...intent, status: 'succeeded' } : intent

/** What a charge changes, by Stripe's names of its test cards; `slow` and `responseLost` are our own. */
export const CARD_OUTCOMES = {
  visa: () => ({ status: 'succeeded', error: null }),
  responseLost: () => ({ status: 'succeeded', error: null }),
  chargeDeclined: () => ({ status: 'requires_payment_method', error: DECLINED }),
  authenticationRequired: (_, returnUrl) => ({ status: 'requires_action', error: null, returnUrl }),
  slow: (now) => ({ status: 'processing', error: null, completesAt: now + DELAY_MS }),
} satisfies Record<string, (now: number, returnUrl: string) => Partial<SandboxIntent>>
export type TestCard = keyof typeof CARD_OUTCOMES
export const TEST_CARDS = Object.keys(CARD_OUTCOMES) as TestCard[]

/** Without failed refunds. */
export const sumRefunds = ({ refunds }: Pick<SandboxIntent, 'refunds'>): number =>
  refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0)

/** The intent in Stripe's format, without its secret, as in events. */
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
