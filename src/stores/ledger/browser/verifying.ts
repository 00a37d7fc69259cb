import { CARD_FAILED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { ESEWA_FORM_HOSTS, ESEWA_V1_PATHS, readTransrec } from '#contract/esewa.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { gatewayText, VERIFICATION_FAILED, verificationNotSupported, type verifyPayment } from '#contract/payments.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { rupeeText } from '#domain/money.ts'
import { type AttemptState, canSettle, type Evidence, isPaid, isSettled, staffConfirm } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { business } from './business.ts'
import { atOnce } from './kept.ts'
import { closingOf } from './methods.ts'
import { changeBooking, currentBookings, hasSeats, moveBooking } from './moving.ts'
import { isSimulated, newNumber } from './paying.ts'

type Verified = Output<typeof verifyPayment>
type Hints = Readonly<Record<string, string>>

/** What is known of a try once it was asked about; `pending` where there was nothing to ask with. */
export type Finding = { state: 'pending' } | { state: 'failed' | 'cancelled' } | { state: 'confirmed'; number: string }

/** Returns the state of a payment, with the parameters its payer returned with. */
export async function verify(paymentId: string, hints: Hints): Promise<Outcome<Verified>> {
  const found = find(paymentId)
  if (!found) return fail('not_found')
  const { attempt } = found
  if (staffConfirm(attempt.method))
    return fail('unsupported_method', { message: verificationNotSupported(attempt.method) })
  if (canSettle(attempt.method, attempt.state, 'confirmed', 'lookup')) {
    const finding = await ask(attempt, hints)
    await atOnce(() => {
      const now = find(paymentId)
      if (now) settle(now.booking, paymentId, finding, 'lookup')
    })
  }
  const now = find(paymentId)
  if (!now) return fail('not_found')
  const verified = verdict(now.booking, now.attempt)
  const { error } = hints
  return succeed(error && isUnpaid(verified.state) ? { ...verified, gatewayMessage: gatewayText(error) } : verified)
}

/**
 * Settles a try by what was found, in one writing with its booking; gives the booking as it stands then. What may not
 * follow changes nothing.
 */
export function settle(booking: BookingRecord, paymentId: string, finding: Finding, by: Evidence): BookingRecord {
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
      return moveBooking(booking, 'confirmed', { payments })
    case 'expired':
    case 'cancelled':
      // Staff who ended it say whether it is to be again.
      return (by === 'staff' ? hasSeats(booking) : !booking.endedByStaff && isStillFree(booking))
        ? moveBooking(booking, 'confirmed', { payments, endedByStaff: false })
        : moveBooking(booking, 'needs_decision', { payments })
    case 'confirmed':
    case 'needs_decision':
      return changeBooking(booking, { payments })
  }
}

/** Whether late money takes the seats again: not once the first day is over or the last one has closed. */
function isStillFree(booking: BookingRecord): boolean {
  const now = environment().now()
  const isInTime = booking.startDate >= kathmanduDate(now) && closingOf(booking) > now
  return (booking.trial || isInTime) && hasSeats(booking)
}

/** An exception is reported as a failed verification in this edition, because no server queries the gateway again. */
async function ask(attempt: AttemptRecord, hints: Hints): Promise<Finding> {
  try {
    const isAsked = attempt.method === 'esewa' && !isSimulated('esewa')
    return isAsked ? await askEsewa(attempt, hints) : simulatedAnswer(attempt, hints)
  } catch {
    return { state: 'failed' }
  }
}

/**
 * What its payer chose on the screen in the gateway's place; nothing was chosen yet where they come without it. A token of
 * Khalti's own window is taken at its word: to ask about it needs a secret, and without being asked Khalti takes no money.
 */
function simulatedAnswer({ paymentId, method }: AttemptRecord, hints: Hints): Finding {
  const { oid, refId, token, status, error, redirect_status: card } = hints
  if (status === 'CANCELED' || error !== undefined || card === 'failed') return { state: 'failed' }
  if (method === 'esewa' && oid === paymentId && refId) return { state: 'confirmed', number: refId }
  if (method === 'khalti' && token) return { state: 'confirmed', number: isSimulated('khalti') ? token : newNumber() }
  if (method === 'stripe' && card === 'succeeded') return { state: 'confirmed', number: newNumber() }
  return { state: 'pending' }
}

/**
 * Confirmed only if the reply, trimmed and lowercased, equals `success`. Amount and reference are ours, not those of
 * the request.
 */
async function askEsewa({ paymentId, amount }: AttemptRecord, { oid, refId }: Hints): Promise<Finding> {
  if (oid !== paymentId || !refId) return { state: 'pending' }
  const fields = { amt: rupeeText(amount), rid: refId, pid: paymentId, scd: business().esewaMerchant ?? '' }
  const answer = await environment().request(ESEWA_FORM_HOSTS.v1.test + ESEWA_V1_PATHS.transrec, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return readTransrec(await answer.text()) === 'success' ? { state: 'confirmed', number: refId } : { state: 'failed' }
}

function find(paymentId: string): { booking: BookingRecord; attempt: AttemptRecord } | undefined {
  for (const booking of currentBookings()) {
    const attempt = booking.payments.find((known) => known.paymentId === paymentId)
    if (attempt) return { booking, attempt }
  }
  return undefined
}

function verdict(booking: BookingRecord, attempt: AttemptRecord): Verified {
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
