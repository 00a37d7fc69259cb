import type { BookingView } from '#contract/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { VERIFICATION_FAILED } from '#contract/payments.ts'
import { holdsSeats } from '#domain/booking.ts'
import { paisa } from '#domain/money.ts'
import { isSettled, paymentMethod } from '#domain/payment.ts'
import { formatFailure } from '../api.ts'
import { $currentBooking, setCurrentPayment } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $method, readBooking, selectAvailableMethod } from './booking.ts'
import { $returnedPaymentId } from './gateway-return.ts'
import {
  $screen,
  type PaymentScreen,
  type PendingView,
  showScreen,
  startRequest,
  type TransferDetails,
} from './screen.ts'
import {
  buildPendingScreen,
  getScreenForBooking,
  getScreenForPayment,
  type ScreenDecision,
  type VerifiedPayment,
} from './screen-for-booking.ts'

/** Seconds between two questions about one payment; the last goes on. Stays below the server's limit per payment. */
const POLL_INTERVALS = [3, 5, 10, 20, 30, 60]

let cancelPoll = () => {}

/** Shows a standing, or asks the server about the payment that it names and shows that. */
export function applyDecision(standing: ScreenDecision): void {
  if ('ask' in standing) {
    // Who came back from the gateway may have paid there: nobody sends them to pay again.
    const isBack = standing.view === 'redirected' && standing.ask === $returnedPaymentId.get()
    pollPayment(standing.ask, isBack ? 'checking' : standing.view)
    return
  }
  if ('resume' in standing) {
    void resumeQr()
    return
  }
  stopPolling()
  const screen = withTransferDetails(standing.show)
  // A method that the visitor is looking at is not replaced: its row says why it is not available.
  if (screen.state === 'selecting' && $screen.get().state !== 'selecting') selectAvailableMethod()
  showScreen(screen)
  if (screen.state === 'success' && screen.receipt.status === 'received') void loadTransferDetails()
}

/** Takes the place of whatever is shown: the booking is no longer to be paid the way that somebody was at. */
export function replaceScreen(standing: ScreenDecision): void {
  $screen.set({ state: 'reading' })
  applyDecision(standing)
}

/** While the transfer waits as before, its account stays on the screen, and with it a receipt that is being chosen. */
function withTransferDetails(next: PaymentScreen): PaymentScreen {
  const shown = $screen.get()
  if (next.state !== 'success' || shown.state !== 'success' || !shown.receipt.transfer) return next
  const { status, paymentId, transfer } = shown.receipt
  if (next.receipt.status !== status || next.receipt.paymentId !== paymentId) return next
  return { state: 'success', receipt: { ...next.receipt, transfer } }
}

/** The code that is still good is shown again, by whatever way the visitor comes back; or a new one where it is not. */
export async function resumeQr(): Promise<void> {
  const handle = $currentBooking.get()
  if (!handle) return
  stopPolling()
  const isMine = startRequest()
  showScreen({ state: 'processing' })
  const answer = await ledger.startPayment(handle, 'qr_payment')
  if (!isMine()) return
  if (!answer.ok) return showQrFailure(answer.failure, await readDecisionUnlessPayable(), isMine)
  const { paymentId, amount, next } = answer.value
  setCurrentPayment(paymentId)
  if (next.kind !== 'qr') return
  showScreen({ state: 'qr_payment', paymentId, amount: paisa(amount), details: next })
  // A receipt for this payment is noted in the booking, which must list it.
  void readBooking()
}

/** No code came. What was paid with an earlier one may be on its way: only the booking can say that it is over. */
function showQrFailure(failure: Failure, standing: ScreenDecision | undefined, isMine: () => boolean): void {
  if (!isMine()) return
  const screen = $screen.get()
  const message = formatFailure(failure)
  if (standing) replaceScreen(standing)
  else if (screen.state === 'qr_payment') showScreen({ ...screen, problem: message })
  else if (failure.code === 'unsupported_method') showScreen({ state: 'error', message })
  else $screen.set({ state: 'unreadable', message })
}

/** Asks about a payment until its outcome is known, with growing pauses. Unknown is never shown as failed. */
export function pollPayment(paymentId: string, view: PendingView, hints: Record<string, string> = {}): void {
  stopPolling()
  void queryPayment(paymentId, view, hints, 0)
}

export function stopPolling(): void {
  startRequest()
  cancelPoll()
}

/** The visitor does not want to wait for the next question. */
export function verifyNow(): void {
  const screen = $screen.get()
  if (screen.state === 'pending' && !screen.isQuerying && !screen.outcomes) pollPayment(screen.paymentId, screen.view)
}

