import { CARD_FAILED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { ESEWA_FORM_HOSTS, ESEWA_V1_PATHS, readTransrec } from '#contract/esewa.ts'
import { fail, succeed } from '#contract/failure.ts'
import {
  formatVerificationNotSupported,
  sanitiseGatewayMessage,
  VERIFICATION_FAILED,
  type verifyPayment,
} from '#contract/payments.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { toDecimalRupees } from '#domain/money.ts'
import {
  type AttemptState,
  canSettle,
  type Evidence,
  isOpenAttempt,
  isPaid,
  isStaffConfirmed,
} from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import { pick } from '../../pick.ts'
import type { Ledger } from '../index.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { getClosingTime } from './method-offers.ts'
import { withStorageLock } from './record-storage.ts'
import { createTransactionNumber, isSimulated } from './start-payment.ts'
import { changeBooking, hasSeats, readCurrentBookings, toInstant, transitionBooking } from './transitions.ts'

type VerifiedPayment = Output<typeof verifyPayment>
type ReturnParameters = Readonly<Record<string, string>>

/** `pending` if the payer returned without parameters. */
type LookupResult =
  | { state: 'pending' }
  | { state: 'failed' | 'cancelled' }
  | { state: 'confirmed'; transactionId: string }

export const verify: Ledger['verify'] = async (paymentId, parameters) => {
  const payment = findPayment(paymentId)
  if (!payment) return fail('not_found')
  const { attempt } = payment
  if (isStaffConfirmed(attempt.method))
    return fail('unsupported_method', { message: formatVerificationNotSupported(attempt.method) })
  if (canSettle(attempt.method, attempt.state, 'confirmed', 'lookup')) {
    const result = await lookupPayment(attempt, parameters)
    await withStorageLock(() => {
      const now = findPayment(paymentId)
      if (now) settle(now.booking, paymentId, result, 'lookup')
    })
  }
  const now = findPayment(paymentId)
  if (!now) return fail('not_found')
  const verified = toVerifiedPayment(now.booking, now.attempt)
  const { error } = parameters
  return succeed(
    error && isUnpaid(verified.state) ? { ...verified, gatewayMessage: sanitiseGatewayMessage(error) } : verified,
  )
}

/** Settles an attempt and its booking together. Illegal transitions change nothing. */
export function settle(
  booking: BookingRecord,
  paymentId: string,
  result: LookupResult,
  evidence: Evidence,
): BookingRecord {
  const attempt = booking.payments.find((payment) => payment.paymentId === paymentId)
  if (!attempt || result.state === 'pending' || !canSettle(attempt.method, attempt.state, result.state, evidence))
    return booking
  const payments = booking.payments.map((payment) =>
    payment === attempt
      ? {
          ...payment,
          state: result.state,
          ...(result.state === 'confirmed' && { transactionId: result.transactionId }),
        }
      : payment,
  )
  if (result.state !== 'confirmed') return changeBooking(booking, { payments })
  switch (booking.status) {
    case 'held':
    case 'pending_verification':
      return transitionBooking(booking, 'confirmed', { payments })
    case 'expired':
    case 'cancelled':
      if (booking.cancelledByCustomer && evidence !== 'staff') return promiseLateRefund(booking, payments, paymentId)
      // Staff decide about bookings that they ended.
      return (evidence === 'staff' ? hasSeats(booking) : !booking.endedByStaff && isStillFree(booking))
        ? transitionBooking(booking, 'confirmed', { payments, endedByStaff: false, cancelledByCustomer: false })
        : transitionBooking(booking, 'needs_decision', { payments })
    case 'confirmed':
    case 'needs_decision':
      return changeBooking(booking, { payments })
  }
}

/** The booking stays cancelled. */
function promiseLateRefund(
  booking: BookingRecord,
  payments: readonly AttemptRecord[],
  paymentId: string,
): BookingRecord {
  const refundDueAt = toInstant(environment().now())
  return changeBooking(booking, {
    payments: payments.map((payment) => (payment.paymentId === paymentId ? { ...payment, refundDueAt } : payment)),
  })
}

/** Whether a late payment can take seats again: not after the first day or after the last closing. */
function isStillFree(booking: BookingRecord): boolean {
  const now = environment().now()
  const isInTime = booking.startDate >= kathmanduDate(now) && getClosingTime(booking) > now
  return (booking.trial || isInTime) && hasSeats(booking)
}

/** Exceptions count as failed verification, because no server checks again. */
async function lookupPayment(attempt: AttemptRecord, parameters: ReturnParameters): Promise<LookupResult> {
  try {
    const usesEsewa = attempt.method === 'esewa' && !isSimulated('esewa')
    return usesEsewa ? await lookupEsewa(attempt, parameters) : simulateResponse(attempt, parameters)
  } catch {
    return { state: 'failed' }
  }
}

/** The outcome that the payer chose. Khalti v1 tokens are trusted here, because verifying needs a secret. */
function simulateResponse({ paymentId, method }: AttemptRecord, parameters: ReturnParameters): LookupResult {
  const { oid, refId, token, status, error, redirect_status: card } = parameters
  if (status === 'CANCELED' || error !== undefined || card === 'failed') return { state: 'failed' }
  if (method === 'esewa' && oid === paymentId && refId) return { state: 'confirmed', transactionId: refId }
  if (method === 'khalti' && token)
    return { state: 'confirmed', transactionId: isSimulated('khalti') ? token : createTransactionNumber() }
  if (method === 'stripe' && card === 'succeeded')
    return { state: 'confirmed', transactionId: createTransactionNumber() }
  return { state: 'pending' }
}

/** Confirmed only if the trimmed, lowercased reply equals `success`. Amount and reference are ours, not the request's. */
async function lookupEsewa(
  { paymentId, amount }: AttemptRecord,
  { oid, refId }: ReturnParameters,
): Promise<LookupResult> {
  if (oid !== paymentId || !refId) return { state: 'pending' }
  const fields = { amt: toDecimalRupees(amount), rid: refId, pid: paymentId, scd: getBusiness().esewaMerchant ?? '' }
  const response = await environment().request(ESEWA_FORM_HOSTS.v1.test + ESEWA_V1_PATHS.transrec, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return readTransrec(await response.text()) === 'success'
    ? { state: 'confirmed', transactionId: refId }
    : { state: 'failed' }
}

function findPayment(paymentId: string): { booking: BookingRecord; attempt: AttemptRecord } | undefined {
  for (const booking of readCurrentBookings()) {
    const attempt = booking.payments.find((payment) => payment.paymentId === paymentId)
    if (attempt) return { booking, attempt }
  }
  return undefined
}

function toVerifiedPayment(booking: BookingRecord, attempt: AttemptRecord): VerifiedPayment {
  const { method, state, transactionId } = attempt
  const success = isPaid(state)
  return {
    success,
    ...pick(attempt, ['paymentId', 'method', 'amount', 'state']),
    bookingState: booking.status,
    ...(success && transactionId && { transactionId }),
    ...(isUnpaid(state) && { error: method === 'stripe' ? CARD_FAILED : VERIFICATION_FAILED }),
  }
}

const isUnpaid = (state: AttemptState): boolean => !isOpenAttempt(state) && !isPaid(state)
