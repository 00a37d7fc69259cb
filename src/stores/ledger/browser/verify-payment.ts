import { CARD_FAILED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { ESEWA_FORM_HOSTS, ESEWA_V1_PATHS, readTransrec } from '#contract/esewa.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  formatVerificationNotSupported,
  sanitiseGatewayMessage,
  VERIFICATION_FAILED,
  type verifyPayment,
} from '#contract/payments.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { toDecimalRupees } from '#domain/money.ts'
import { type AttemptState, canSettle, type Evidence, isPaid, isSettled, isStaffConfirmed } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { getClosingTime } from './payment-methods.ts'
import { withStorageLock } from './record-storage.ts'
import { createTransactionNumber, isSimulated } from './start-payment.ts'
import { changeBooking, hasSeats, readCurrentBookings, transitionBooking } from './transitions.ts'

type VerifiedPayment = Output<typeof verifyPayment>
type Hints = Readonly<Record<string, string>>

/** What is known of a try once it was asked about; `pending` where there was nothing to ask with. */
export type LookupResult =
  | { state: 'pending' }
  | { state: 'failed' | 'cancelled' }
  | { state: 'confirmed'; number: string }

/** Returns the state of a payment, with the parameters its payer returned with. */
export async function verify(paymentId: string, hints: Hints): Promise<Outcome<VerifiedPayment>> {
  const found = findPayment(paymentId)
  if (!found) return fail('not_found')
  const { attempt } = found
  if (isStaffConfirmed(attempt.method))
    return fail('unsupported_method', { message: formatVerificationNotSupported(attempt.method) })
  if (canSettle(attempt.method, attempt.state, 'confirmed', 'lookup')) {
    const finding = await lookupPayment(attempt, hints)
    await withStorageLock(() => {
      const now = findPayment(paymentId)
      if (now) settle(now.booking, paymentId, finding, 'lookup')
    })
  }
  const now = findPayment(paymentId)
  if (!now) return fail('not_found')
  const verified = toVerifiedPayment(now.booking, now.attempt)
  const { error } = hints
  return succeed(
    error && isUnpaid(verified.state) ? { ...verified, gatewayMessage: sanitiseGatewayMessage(error) } : verified,
  )
}

/**
 * Settles a try by what was found, in one writing with its booking; gives the booking as it stands then. What may not
 * follow changes nothing.
 */
export function settle(booking: BookingRecord, paymentId: string, finding: LookupResult, by: Evidence): BookingRecord {
  const attempt = booking.payments.find((known) => known.paymentId === paymentId)
  if (!attempt || finding.state === 'pending' || !canSettle(attempt.method, attempt.state, finding.state, by))
    return booking
  const payments = booking.payments.map((known) =>
    known === attempt
      ? { ...known, state: finding.state, ...(finding.state === 'confirmed' && { transactionId: finding.number }) }
      : known,
  )
  if (finding.state !== 'confirmed') return changeBooking(booking, { payments })
  switch (booking.status) {
    case 'held':
    case 'pending_verification':
      return transitionBooking(booking, 'confirmed', { payments })
    case 'expired':
    case 'cancelled':
      // Staff who ended it say whether it is to be again.
      return (by === 'staff' ? hasSeats(booking) : !booking.endedByStaff && isStillFree(booking))
        ? transitionBooking(booking, 'confirmed', { payments, endedByStaff: false })
        : transitionBooking(booking, 'needs_decision', { payments })
    case 'confirmed':
    case 'needs_decision':
      return changeBooking(booking, { payments })
  }
}

/** Whether late money takes the seats again: not once the first day is over or the last one has closed. */
function isStillFree(booking: BookingRecord): boolean {
  const now = environment().now()
  const isInTime = booking.startDate >= kathmanduDate(now) && getClosingTime(booking) > now
  return (booking.trial || isInTime) && hasSeats(booking)
}

/** An exception is reported as a failed verification in this edition, because no server queries the gateway again. */
async function lookupPayment(attempt: AttemptRecord, hints: Hints): Promise<LookupResult> {
  try {
    const isAsked = attempt.method === 'esewa' && !isSimulated('esewa')
    return isAsked ? await lookupEsewa(attempt, hints) : simulateResponse(attempt, hints)
  } catch {
    return { state: 'failed' }
  }
}

/**
 * What its payer chose on the screen in the gateway's place; nothing was chosen yet where they come without it. A token of
 * Khalti's own window is taken at its word: to ask about it needs a secret, and without being asked Khalti takes no money.
 */
function simulateResponse({ paymentId, method }: AttemptRecord, hints: Hints): LookupResult {
  const { oid, refId, token, status, error, redirect_status: card } = hints
  if (status === 'CANCELED' || error !== undefined || card === 'failed') return { state: 'failed' }
  if (method === 'esewa' && oid === paymentId && refId) return { state: 'confirmed', number: refId }
  if (method === 'khalti' && token)
    return { state: 'confirmed', number: isSimulated('khalti') ? token : createTransactionNumber() }
  if (method === 'stripe' && card === 'succeeded') return { state: 'confirmed', number: createTransactionNumber() }
  return { state: 'pending' }
}

/**
 * Confirmed only if the reply, trimmed and lowercased, equals `success`. Amount and reference are ours, not those of
 * the request.
 */
async function lookupEsewa({ paymentId, amount }: AttemptRecord, { oid, refId }: Hints): Promise<LookupResult> {
  if (oid !== paymentId || !refId) return { state: 'pending' }
  const fields = { amt: toDecimalRupees(amount), rid: refId, pid: paymentId, scd: getBusiness().esewaMerchant ?? '' }
  const answer = await environment().request(ESEWA_FORM_HOSTS.v1.test + ESEWA_V1_PATHS.transrec, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return readTransrec(await answer.text()) === 'success' ? { state: 'confirmed', number: refId } : { state: 'failed' }
}

function findPayment(paymentId: string): { booking: BookingRecord; attempt: AttemptRecord } | undefined {
  for (const booking of readCurrentBookings()) {
    const attempt = booking.payments.find((known) => known.paymentId === paymentId)
    if (attempt) return { booking, attempt }
  }
  return undefined
}

function toVerifiedPayment(booking: BookingRecord, attempt: AttemptRecord): VerifiedPayment {
  const { paymentId, method, amount, state, transactionId } = attempt
  const success = isPaid(state)
  return {
    success,
    paymentId,
    method,
    amount,
    state,
    bookingState: booking.status,
    ...(success && transactionId && { transactionId }),
    ...(isUnpaid(state) && { error: method === 'stripe' ? CARD_FAILED : VERIFICATION_FAILED }),
  }
}

const isUnpaid = (state: AttemptState): boolean => isSettled(state) && !isPaid(state)
