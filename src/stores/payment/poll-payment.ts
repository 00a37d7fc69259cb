import type { BookingView } from '#contract/bookings.ts'
import { type Failure, formatFailure } from '#contract/failure.ts'
import { VERIFICATION_FAILED } from '#contract/payments.ts'
import { holdsSeats } from '#domain/booking.ts'
import { isOpenAttempt, parsePaymentMethod } from '#domain/payment.ts'
import { $currentBooking, $returnedPaymentId, getYourBookingUrl, setCurrentPayment } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $method, readBooking, selectAvailableMethod } from './booking.ts'
import { $screen, type PaymentScreen, type PendingView, showScreen, startRequest } from './screen.ts'
import {
  buildPendingScreen,
  getScreenForBooking,
  getScreenForPayment,
  type ScreenDecision,
  type VerifiedPayment,
} from './screen-for-booking.ts'

/** Seconds between two checks, below the server's limit per payment. */
const POLL_INTERVALS = [3, 5, 10, 20, 30]
const MAX_POLL_INTERVAL = 60

let cancelPoll = () => {}

/** Shows a decision, or first verifies the payment that it names. */
export function applyDecision(decision: ScreenDecision): void {
  if (decision.kind === 'verify') {
    const { paymentId, view } = decision
    // A visitor back from the gateway may have paid: do not offer payment again.
    const isBack = view === 'redirected' && paymentId === $returnedPaymentId.get()
    pollPayment(paymentId, isBack ? 'checking' : view)
  } else if (decision.kind === 'resume_qr') void resumeQr()
  else applyScreen(withTransferDetails(decision.screen))
}

function applyScreen(screen: PaymentScreen): void {
  stopPolling()
  // A method that the visitor is reading about is not replaced; its row says why it is unavailable.
  if (screen.state === 'selecting' && $screen.get().state !== 'selecting') selectAvailableMethod()
  showScreen(screen)
  if (screen.state === 'success' && screen.result.status === 'received') void loadTransferDetails()
}

/** Replaces the screen regardless of the allowed transitions, because its payment is no longer possible. */
export function replaceScreen(decision: ScreenDecision): void {
  $screen.set({ state: 'loading' })
  applyDecision(decision)
}

/** Keeps the transfer's account and a receipt that is being chosen on the screen. */
function withTransferDetails(next: PaymentScreen): PaymentScreen {
  const current = $screen.get()
  if (next.state !== 'success' || current.state !== 'success' || !current.result.transfer) return next
  const { status, paymentId, transfer } = current.result
  if (next.result.status !== status || next.result.paymentId !== paymentId) return next
  return { state: 'success', result: { ...next.result, transfer } }
}

/** Shows a QR code that is still valid again, or creates a new one. */
export async function resumeQr(): Promise<void> {
  const credentials = $currentBooking.get()
  if (!credentials) return
  stopPolling()
  const isLatest = startRequest()
  showScreen({ state: 'processing' })
  const response = await ledger.startPayment(credentials, 'qr_payment')
  if (!isLatest()) return
  if (!response.ok) return showQrFailure(response.failure, isLatest)
  const { paymentId, amount, next } = response.value
  setCurrentPayment(paymentId)
  if (next.kind !== 'qr') return
  showScreen({ state: 'qr_payment', paymentId, amount, details: next })
  // The booking must list the payment before it accepts a receipt.
  void readBooking()
}

/** Shows the booking's state if there is one, because an earlier code may have been paid. */
async function showQrFailure(failure: Failure, isLatest: () => boolean): Promise<void> {
  const decision = await readDecisionUnlessPayable()
  if (!isLatest()) return
  const screen = $screen.get()
  const message = formatFailure(failure)
  if (decision) replaceScreen(decision)
  else if (screen.state === 'qr_payment') showScreen({ ...screen, problem: message })
  else if (failure.code === 'unsupported_method') showScreen({ state: 'error', message })
  else $screen.set({ state: 'load_failed', message })
}

/** Checks a payment with growing pauses until its outcome is known; until then it is not shown as failed. */
export function pollPayment(paymentId: string, view: PendingView, parameters: Record<string, string> = {}): void {
  stopPolling()
  void queryPayment(paymentId, view, parameters, 0)
}

export function stopPolling(): void {
  startRequest()
  cancelPoll()
}

/** Checks now instead of after the next pause. */
export function verifyNow(): void {
  const screen = $screen.get()
  if (screen.state === 'pending' && !screen.isQuerying && !screen.outcomes) pollPayment(screen.paymentId, screen.view)
}

