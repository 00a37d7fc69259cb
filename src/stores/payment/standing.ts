import type { BookingView } from '#contract/bookings.ts'
import { CARD_NOT_CONFIRMED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { GATEWAY_FAILED, VERIFICATION_FAILED, type verifyPayment } from '#contract/payments.ts'
import { type Paisa, paisa, sum, ZERO } from '#domain/money.ts'
import { type AttemptState, isPaid, isSettled, staffConfirm } from '#domain/payment.ts'
import { isUnderReview, VERIFICATION_TIMEOUT_MS } from '#domain/receipt.ts'
import type { PaymentScreen, PendingView, Receipt } from './screen.ts'

export type Verified = Output<typeof verifyPayment>
type Payment = BookingView['payments'][number]

/** What to show, which payment to ask about first, or which way to pay goes on where it was left. */
export type Standing = { show: PaymentScreen } | { ask: string; view: PendingView } | { resume: 'qr_payment' }

/** How a booking stands for the visitor; `paymentId` is the attempt begun in this browser, if any. */
export function standingOf(booking: BookingView, paymentId: string | undefined): Standing {
  const attempt = booking.payments.find((payment) => payment.paymentId === paymentId)
  const differing = booking.payments.find(({ state }) => state === 'mismatch')
  const allPaid = booking.payments.filter(({ state }) => isPaid(state))
  const paid = allPaid.find(({ refundDue }) => refundDue === undefined) ?? allPaid[0]
  const refunded = booking.payments.find(({ state }) => state === 'refunded')
  const reviewed = booking.payments.find(isUnderReview)
  switch (booking.status) {
    case 'confirmed':
    case 'needs_decision':
      if (paid) return received(booking, paid, booking.status, refundDueOf(allPaid.filter((other) => other !== paid)))
      // Nobody can say yet how much of it is the booking's.
      if (differing) return { ask: differing.paymentId, view: 'staff' }
      return received(booking, refunded ?? attempt, refunded ? 'refunded' : booking.status)
    case 'pending_verification':
      // Money that differs is with staff: neither a transfer to wait for nor a reason to pay again.
      if (differing) return { ask: differing.paymentId, view: 'staff' }
      return received(
        booking,
        reviewed ?? booking.payments.find(({ state }) => !isSettled(state)) ?? attempt,
        'received',
      )
    case 'held':
      if (attempt?.method === 'qr_payment' && !isOver(booking))
        return codeRuns(attempt, booking) ? { resume: 'qr_payment' } : { show: { state: 'selecting' } }
      return (
        underWay(attempt, attempt?.method === 'stripe' ? 'checking' : 'redirected') ?? {
          show: { state: isOver(booking) ? 'ended' : 'selecting' },
        }
      )
    case 'expired':
    case 'cancelled':
      if (refunded) return received(booking, refunded, 'refunded')
      if (paid && refundDueOf(allPaid) > 0) return received(booking, paid, 'refund_due')
      return (
        underWay(attempt, 'checking') ?? (reviewed ? received(booking, reviewed, 'late') : { show: { state: 'ended' } })
      )
  }
}

/** How one payment stands after it was asked about. */
export function verdictOf(verified: Verified): PaymentScreen {
  if (verified.success || verified.state === 'refunded')
    return { state: 'success', receipt: { ...receiptOf(verified), standing: standingOfMoney(verified) } }
  if (verified.state === 'mismatch') return waiting(verified.paymentId, 'staff')
  if (isSettled(verified.state)) return failureOf(verified)
  return waiting(verified.paymentId, 'checking')
}

/** Our own sentence, and below it the reason in the gateway's words. */
function failureOf({ state, method, error, gatewayMessage }: Verified): PaymentScreen {
  const said = gatewayMessage && { gatewayMessage }
  if (method === 'stripe' && state === 'failed') return { state: 'error', message: CARD_NOT_CONFIRMED, ...said }
  const detail = state === 'failed' ? GATEWAY_FAILED[method] : ENDED[state]
  return { state: 'error', message: error ?? VERIFICATION_FAILED, ...(detail && { detail }), ...said }
}

const ENDED: Partial<Record<AttemptState, string>> = {
  cancelled: 'The payment was not completed.',
  expired: 'The time to pay was over.',
}

export const waiting = (paymentId: string, view: PendingView): Extract<PaymentScreen, { state: 'pending' }> => ({
  state: 'pending',
  paymentId,
  view,
  asking: false,
})

/** A code runs for five minutes, in which it is scanned and its receipt sent. */
const codeRuns = ({ createdAt, state }: Payment, { now }: BookingView): boolean =>
  !isSettled(state) && Date.parse(now) - Date.parse(createdAt) < VERIFICATION_TIMEOUT_MS

/** Seats may be given away from here on, whether or not the server's sweeper has been there. */
const isOver = (booking: BookingView): boolean => booking.expiresAt !== null && booking.expiresAt <= booking.now

/** An attempt whose outcome is open, or up to staff: until it is known, nothing else is said about the booking. */
function underWay(attempt: Payment | undefined, view: PendingView): Standing | undefined {
  // What staff must find has nobody else to be asked.
  if (!attempt || staffConfirm(attempt.method) || (isSettled(attempt.state) && attempt.state !== 'mismatch'))
    return undefined
  return { ask: attempt.paymentId, view }
}

/** Paisa that we refund of payments that came after the booking was paid. */
const refundDueOf = (payments: readonly Payment[]): Paisa => sum(payments.map(({ refundDue = 0 }) => paisa(refundDue)))

function received(
  booking: BookingView,
  payment: Payment | undefined,
  standing: Receipt['standing'],
  paidTwice: Paisa = ZERO,
): Standing {
  const receipt: Receipt = payment
    ? {
        ...receiptOf(payment),
        ...(standing === 'received' && { paymentId: payment.paymentId }),
        startedAt: payment.createdAt,
        ...(paidTwice > 0 && { paidTwice }),
        standing,
      }
    : { standing, method: 'bank_transfer', amount: paisa(booking.totalAmount) }
  return { show: { state: 'success', receipt } }
}

function receiptOf(payment: Payment | Verified): Omit<Receipt, 'standing'> {
  const { method, amount, transactionId, state } = payment
  return {
    method,
    amount: paisa(amount),
    ...('fee' in payment && { fee: paisa(payment.fee) }),
    ...(transactionId && { transactionId }),
    ...(state === 'partly_refunded' && { partlyRefunded: true }),
  }
}

function standingOfMoney({ state, bookingState }: Verified): Receipt['standing'] {
  if (state === 'refunded') return 'refunded'
  return bookingState === 'confirmed' ? 'confirmed' : 'needs_decision'
}
