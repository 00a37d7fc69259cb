import { formatWait } from '#domain/duration.ts'
import type { SessionEndReason } from '#domain/staff.ts'

/** Every expected failure of the API: its code, its status and the sentence for a person. One place for all three. */
export const FAILURES = {
  invalid: { status: 422, message: 'Some of what was sent cannot be used. See the fields.' },
  unavailable: { status: 422, message: 'This cannot be booked at the moment.' },
  unsupported_method: { status: 422, message: 'Unsupported payment method' },
  sold_out: { status: 409, message: 'No seat is left on the chosen dates.' },
  price_changed: {
    status: 409,
    message: 'The price is not the one you were shown. Look at the new total, then go on.',
  },
  in_flight: { status: 409, message: 'The same request is being answered right now. Try again in a moment.' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used for a different request.' },
  idempotency_missing: { status: 400, message: 'Send an Idempotency-Key header of 8 to 200 characters.' },
  no_more_extensions: { status: 409, message: 'This hold cannot be extended any more.' },
  email_unconfirmed: { status: 409, message: 'Confirm your email address first.' },
  unreadable_picture: { status: 422, message: 'Screenshot processing failed' },
  not_payable: { status: 409, message: 'This booking no longer waits for a payment.' },
  not_refundable: { status: 409, message: 'There is no money of this payment that could go back.' },
  amount_too_small: { status: 422, message: 'This amount is too small for a card. Choose another way to pay.' },
  gateway_unavailable: {
    status: 503,
    message: 'The payment service does not answer at the moment. Nothing was charged: try again, or pay another way.',
  },
  changed_meanwhile: { status: 409, message: 'Somebody else has changed this meanwhile. Look at how it is now.' },
  no_deploy_hook: { status: 409, message: 'Publishing is not set up: DEPLOY_HOOK_URL is empty.' },
  deploy_hook_failed: {
    status: 503,
    message: 'Whoever builds the site did not take the order. The pages show new prices all the same; try again later.',
  },
  wrong_state: { status: 409, message: 'The booking is not in a state that allows this.' },
  not_decidable: { status: 409, message: 'This payment no longer waits for a decision.' },
  already_done: { status: 409, message: 'This has been done already.' },
  bad_signature: { status: 400, message: 'The signature does not fit the body.' },
  bad_json: { status: 400, message: 'The body is not valid JSON.' },
  unauthorized: { status: 401, message: 'Sign in first.' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  code_needed: { status: 401, message: 'Enter the code of your authenticator app.' },
  wrong_code: { status: 401, message: 'This code is not right, or was used before.' },
  password_again: { status: 403, message: 'Enter your password again.' },
  forbidden: { status: 403, message: 'This is not allowed from here.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_type: { status: 415, message: 'Send JSON with the content type application/json.' },
  too_many: { status: 429, message: 'Too many attempts. Wait a little, then try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. It has been noted under the number given.' },
  /** Said by the browser when no answer came at all. */
  unreachable: { status: 503, message: 'We could not reach the server. Check your connection and try again.' },
  not_ready: { status: 503, message: 'We cannot complete this right now. Wait a few seconds, then try again.' },
  /** Said where there is no server: the next page would not know who signed in on this one. */
  not_kept: {
    status: 507,
    message:
      'Your browser keeps nothing for the next page: its storage is blocked or full. Let this site store data, or make room, then sign in.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof FAILURES

/** An expected failure on its way to a status. `fields` are sentences by field name. */
export interface Failure {
  code: FailureCode
  message?: string
  fields?: Record<string, string>
  /** Seconds, for `too_many` and `not_ready`. */
  retryAfter?: number
  /** With `price_changed`: what the booking costs now, in paisa. */
  totalAmount?: number
  /** With `changed_meanwhile`: how it is now, as the call would have answered. */
  current?: unknown
  /** With `already_done`: the booking that stands there instead, where one does. */
  bookingId?: string
  /** With `sold_out`: the nearest free starts. */
  nearest?: { locationId: string; startDate: string; totalAmount: number }[]
  /** With `unauthorized`: why the session that was sent is over, where that is known. */
  ended?: SessionEndReason
  /** The number under which a bug was logged. */
  logId?: string
}

/** The text for a person: the failure's own, else that of its code. A rejected rate says how long to wait. */
export function getFailureMessage({ code, message, retryAfter }: Failure): string {
  if (message !== undefined) return message
  if (code === 'too_many' && retryAfter !== undefined)
    return `Too many attempts. Try again in ${formatWait(retryAfter)}.`
  return FAILURES[code].message
}

/** Functions that can fail as expected return this; bugs are thrown. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: Failure }

export const succeed = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })
export const fail = (code: FailureCode, more: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...more },
})
