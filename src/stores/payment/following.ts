import type { BookingView } from '#contract/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { VERIFICATION_FAILED } from '#contract/payments.ts'
import { holdsSeats } from '#domain/booking.ts'
import { paisa } from '#domain/money.ts'
import { isSettled, paymentMethod } from '#domain/payment.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { $handle, rememberPayment } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $method, readBooking, selectAvailableMethod } from './booking.ts'
import { $returned } from './return.ts'
import { $screen, type PaymentScreen, type PendingView, show, type TransferDetails, takeTurn } from './screen.ts'
import { type Standing, standingOf, type Verified, verdictOf, waiting } from './standing.ts'

/** Seconds between two questions about one payment; the last goes on. Stays below the server's limit per payment. */
const PAUSES = [3, 5, 10, 20, 30, 60]

let callOff = () => {}

/** Shows a standing, or asks the server about the payment that it names and shows that. */
export function take(standing: Standing): void {
  if ('ask' in standing) {
    // Who came back from the gateway may have paid there: nobody sends them to pay again.
    const isBack = standing.view === 'redirected' && standing.ask === $returned.get()
    follow(standing.ask, isBack ? 'checking' : standing.view)
    return
  }
  if ('resume' in standing) {
    void resumeQr()
    return
  }
  stopFollowing()
  const screen = withAccount(standing.show)
  // A method that the visitor is looking at is not replaced: its row says why it is not available.
  if (screen.state === 'selecting' && $screen.get().state !== 'selecting') selectAvailableMethod()
  show(screen)
  if (screen.state === 'success' && screen.receipt.standing === 'received') void tellAccount()
}

/** Takes the place of whatever is shown: the booking is no longer to be paid the way that somebody was at. */
export function overtake(standing: Standing): void {
  $screen.set({ state: 'reading' })
  take(standing)
}

/** While the transfer waits as before, its account stays on the screen, and with it a receipt that is being chosen. */
function withAccount(next: PaymentScreen): PaymentScreen {
  const shown = $screen.get()
  if (next.state !== 'success' || shown.state !== 'success' || !shown.receipt.transfer) return next
  const { standing, paymentId, transfer } = shown.receipt
  if (next.receipt.standing !== standing || next.receipt.paymentId !== paymentId) return next
  return { state: 'success', receipt: { ...next.receipt, transfer } }
}

/** The code that is still good is shown again, by whatever way the visitor comes back; or a new one where it is not. */
export async function resumeQr(): Promise<void> {
  const handle = $handle.get()
  if (!handle) return
  stopFollowing()
  const isMine = takeTurn()
  show({ state: 'processing' })
  const answer = await ledger.startPayment(handle, 'qr_payment')
  if (!isMine()) return
  if (!answer.ok) return sayWithoutCode(answer.failure, await standingBeyondTry(), isMine)
  const { paymentId, amount, next } = answer.value
  rememberPayment(paymentId)
  if (next.kind !== 'qr') return
  show({ state: 'qr_payment', paymentId, amount: paisa(amount), details: next })
  // A receipt for this payment is noted in the booking, which must list it.
  void readBooking()
}

/** No code came. What was paid with an earlier one may be on its way: only the booking can say that it is over. */
function sayWithoutCode(failure: Failure, standing: Standing | undefined, isMine: () => boolean): void {
  if (!isMine()) return
  const screen = $screen.get()
  const message = messageOf(failure)
  if (standing) overtake(standing)
  else if (screen.state === 'qr_payment') show({ ...screen, problem: message })
  else if (failure.code === 'unsupported_method') show({ state: 'error', message })
  else $screen.set({ state: 'unreadable', message })
}

/** Asks about a payment until its outcome is known, with growing pauses. Unknown is never shown as failed. */
export function follow(paymentId: string, view: PendingView, hints: Record<string, string> = {}): void {
  stopFollowing()
  void ask(paymentId, view, hints, 0)
}

export function stopFollowing(): void {
  takeTurn()
  callOff()
}

/** The visitor does not want to wait for the next question. */
export function verify(): void {
  const screen = $screen.get()
  if (screen.state === 'pending' && !screen.asking && !screen.ways) follow(screen.paymentId, screen.view)
}

