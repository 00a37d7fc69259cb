import type { BookingView } from '#contract/bookings.ts'
import { CARD_NOT_CONFIRMED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { GATEWAY_FAILED, VERIFICATION_FAILED, type verifyPayment } from '#contract/payments.ts'
import { type Paisa, sum, ZERO } from '#domain/money.ts'
import { type AttemptState, isOpenAttempt, isPaid, isStaffConfirmed } from '#domain/payment.ts'
import { isUnderReview, VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import type { PaymentResult, PaymentScreen, PendingView } from './screen.ts'

export type VerifiedPayment = Output<typeof verifyPayment>
type Payment = BookingView['payments'][number]

/** What to show, or which payment to verify or resume first. */
export type ScreenDecision =
  | { kind: 'show'; screen: PaymentScreen }
  | { kind: 'verify'; paymentId: string; view: PendingView }
  | { kind: 'resume_qr' }

const show = (screen: PaymentScreen): ScreenDecision => ({ kind: 'show', screen })

/** `paymentId` is the attempt started in this browser, if any. */
export function getScreenForBooking(booking: BookingView, paymentId: string | undefined): ScreenDecision {
  const attempt = booking.payments.find((payment) => payment.paymentId === paymentId)
  const mismatch = booking.payments.find(({ state }) => state === 'mismatch')
  const allPaid = booking.payments.filter(({ state }) => isPaid(state))
  const paid = allPaid.find(({ refundDue }) => refundDue === undefined) ?? allPaid[0]
  const refunded = booking.payments.find(({ state }) => state === 'refunded')
  const underReview = booking.payments.find(isUnderReview)
  switch (booking.status) {
    case 'confirmed':
    case 'needs_decision':
      if (paid)
        return buildSuccess(booking, paid, booking.status, sumRefundDue(allPaid.filter((other) => other !== paid)))
      // Staff decide how much of the payment belongs to the booking.
      if (mismatch) return { kind: 'verify', paymentId: mismatch.paymentId, view: 'staff' }
      return buildSuccess(booking, refunded ?? attempt, refunded ? 'refunded' : booking.status)
    case 'pending_verification':
      // A different amount is under review: do not ask for payment again.
      if (mismatch) return { kind: 'verify', paymentId: mismatch.paymentId, view: 'staff' }
      return buildSuccess(
        booking,
        underReview ?? booking.payments.find(({ state }) => isOpenAttempt(state)) ?? attempt,
        'received',
      )
    case 'held':
      if (attempt?.method === 'qr_payment' && !isHoldExpired(booking))
        return isQrCodeValid(attempt, booking) ? { kind: 'resume_qr' } : show({ state: 'selecting' })
      return (
        decideForOpenAttempt(attempt, attempt?.method === 'stripe' ? 'checking' : 'redirected') ??
        show({ state: isHoldExpired(booking) ? 'ended' : 'selecting' })
      )
    case 'expired':
    case 'cancelled':
      if (refunded) return buildSuccess(booking, refunded, 'refunded')
      if (paid && sumRefundDue(allPaid) > 0) return buildSuccess(booking, paid, 'refund_due')
      return (
        decideForOpenAttempt(attempt, 'checking') ??
        (underReview ? buildSuccess(booking, underReview, 'late') : show({ state: 'ended' }))
      )
  }
}

export function getScreenForPayment(verified: VerifiedPayment): PaymentScreen {
  if (verified.success || verified.state === 'refunded')
    return { state: 'success', result: { ...buildPaymentResult(verified), status: getResultStatus(verified) } }
  if (verified.state === 'mismatch') return buildPendingScreen(verified.paymentId, 'staff')
  if (!isOpenAttempt(verified.state)) return buildErrorScreen(verified)
  return buildPendingScreen(verified.paymentId, 'checking')
}

/** Our message, with the gateway's own reason below it, unless the reason is only a code: `eSewa: NOT_FOUND`. */
function buildErrorScreen({ state, method, error, gatewayMessage }: VerifiedPayment): PaymentScreen {
  if (state === 'cancelled' && BARE_CANCELLATIONS.has(gatewayMessage))
    return { state: 'error', message: VERIFICATION_FAILED, isCancelled: true }
  const reason = gatewayMessage && !/: [A-Z_]+$/.test(gatewayMessage) && { gatewayMessage }
  if (method === 'stripe' && state === 'failed') return { state: 'error', message: CARD_NOT_CONFIRMED, ...reason }
  const detail = state === 'failed' ? GATEWAY_FAILED[method] : ENDED_DETAILS[state]
  return { state: 'error', message: error ?? VERIFICATION_FAILED, ...(detail && { detail }), ...reason }
}

/** Reports without a reason that would help the payer. */
const BARE_CANCELLATIONS: ReadonlySet<string | undefined> = new Set(['eSewa: CANCELED', 'Khalti: User canceled'])

const ENDED_DETAILS: Partial<Record<AttemptState, string>> = {
  cancelled: 'the payment was not completed.',
  expired: 'the payment has expired.',
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

/** A QR code is valid for five minutes. */
const isQrCodeValid = ({ createdAt, state }: Payment, { now }: BookingView): boolean =>
  isOpenAttempt(state) && Date.parse(now) - Date.parse(createdAt) < VERIFICATION_TIMEOUT_MS

/** An expired hold can be released at any time, even before the server's job has run. */
const isHoldExpired = (booking: BookingView): boolean => booking.expiresAt !== null && booking.expiresAt <= booking.now

/** While an attempt's outcome is open, it decides what is shown. */
function decideForOpenAttempt(attempt: Payment | undefined, view: PendingView): ScreenDecision | undefined {
  // Staff confirm these methods, so there is no gateway to check.
  if (!attempt || isStaffConfirmed(attempt.method) || (!isOpenAttempt(attempt.state) && attempt.state !== 'mismatch'))
    return undefined
  return { kind: 'verify', paymentId: attempt.paymentId, view }
}

/** Paisa of these payments that we still refund. */
export const sumRefundDue = (payments: readonly Payment[]): Paisa =>
  sum(payments.map(({ refundDue = ZERO }) => refundDue))

function buildSuccess(
  booking: BookingView,
  payment: Payment | undefined,
  status: PaymentResult['status'],
  paidTwice: Paisa = ZERO,
): ScreenDecision {
  const result: PaymentResult = payment
    ? {
        ...buildPaymentResult(payment),
        ...(status === 'received' && { paymentId: payment.paymentId }),
        startedAt: payment.createdAt,
        ...(paidTwice > 0 && { paidTwice }),
        status,
      }
    : { status, method: 'bank_transfer', amount: booking.totalAmount }
  return show({ state: 'success', result })
}

function buildPaymentResult(payment: Payment | VerifiedPayment): Omit<PaymentResult, 'status'> {
  const { method, amount, transactionId, state } = payment
  return {
    method,
    amount,
    ...('fee' in payment && { fee: payment.fee }),
    ...(transactionId && { transactionId }),
    ...(state === 'partly_refunded' && { partlyRefunded: true }),
  }
}

function getResultStatus({ state, bookingState }: VerifiedPayment): PaymentResult['status'] {
  if (state === 'refunded') return 'refunded'
  return bookingState === 'confirmed' ? 'confirmed' : 'needs_decision'
}
