import type { Outcome } from '#contract/failure.ts'
import type { PaymentNextStep } from '#contract/payments.ts'
import type { Paisa } from '#domain/money.ts'
import type { GatewayReport, PaymentMethod, RecordedMethod } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'
import type { BankAccount, EsewaMerchant, FonepayAccount, KhaltiMerchant, StripeKeys } from '../../env.ts'

/** A payment as a gateway sees it. */
export interface Attempt {
  /** From `createSecret`, in letters, digits and hyphens only. */
  id: string
  bookingId: string
  method: RecordedMethod
  /** Paisa, including the method's fee. */
  amount: Paisa
  /** Milliseconds since the epoch. */
  createdAt: number
  /** The gateway's own id of the attempt. */
  gatewayId: string | null
  /** The QR code of an earlier start, which is shown again. */
  qrCode?: string | null
  /** Was paid before: an end reported now is a refund. */
  wasPaid?: boolean
  /** Another attempt has paid the booking: this one is cancelled where possible. */
  isSuperseded?: boolean
  /** Unproven transaction numbers from the return URL, newest first (both v1). */
  claims?: readonly string[]
}

export interface GatewayContext {
  /** `sandbox` is built in, `test` the gateways' own test environments. */
  mode: 'sandbox' | 'test' | 'live'
  /** Base of return URLs, never a request's. */
  siteUrl: string
  /** Absent if eSewa is not configured. */
  esewa: EsewaMerchant | undefined
  /** docs/rules.md#gateways */
  esewaApi: 'v1' | 'v2'
  khalti: KhaltiMerchant
  /** `v2` is KPG-2, `v1` the API that Khalti has withdrawn. */
  khaltiApi: 'v1' | 'v2'
  /** Absent if cards are not configured. */
  stripe: StripeKeys | undefined
  bank: BankAccount
  /** The merchant's static code; the method is absent without one. */
  merchantQr: string | undefined
  /** With `QR_PROVIDER=fonepay`: makes the codes instead of `merchantQr`. */
  fonepay: FonepayAccount | undefined
  /** Limits time, size and redirects; the sandbox's stays in the process. */
  fetch: typeof fetch
  now(): number
}

/** What the return URL claims: recorded, but no evidence. */
export type ReturnClaim =
  | { kind: 'none' }
  | { kind: 'signed'; attemptId: string; status: string; amount: Paisa; providerReference: string }
  /** Names a transaction to look up; unproven. */
  | { kind: 'claimed'; attemptId?: string; providerReference: string }
  /** The browser reports no payment; late money is still found. */
  | { kind: 'cancelled'; reason: string }
  | { kind: 'rejected'; reason: string }

/** A webhook with a verified signature. */
export interface GatewayWebhook {
  /** The gateway's id; deliveries repeat. */
  id: string
  type: string
  gatewayId: string | undefined
  /** Undefined if only a lookup can decide. */
  reportOn(attempt: Attempt): GatewayReport | undefined
  /** A report on a refund, by our own id. */
  refund?: { id: string; report: RefundReport }
}

export interface StartedPayment {
  next: PaymentNextStep
  /** The gateway's own id, unique with the method. */
  gatewayId?: string
  /** The code of a payment that its gateway makes once. */
  qrCode?: string
}

/** One provider; stores nothing. An unreachable or unclear provider is `pending`, never an error or failure. */
export interface Gateway {
  method: PaymentMethod
  /** Milliseconds to pay; seats are held at least that long. */
  window: number
  /** Fewest milliseconds between two lookups of one payment that its payer causes. */
  lookupInterval?: number
  /** Makes the code of a payment once, so that it is stored to be shown again. */
  storesCode?: true
  /** `seatsHeldUntil` in milliseconds. A failure means that nothing can be paid; its message is for staff. */
  start(attempt: Attempt, seatsHeldUntil: number): Promise<Outcome<StartedPayment>>
  lookup(attempt: Attempt): Promise<GatewayReport>
  readReturn(parameters: Readonly<Record<string, string>>): ReturnClaim
  /** Undefined where the signature over the raw body is invalid. */
  readWebhook?(body: string, signature: string): Promise<GatewayWebhook | undefined>
  /** Repeatable with the same order; must send the money once. Uncertainty is `pending`. */
  refund?(attempt: Attempt, order: RefundOrder): Promise<RefundReport>
}

export interface RefundOrder {
  id: string
  providerReference: string
  /** Paisa to send, received, and sent by other refunds. */
  amount: Paisa
  received: Paisa
  refundedBefore: Paisa
  /** An earlier call had an unknown outcome. */
  isRetry: boolean
}
