import type { Outcome } from '#contract/failure.ts'
import type { PaymentNextStep } from '#contract/payments.ts'
import type { Paisa } from '#domain/money.ts'
import type { GatewayReport, PaymentMethod, RecordedMethod } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'

/** One try to pay a booking, as a gateway sees it. */
export interface Attempt {
  /** At least 128 random bits in letters, digits and hyphens: every gateway's own reference of this try. */
  id: string
  bookingId: string
  method: RecordedMethod
  /** What is charged, in paisa, the method's fee included. */
  amount: Paisa
  /** Milliseconds since the epoch. */
  createdAt: number
  /** What the gateway called this try when it began, kept from `Begun`. */
  gatewayId: string | null
  /** We have seen it paid: an end that the gateway reports now is money that went back. */
  wasPaid?: boolean
  /** The booking is paid by another try: what nobody has paid yet is taken back where that can be. */
  isSuperseded?: boolean
  /** Transaction numbers that the payer came back with, newest first: unproven, to be asked about (both v1). */
  claims?: readonly string[]
}

/** All that gateways need of the process that runs them. */
export interface GatewayContext {
  /** `sandbox` are our local stand-ins, `test` the gateways' own test environments. */
  mode: 'sandbox' | 'test' | 'live'
  /** Return addresses are made from it, never from a request. */
  siteUrl: string
  /** Absent where eSewa is not set up. */
  esewa: EsewaMerchant | undefined
  /** Which version of eSewa's API is used; docs/rules.md#gateways. */
  esewaApi: 'v1' | 'v2'
  khalti: KhaltiMerchant
  /** `v2` is KPG-2, `v1` the API that Khalti has withdrawn. */
  khaltiApi: 'v1' | 'v2'
  /** Absent where cards are not set up. */
  stripe: StripeKeys | undefined
  bank: BankAccount
  /** The merchant's static code; absent where there is none, and with it the method. */
  merchantQr: string | undefined
  /** Limits time, size and redirects itself; the sandbox's stays inside the process. */
  fetch: typeof fetch
  now(): number
}
export interface EsewaMerchant {
  productCode: string
  secret: string
}
export interface KhaltiMerchant {
  /** Absent until the owner has a merchant account; the sandbox needs none. */
  secretKey: string | undefined
  /** The older API's script needs it. */
  publicKey: string | undefined
}
export interface StripeKeys {
  secretKey: string
  /** The one that every visitor's browser is told. */
  publishableKey: string
  webhookSecret: string
}
export interface BankAccount {
  bankName: string
  accountName: string
  accountNumber: string
  branch: string
}

/** What came back with the payer. It may find a payment and be noted; only a lookup moves money. */
export type Callback =
  | { kind: 'none' }
  | { kind: 'signed'; attemptId: string; status: string; amount: Paisa; providerReference: string }
  /** Says which transaction to ask about, and proves nothing. */
  | { kind: 'claimed'; attemptId?: string; providerReference: string }
  /** The payer's browser says that nothing was paid; late money is still found. */
  | { kind: 'given_up'; reason: string }
  | { kind: 'refused'; reason: string }

/** What a gateway sent by itself, its signature verified. */
export interface GatewayWebhook {
  /** The gateway's own name of it: the same notice comes several times. */
  id: string
  type: string
  /** Which try it is about, where it says so. */
  gatewayId: string | undefined
  /** What it says about that try; undefined where only a lookup tells. */
  reportOn(attempt: Attempt): GatewayReport | undefined
  /** What it says about a refund of ours, by our own id. */
  refund?: { id: string; report: RefundReport }
}

/** A try that a payer may go on with. */
export interface StartedPayment {
  /** What the payer's browser does next. */
  next: PaymentNextStep
  /** The gateway's own name of the try, where it gives one: unique with the method, and kept with the attempt. */
  gatewayId?: string
}

/**
 * Talks to one provider and reports; it changes no payment and keeps nothing. A provider that cannot be understood or
 * reached is a `pending` report with the reason, never a thrown error and never a failed payment.
 */
export interface Gateway {
  method: PaymentMethod
  /** How long after its start a payer may still pay, in milliseconds: seats are held at least that long. */
  window: number
  /**
   * `seatsKeptUntil` (milliseconds) is told to the payer where it matters. A failure means that nobody can pay this try,
   * and its message is the reason for staff: the visitor reads what the code says.
   */
  start(attempt: Attempt, seatsKeptUntil: number): Promise<Outcome<StartedPayment>>
  lookup(attempt: Attempt): Promise<GatewayReport>
  /** Reads the parameters of a return address. */
  readCallback(hints: Readonly<Record<string, string>>): Callback
  /** Absent where nothing is sent. Undefined where the signature over the body, as it came, does not hold. */
  readWebhook?(body: string, signature: string): Promise<GatewayWebhook | undefined>
  /**
   * Sends money back; absent where only people can. It is asked again with the same order until the answer is certain,
   * and must make one refund of them all: by the order's id where the gateway knows idempotency keys, else by looking
   * whether the money has gone before it sends it `again`. What it cannot tell is `pending`, never a second refund.
   */
  refund?(attempt: Attempt, order: RefundOrder): Promise<RefundReport>
}

export interface RefundOrder {
  /** One refund, one id. */
  id: string
  /** The transaction in which the money came. */
  providerReference: string
  /** Paisa to send back, of those that came, and paisa that other refunds of this payment have sent back before. */
  amount: Paisa
  received: Paisa
  refundedBefore: Paisa
  /** An earlier call with this id had no certain answer. */
  isRetry: boolean
}
