import type { BookingView } from '#contract/bookings.ts'
import { CARD_NOT_CONFIRMED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { GATEWAY_FAILED, VERIFICATION_FAILED, type verifyPayment } from '#contract/payments.ts'
import { type Paisa, paisa, sum, ZERO } from '#domain/money.ts'
import { type AttemptState, isPaid, isSettled, isStaffConfirmed } from '#domain/payment.ts'
import { isUnderReview, VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import type { PaymentResult, PaymentScreen, PendingView } from './screen.ts'

export type VerifiedPayment = Output<typeof verifyPayment>
type Payment = BookingView['payments'][number]

/** What to show, which payment to ask about first, or which way to pay goes on where it was left. */
export type ScreenDecision = { show: PaymentScreen } | { ask: string; view: PendingView } | { resume: 'qr_payment' }

/** How a booking stands for the visitor; `paymentId` is the attempt begun in this browser, if any. */
export function getScreenForBooking(booking: BookingView, paymentId: string | undefined): ScreenDecision {
  const attempt = booking.payments.find((payment) => payment.paymentId === paymentId)
  const differing = booking.payments.find(({ state }) => state === 'mismatch')
  const allPaid = booking.payments.filter(({ state }) => isPaid(state))
  const paid = allPaid.find(({ refundDue }) => refundDue === undefined) ?? allPaid[0]
  const refunded = booking.payments.find(({ state }) => state === 'refunded')
  const reviewed = booking.payments.find(isUnderReview)
  switch (booking.status) {
    case 'confirmed':
    case 'needs_decision':
      if (paid)
        return buildSuccess(booking, paid, booking.status, sumRefundDue(allPaid.filter((other) => other !== paid)))
      // Nobody can say yet how much of it is the booking's.
      if (differing) return { ask: differing.paymentId, view: 'staff' }
      return buildSuccess(booking, refunded ?? attempt, refunded ? 'refunded' : booking.status)
    case 'pending_verification':
      // Money that differs is with staff: neither a transfer to wait for nor a reason to pay again.
      if (differing) return { ask: differing.paymentId, view: 'staff' }
      return buildSuccess(
        booking,
        reviewed ?? booking.payments.find(({ state }) => !isSettled(state)) ?? attempt,
        'received',
      )
    case 'held':
      if (attempt?.method === 'qr_payment' && !isHoldExpired(booking))
        return isQrCodeValid(attempt, booking) ? { resume: 'qr_payment' } : { show: { state: 'selecting' } }
      return (
        decideForOpenAttempt(attempt, attempt?.method === 'stripe' ? 'checking' : 'redirected') ?? {
          show: { state: isHoldExpired(booking) ? 'ended' : 'selecting' },
        }
      )
    case 'expired':
    case 'cancelled':
      if (refunded) return buildSuccess(booking, refunded, 'refunded')
      if (paid && sumRefundDue(allPaid) > 0) return buildSuccess(booking, paid, 'refund_due')
      return (
        decideForOpenAttempt(attempt, 'checking') ??
        (reviewed ? buildSuccess(booking, reviewed, 'late') : { show: { state: 'ended' } })
      )
  }
}

/** How one payment stands after it was asked about. */
export function getScreenForPayment(verified: VerifiedPayment): PaymentScreen {
  if (verified.success || verified.state === 'refunded')
    return { state: 'success', receipt: { ...buildPaymentResult(verified), status: getResultStatus(verified) } }
  if (verified.state === 'mismatch') return buildPendingScreen(verified.paymentId, 'staff')
  if (isSettled(verified.state)) return buildErrorScreen(verified)
  return buildPendingScreen(verified.paymentId, 'checking')
}

/** Our own sentence, and below it the reason in the gateway's words. */
function buildErrorScreen({ state, method, error, gatewayMessage }: VerifiedPayment): PaymentScreen {
  const said = gatewayMessage && { gatewayMessage }
  if (method === 'stripe' && state === 'failed') return { state: 'error', message: CARD_NOT_CONFIRMED, ...said }
  const detail = state === 'failed' ? GATEWAY_FAILED[method] : ENDED_DETAILS[state]
  return { state: 'error', message: error ?? VERIFICATION_FAILED, ...(detail && { detail }), ...said }
}

const ENDED_DETAILS: Partial<Record<AttemptState, string>> = {
  cancelled: 'The payment was not completed.',
  expired: 'The time to pay was over.',
}

export const buildPendingScreen = (
  paymentId: string,
  view: PendingView,
): Extract<PaymentScreen, { state: 'pending' }> => ({
  state: 'pending',
  paymentId,
  view,
  isQuerying: false,
})

/** A code runs for five minutes, in which it is scanned and its receipt sent. */
const isQrCodeValid = ({ createdAt, state }: Payment, { now }: BookingView): boolean =>
  !isSettled(state) && Date.parse(now) - Date.parse(createdAt) < VERIFICATION_TIMEOUT_MS

/** Seats may be given away from here on, whether or not the server's sweeper has been there. */
const isHoldExpired = (booking: BookingView): boolean => booking.expiresAt !== null && booking.expiresAt <= booking.now

/** An attempt whose outcome is open, or up to staff: until it is known, nothing else is said about the booking. */
function decideForOpenAttempt(attempt: Payment | undefined, view: PendingView): ScreenDecision | undefined {
  // What staff must find has nobody else to be asked.
  if (!attempt || isStaffConfirmed(attempt.method) || (isSettled(attempt.state) && attempt.state !== 'mismatch'))
    return undefined
  return { ask: attempt.paymentId, view }
}

/** Paisa that we refund of payments that came after the booking was paid. */
const sumRefundDue = (payments: readonly Payment[]): Paisa => sum(payments.map(({ refundDue = 0 }) => paisa(refundDue)))

function buildSuccess(
  booking: BookingView,
  payment: Payment | undefined,
  standing: PaymentResult['status'],
  paidTwice: Paisa = ZERO,
): ScreenDecision {
  const receipt: PaymentResult = payment
    ? {
        ...buildPaymentResult(payment),
        ...(standing === 'received' && { paymentId: payment.paymentId }),
        startedAt: payment.createdAt,
        ...(paidTwice > 0 && { paidTwice }),
        status: standing,
      }
    : { status: standing, method: 'bank_transfer', amount: paisa(booking.totalAmount) }
  return { show: { state: 'success', receipt } }
}

function buildPaymentResult(payment: Payment | VerifiedPayment): Omit<PaymentResult, 'status'> {
  const { method, amount, transactionId, state } = payment
  return {
    method,
    amount: paisa(amount),
    ...('fee' in payment && { fee: paisa(payment.fee) }),
    ...(transactionId && { transactionId }),
    ...(state === 'partly_refunded' && { partlyRefunded: true }),
  }
}

function getResultStatus({ state, bookingState }: VerifiedPayment): PaymentResult['status'] {
  if (state === 'refunded') return 'refunded'
  return bookingState === 'confirmed' ? 'confirmed' : 'needs_decision'
}
