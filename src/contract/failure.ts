import { formatWait } from '#domain/duration.ts'
import type { Paisa } from '#domain/money.ts'
import type { SessionEndReason } from '#domain/staff.ts'

/** Every expected failure of the API: its code, status and message. */
export const FAILURES = {
  invalid: { status: 422, message: 'Some fields are not valid. Check the marked fields.' },
  unavailable: { status: 422, message: 'This cannot be booked at the moment.' },
  unsupported_method: { status: 422, message: 'Unsupported payment method' },
  sold_out: { status: 409, message: 'No seats are left on the chosen dates. Choose other dates.' },
  price_changed: { status: 409, message: 'The price has changed. Check the new total, then continue.' },
  in_flight: { status: 409, message: 'This request is already being processed. Try again in a few seconds.' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used for a different request.' },
  idempotency_missing: { status: 400, message: 'Send an Idempotency-Key header of 8 to 200 characters.' },
  no_more_extensions: { status: 409, message: 'You cannot extend this hold again. Pay before it ends, or book again.' },
  email_unconfirmed: { status: 409, message: 'Confirm your email address first.' },
  unreadable_picture: { status: 422, message: 'Screenshot processing failed' },
  not_payable: { status: 409, message: 'This booking can no longer be paid. Reload the page to see its status.' },
  not_refundable: { status: 409, message: 'This payment has no amount left to refund.' },
  amount_too_small: {
    status: 422,
    message: 'This amount is too small for a card payment. Choose another payment method.',
  },
  gateway_unavailable: {
    status: 503,
    message: 'The payment service is not responding. Nothing was charged. Try again, or choose another payment method.',
  },
  changed_meanwhile: {
    status: 409,
    message: 'Someone else changed this while you were editing. Review the new values, then try again.',
  },
  has_bookings: { status: 409, message: 'Some of these days have bookings or tours. Review them, then confirm.' },
  no_deploy_hook: { status: 409, message: 'Publishing is not set up on this server.' },
  deploy_hook_failed: {
    status: 503,
    message: 'The build could not be started. The pages already show the new prices. Try again later.',
  },
  wrong_state: { status: 409, message: 'The current status of the booking does not allow this.' },
  not_decidable: { status: 409, message: 'This payment no longer needs a decision.' },
  already_done: { status: 409, message: 'This has already been done.' },
  bad_signature: { status: 400, message: 'The signature does not match the body.' },
  bad_json: { status: 400, message: 'The body is not valid JSON.' },
  unauthorized: { status: 401, message: 'Sign in first.' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  code_needed: { status: 401, message: 'Enter the code from your authenticator app.' },
  wrong_code: { status: 401, message: 'This code is wrong or was already used. Enter a new code.' },
  password_again: { status: 403, message: 'Confirm your password.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  not_found: { status: 404, message: 'We could not find this.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_type: { status: 415, message: 'Send JSON with the content type application/json.' },
  too_many: { status: 429, message: 'Too many attempts. Try again in a few minutes.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Try again, or contact us with this error number.',
  },
  /** Set by the browser after a network failure. */
  unreachable: { status: 503, message: 'We could not reach the server. Check your connection and try again.' },
  not_ready: { status: 503, message: 'We cannot complete this right now. Wait a few seconds, then try again.' },
  /** Only in the edition without a server: the next page could not read the session. */
  session_not_stored: {
    status: 507,
    message:
      'Your browser cannot store your sign-in: its storage is blocked or full. Allow this site to store data, or free some space, then sign in.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof FAILURES

/** `fields` are messages by field name. */
export interface Failure {
  code: FailureCode
  message?: string
  fields?: Record<string, string>
  /** Seconds, for `too_many` and `not_ready`. */
  retryAfter?: number
  /** With `price_changed`: what the booking costs now, in paisa. */
  totalAmount?: Paisa
  /** With `changed_meanwhile`: the current record. With `has_bookings`: the bookings and tours. */
  current?: unknown
  /** With `already_done`: the existing booking, if any. */
  bookingId?: string
  /** With `sold_out`: the nearest free starts. */
  nearest?: { locationId: string; startDate: string; totalAmount: Paisa }[]
  /** With `unauthorized`: why the session ended, if known. */
  ended?: SessionEndReason
  /** The number under which a bug was logged. */
  logId?: string
}

/** The failure's own message, else that of its code. Rate limits include the waiting time. */
export function getFailureMessage({ code, message, retryAfter }: Failure): string {
  if (message !== undefined) return message
  if (code === 'too_many' && retryAfter !== undefined)
    return `Too many attempts. Try again in ${formatWait(retryAfter)}.`
  return FAILURES[code].message
}

/** The text of an unexpected error ends with its log id. */
export const formatFailure = (failure: Failure): string =>
  failure.logId ? `${getFailureMessage(failure)} (${failure.logId})` : getFailureMessage(failure)

/** Functions that can fail as expected return this; bugs are thrown. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: Failure }

export const succeed = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })
export const fail = (code: FailureCode, more: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...more },
})
