import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { CHANGE_KINDS, CHANGE_STATES } from '#domain/booking-change.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { toSingleLine } from '#domain/contact.ts'
import { ATTEMPT_STATES, RECORDED_METHODS, type RecordedMethod } from '#domain/payment.ts'
import { paisaSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

/** What the screen does next. A form is posted by the browser, so that the payer arrives at the gateway. */
const nextStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({
    kind: z.literal('form'),
    action: z.string(),
    fields: z.record(z.string(), z.string()),
    /** The gateway accepts the same fields in the query of its URL, for browsers that cannot post. */
    orRedirect: z.optional(z.literal(true)),
  }),
  /** The configuration of Khalti's older script, under its own field names; the amount is paisa. */
  z.object({
    kind: z.literal('khalti_window'),
    script: z.string(),
    publicKey: z.string(),
    productIdentity: z.string(),
    productName: z.string(),
    productUrl: z.string(),
    paymentPreference: z.array(z.string()),
    amount: paisaSchema,
  }),
  /** The provider's form takes the card on our page; `returnUrl` is where external authentication returns to. */
  z.object({ kind: z.literal('card'), clientSecret: z.string(), returnUrl: z.string() }),
  z.object({
    kind: z.literal('transfer'),
    bankName: z.string(),
    accountName: z.string(),
    accountNumber: z.string(),
    branch: z.string(),
    /** What the payer writes into the transfer: the booking's id. */
    reference: z.string(),
    expiresAt: z.string(),
  }),
  z.object({
    kind: z.literal('qr'),
    /** The EMVCo text of the QR code. */
    code: z.string(),
    accountName: z.string(),
    bankName: z.string(),
    /** Identifies the money in the account: the booking's id. */
    reference: z.string(),
    /** When the time to pay and to send the receipt ends; docs/rules.md#receipts. */
    expiresAt: z.string(),
    /** The provider that reports the payment; absent if only staff can confirm it. */
    confirmedBy: z.optional(z.literal('fonepay')),
    /** Path of the page where the sandbox's payer pays. */
    sandboxUrl: z.optional(z.string()),
  }),
  /** Replaces a gateway in the edition without a server: the return URLs that it would use. */
  z.object({ kind: z.literal('simulated'), success: z.string(), failure: z.string() }),
])
export type PaymentNextStep = z.output<typeof nextStepSchema>

export const startPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  status: 201,
  access: 'customer',
  /** The amount is computed from the booking or the change and cannot be sent. */
  input: z.strictObject({
    bookingId: z.string().check(z.maxLength(60)),
    method: z.string().check(z.maxLength(40)),
    /** The id of a move or purchase that waits for its payment; absent for the booking itself. */
    change: z.optional(z.string().check(z.maxLength(60))),
  }),
  output: z.object({
    paymentId: z.string(),
    method: z.enum(RECORDED_METHODS),
    state: z.enum(ATTEMPT_STATES),
    /** The booking's total, the price difference or the price of the hours, with the fee. */
    amount: paisaSchema,
    fee: paisaSchema,
    next: nextStepSchema,
  }),
  failures: [
    'not_found',
    'not_payable',
    'no_more_extensions',
    'unavailable',
    'unsupported_method',
    'email_unconfirmed',
    'amount_too_small',
    'gateway_unavailable',
    'too_many',
  ],
})

/** Shown instead of the payment methods when the first day of an unpaid booking was closed. */
export const formatClosedFirstDay = (date: IsoDate, reason: string): string =>
  `We are closed on ${formatDate(date)} (${reason}). Choose another day or cancel. If you have already paid, write to us.`

export const formatUnsupportedMethod = (method: string): string => `Unsupported payment method: ${method}`

/** Staff confirm these payments, so there is no gateway to query. */
export const formatVerificationNotSupported = (method: string): string =>
  `Verification not supported for method: ${method}`

/** Shown when seats have been held for payment attempts as long as allowed; docs/rules.md#seats-and-holds. */
export const HELD_TOO_LONG =
  'This booking has been held for a day and cannot be held longer for this payment method. Book again.'

/** Shown when holds take more than half of a day: none of them is extended for a slower method. */
export const CROWDED =
  'Too many seats on these dates are on hold, so we cannot hold yours longer. Choose a faster payment method, or book again.'

/** Shown when unpaid transfers, of others or of a large team alone, would exceed their share of a day's seats. */
export const TRANSFERS_FULL =
  'Bank transfer is not available for this booking: only a part of the seats of a day can wait for transfers. Choose another payment method.'

/** Shown for a payment whose verification failed, if nothing else is known. */
export const VERIFICATION_FAILED = 'Payment verification failed'

/** Shown when the gateway did not start a payment, or reported that it failed. */
export const GATEWAY_FAILED: Partial<Record<RecordedMethod, string>> = {
  esewa: 'eSewa payment failed',
  khalti: 'Khalti payment failed',
}

const MAX_GATEWAY_MESSAGE = 200
/** One line without control characters. */
export const sanitiseGatewayMessage = (text: string): string => toSingleLine(text).slice(0, MAX_GATEWAY_MESSAGE)

/** The gateway's return parameters are hints: they identify a payment, they never confirm one. */
export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/payments/{id}/verify',
  access: 'anyone',
  input: z.record(z.string(), z.string().check(z.maxLength(4_000))),
  output: z.object({
    /** Whether the money is verified. If not, `state` says why: not paid, still open, a different amount or refunded. */
    success: z.boolean(),
    paymentId: z.string(),
    method: z.enum(RECORDED_METHODS),
    /** The received amount once paid, else the requested one. */
    amount: paisaSchema,
    state: z.enum(ATTEMPT_STATES),
    bookingState: z.enum(BOOKING_STATES),
    /** State of the move that it pays; absent if it pays the booking. */
    change: z.optional(z.enum(CHANGE_STATES)),
    changeKind: z.optional(z.enum(CHANGE_KINDS)),
    transactionId: z.optional(z.string()),
    error: z.optional(z.string()),
    /** Why the gateway ended an unpaid attempt: plain text of at most 200 characters. Show it as text only. */
    gatewayMessage: z.optional(z.string()),
  }),
  failures: ['not_found', 'too_many', 'unsupported_method'],
})