async function queryPayment(
  paymentId: string,
  view: PendingView,
  hints: Record<string, string>,
  tries: number,
): Promise<void> {
  const isMine = startRequest()
  const screen = $screen.get()
  showScreen(screen.state === 'pending' ? { ...screen, isQuerying: true } : { state: 'processing' })
  const answer = await ledger.verify(paymentId, hints)
  if (!isMine()) return
  if (answer.ok && !isPending(answer.value)) return showOutcome(answer.value)
  if (!answer.ok && answer.failure.code === 'not_found') return showUnverifiable(paymentId, VERIFICATION_FAILED)
  if (!answer.ok && answer.failure.code === 'unsupported_method')
    return showUnverifiable(paymentId, formatFailure(answer.failure))
  if ($booking.get()) selectMethodOfPayment(paymentId)
  else void readBookingOfPayment(paymentId)
  showScreen({ ...buildPendingScreen(paymentId, view), ...(!answer.ok && { problem: formatFailure(answer.failure) }) })
  const pause = answer.ok ? getPollDelay(tries) : Math.max(getPollDelay(tries), getRetryDelay(answer.failure))
  cancelPoll = environment().later(() => void queryPayment(paymentId, view, {}, tries + 1), pause)
}

/** The outcome is known: the booking is read anew, so that what is shown beside it is true as well. */
async function showOutcome(verified: VerifiedPayment): Promise<void> {
  const isMine = startRequest()
  const booking = await readBookingOfPayment(verified.paymentId)
  if (!isMine()) return
  // The booking knows more: another attempt paid it, a transfer waits for staff, or it was cancelled after it was paid.
  const isCancelled = booking?.status === 'cancelled' && verified.success
  if (booking && booking.status !== 'held' && (holdsSeats(booking.status) || isCancelled)) {
    const standing = getScreenForBooking(booking, verified.paymentId)
    const isAnswered = 'ask' in standing && standing.ask === verified.paymentId
    if (!isAnswered) return applyDecision(standing)
  }
  showScreen(getScreenForPayment(verified))
}

/** Shows the state of the booking at hand in place of a payment that cannot be verified, else the failure. */
async function showUnverifiable(paymentId: string, message: string): Promise<void> {
  const isMine = startRequest()
  const standing = await readDecisionUnlessPayable()
  if (!isMine()) return
  const isKnown = standing && !('ask' in standing && standing.ask === paymentId)
  applyDecision(isKnown ? standing : { show: { state: 'error', message, isOutcomeUnknown: true } })
}

/** How the booking stands, where that is more than that it waits to be paid: then a try that failed is not the last word. */
export async function readDecisionUnlessPayable(): Promise<ScreenDecision | undefined> {
  const answer = await readBooking()
  if (!answer?.ok) return undefined
  const standing = getScreenForBooking(answer.value, $currentBooking.get()?.paymentId)
  const isPayable = 'resume' in standing || ('show' in standing && standing.show.state === 'selecting')
  return isPayable ? undefined : standing
}

/** The booking that a payment is for, where this browser may open it; another one is not shown beside it. */
async function readBookingOfPayment(paymentId: string): Promise<BookingView | undefined> {
  const answer = await readBooking()
  if (!answer?.ok) return undefined
  if (selectMethodOfPayment(paymentId)) return answer.value
  $booking.set(null)
  return undefined
}

/**
 * The way that a payment went is the one whose fee is shown, also after a reload; false where the booking has no such
 * payment.
 */
function selectMethodOfPayment(paymentId: string): boolean {
  const payment = $booking.get()?.payments.find((known) => known.paymentId === paymentId)
  const method = paymentMethod(payment?.method)
  if (method) $method.set(method)
  return payment !== undefined
}

const isPending = ({ state }: VerifiedPayment): boolean => !isSettled(state)

/** Where an announced transfer goes: asking again gives the same instructions. */
async function loadTransferDetails(): Promise<void> {
  const handle = $currentBooking.get()
  const screen = $screen.get()
  if (!handle || screen.state !== 'success' || screen.receipt.transfer || screen.receipt.method !== 'bank_transfer')
    return
  const answer = await ledger.startPayment(handle, 'bank_transfer')
  if (answer.ok && answer.value.next.kind === 'transfer' && $screen.get() === screen)
    showTransferDetails(answer.value.next)
}

function showTransferDetails(transfer: TransferDetails): void {
  const screen = $screen.get()
  if (screen.state === 'success') showScreen({ ...screen, receipt: { ...screen.receipt, transfer } })
}

const getPollDelay = (tries: number): number => (POLL_INTERVALS[tries] ?? POLL_INTERVALS.at(-1) ?? 60) * 1_000
const getRetryDelay = (failure: Failure): number => (failure.retryAfter ?? 0) * 1_000