async function ask(paymentId: string, view: PendingView, hints: Record<string, string>, tries: number): Promise<void> {
  const isMine = takeTurn()
  const screen = $screen.get()
  show(screen.state === 'pending' ? { ...screen, asking: true } : { state: 'processing' })
  const answer = await ledger.verify(paymentId, hints)
  if (!isMine()) return
  if (answer.ok && !isOpen(answer.value)) return settle(answer.value)
  if (!answer.ok && answer.failure.code === 'not_found') return disown(paymentId, VERIFICATION_FAILED)
  if (!answer.ok && answer.failure.code === 'unsupported_method') return disown(paymentId, messageOf(answer.failure))
  if ($booking.get()) chooseMethodOf(paymentId)
  else void readBookingOf(paymentId)
  show({ ...waiting(paymentId, view), ...(!answer.ok && { problem: messageOf(answer.failure) }) })
  const pause = answer.ok ? pauseAfter(tries) : Math.max(pauseAfter(tries), retryAfter(answer.failure))
  callOff = environment().later(() => void ask(paymentId, view, {}, tries + 1), pause)
}

/** The outcome is known: the booking is read anew, so that what is shown beside it is true as well. */
async function settle(verified: Verified): Promise<void> {
  const isMine = takeTurn()
  const booking = await readBookingOf(verified.paymentId)
  if (!isMine()) return
  // The booking knows more: another attempt paid it, a transfer waits for staff, or it was cancelled after it was paid.
  const isCancelled = booking?.status === 'cancelled' && verified.success
  if (booking && booking.status !== 'held' && (holdsSeats(booking.status) || isCancelled)) {
    const standing = standingOf(booking, verified.paymentId)
    const isAnswered = 'ask' in standing && standing.ask === verified.paymentId
    if (!isAnswered) return take(standing)
  }
  show(verdictOf(verified))
}

/** Shows the state of the booking at hand in place of a payment that cannot be verified, else the failure. */
async function disown(paymentId: string, message: string): Promise<void> {
  const isMine = takeTurn()
  const standing = await standingBeyondTry()
  if (!isMine()) return
  const isKnown = standing && !('ask' in standing && standing.ask === paymentId)
  take(isKnown ? standing : { show: { state: 'error', message, unclear: true } })
}

/** How the booking stands, where that is more than that it waits to be paid: then a try that failed is not the last word. */
export async function standingBeyondTry(): Promise<Standing | undefined> {
  const answer = await readBooking()
  if (!answer?.ok) return undefined
  const standing = standingOf(answer.value, $handle.get()?.paymentId)
  const isPayable = 'resume' in standing || ('show' in standing && standing.show.state === 'selecting')
  return isPayable ? undefined : standing
}

/** The booking that a payment is for, where this browser may open it; another one is not shown beside it. */
async function readBookingOf(paymentId: string): Promise<BookingView | undefined> {
  const answer = await readBooking()
  if (!answer?.ok) return undefined
  if (chooseMethodOf(paymentId)) return answer.value
  $booking.set(null)
  return undefined
}

/**
 * The way that a payment went is the one whose fee is shown, also after a reload; false where the booking has no such
 * payment.
 */
function chooseMethodOf(paymentId: string): boolean {
  const payment = $booking.get()?.payments.find((known) => known.paymentId === paymentId)
  const method = paymentMethod(payment?.method)
  if (method) $method.set(method)
  return payment !== undefined
}

const isOpen = ({ state }: Verified): boolean => !isSettled(state)

/** Where an announced transfer goes: asking again gives the same instructions. */
async function tellAccount(): Promise<void> {
  const handle = $handle.get()
  const screen = $screen.get()
  if (!handle || screen.state !== 'success' || screen.receipt.transfer || screen.receipt.method !== 'bank_transfer')
    return
  const answer = await ledger.startPayment(handle, 'bank_transfer')
  if (answer.ok && answer.value.next.kind === 'transfer' && $screen.get() === screen) showAccount(answer.value.next)
}

function showAccount(transfer: TransferDetails): void {
  const screen = $screen.get()
  if (screen.state === 'success') show({ ...screen, receipt: { ...screen.receipt, transfer } })
}

const pauseAfter = (tries: number): number => (PAUSES[tries] ?? PAUSES.at(-1) ?? 60) * 1_000
const retryAfter = (failure: Failure): number => (failure.retryAfter ?? 0) * 1_000