async function queryPayment(
  paymentId: string,
  view: PendingView,
  parameters: Record<string, string>,
  attempt: number,
): Promise<void> {
  const isLatest = startRequest()
  const screen = $screen.get()
  showScreen(screen.state === 'pending' ? { ...screen, isQuerying: true } : { state: 'processing' })
  const response = await ledger.verify(paymentId, parameters)
  if (!isLatest()) return
  if (response.ok && !isOpenAttempt(response.value.state)) return showOutcome(response.value)
  const code = response.ok ? undefined : response.failure.code
  if (code === 'not_found') return showUnverifiable(paymentId, VERIFICATION_FAILED)
  if (!response.ok && code === 'unsupported_method') return showUnverifiable(paymentId, formatFailure(response.failure))
  if ($booking.get()) selectMethodOfPayment(paymentId)
  else void readBookingOfPayment(paymentId)
  showScreen({
    ...buildPendingScreen(paymentId, view),
    ...(!response.ok && { problem: formatFailure(response.failure) }),
  })
  const seconds = Math.max(
    POLL_INTERVALS[attempt] ?? MAX_POLL_INTERVAL,
    (!response.ok && response.failure.retryAfter) || 0,
  )
  cancelPoll = environment().later(() => void queryPayment(paymentId, view, {}, attempt + 1), seconds * 1_000)
}

/** Reads the booking again, so that the details beside the outcome are current. A change is shown on the booking's page. */
export async function showOutcome(verified: VerifiedPayment): Promise<void> {
  const { change, changeKind } = verified
  if (change && verified.state !== 'mismatch')
    return leaveForYourBooking(changeKind === 'hours' ? `hours-${change}` : change)
  const isLatest = startRequest()
  const booking = await readBookingOfPayment(verified.paymentId)
  if (!isLatest()) return
  // The booking may be paid by another attempt, wait for staff, or be cancelled after payment.
  const isCancelled = booking?.status === 'cancelled' && verified.success
  if (booking && booking.status !== 'held' && (holdsSeats(booking.status) || isCancelled)) {
    const decision = getScreenForBooking(booking, verified.paymentId)
    if (!asksToVerify(decision, verified.paymentId)) return applyDecision(decision)
  }
  showScreen(getScreenForPayment(verified))
}

/** Shows the booking's state for a payment that cannot be verified, else the failure. */
async function showUnverifiable(paymentId: string, message: string): Promise<void> {
  const isLatest = startRequest()
  const decision = await readDecisionUnlessPayable()
  if (!isLatest()) return
  const isKnown = decision && !asksToVerify(decision, paymentId)
  applyDecision(isKnown ? decision : { kind: 'show', screen: { state: 'error', message, isOutcomeUnknown: true } })
}

/** Opens the page of the booking, which reads the state of its change with `readChangeResult`. */
export function leaveForYourBooking(change = ''): void {
  const url = getYourBookingUrl()
  // Without storage the fragment carries the booking.
  environment().navigate(change && !url.includes('#') ? `${url}#${change}` : url)
}

const asksToVerify = (decision: ScreenDecision, paymentId: string): boolean =>
  decision.kind === 'verify' && decision.paymentId === paymentId

/** Returns what to show if the booking does not simply await payment: then a failed attempt does not decide the outcome. */
export async function readDecisionUnlessPayable(): Promise<ScreenDecision | undefined> {
  const response = await readBooking()
  if (!response?.ok) return undefined
  const decision = getScreenForBooking(response.value, $currentBooking.get()?.paymentId)
  const isPayable = decision.kind === 'resume_qr' || (decision.kind === 'show' && decision.screen.state === 'selecting')
  return isPayable ? undefined : decision
}

/** The booking of a payment, if this browser may open it. */
async function readBookingOfPayment(paymentId: string): Promise<BookingView | undefined> {
  const response = await readBooking()
  if (!response?.ok) return undefined
  if (selectMethodOfPayment(paymentId)) return response.value
  $booking.set(null)
  return undefined
}

/** Selects the payment's method, so that its fee is shown after a reload; false if the booking lacks the payment. */
function selectMethodOfPayment(paymentId: string): boolean {
  const payment = $booking.get()?.payments.find((attempt) => attempt.paymentId === paymentId)
  const method = parsePaymentMethod(payment?.method)
  if (method) $method.set(method)
  return payment !== undefined
}

/** Repeating the announcement of a transfer returns the same instructions. */
async function loadTransferDetails(): Promise<void> {
  const credentials = $currentBooking.get()
  const screen = $screen.get()
  const result = screen.state === 'success' ? screen.result : undefined
  if (!credentials || !result || result.transfer || result.method !== 'bank_transfer') return
  const response = await ledger.startPayment(credentials, 'bank_transfer')
  if (response.ok && response.value.next.kind === 'transfer' && $screen.get() === screen)
    showScreen({ state: 'success', result: { ...result, transfer: response.value.next } })
}
