import { CARD_NOT_INITIALIZED } from '#contract/card.ts'
import type { Failure } from '#contract/failure.ts'
import { GATEWAY_FAILED, type PaymentNextStep } from '#contract/payments.ts'
import { paisa } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { formatFailure } from '../api.ts'
import { $currentBooking, setCurrentBooking, setCurrentPayment } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $method, $site, readBooking } from './booking.ts'
import { $returnedPaymentId } from './gateway-return.ts'
import { applyReturn } from './open-payment-screen.ts'
import { applyDecision, replaceScreen } from './poll-payment.ts'
import { reload } from './refresh.ts'
import { $screen, type SimulatedOutcomes, showScreen, startRequest } from './screen.ts'
import { buildPendingScreen, getScreenForBooking } from './screen-for-booking.ts'

const SOMETHING_WRONG = 'Something went wrong with your payment. Please try again.'
const GATEWAY_NOT_OPENED = 'Your browser could not open its page. Try again, or pay another way.'

/** Selects a method; the summary follows. The Pay button starts the payment. */
export function selectMethod(method: PaymentMethod): void {
  if ($screen.get().state !== 'selecting') return
  $method.set(method)
  // Ahead of its need; whether it is there is looked at when it is.
  if (method === 'stripe' && !isSimulated(method)) void loadCard()
}

/** Where there is no server, what would need its secret; the screen says so. */
const isSimulated = (method: PaymentMethod): boolean =>
  $site.get()?.methods.find(({ id }) => id === method)?.simulated ?? false

/** Starts a new try with the chosen method and does what its gateway needs next. */
export async function startPayment(): Promise<void> {
  const handle = $currentBooking.get()
  if ($screen.get().state !== 'selecting') return
  if (!handle) {
    reload()
    return
  }
  const isMine = startRequest()
  showScreen({ state: 'processing' })
  const byCard = $method.get() === 'stripe' && !isSimulated('stripe')
  if (byCard && !(await loadCard())) {
    if (isMine()) showScreen({ state: 'error', message: CARD_NOT_INITIALIZED })
    return
  }
  const answer = await ledger.startPayment(handle, $method.get())
  if (!isMine()) return
  if (!answer.ok) return handleFailure(answer.failure, $method.get())
  const { paymentId, method, amount, next } = answer.value
  // A card that nobody has entered yet is nothing to come back to.
  if (next.kind === 'card') {
    const { clientSecret, returnUrl } = next
    showScreen({ state: 'card', paymentId, amount: paisa(amount), clientSecret, returnUrl, paying: false })
    // The place is kept longer now than the booking says that was read.
    void readBooking()
    return
  }
  if (next.kind === 'simulated') {
    showScreen({ ...buildPendingScreen(paymentId, 'simulated'), outcomes: next })
    void readBooking()
    return
  }
  setCurrentPayment(paymentId)
  if (next.kind === 'transfer') {
    const receipt = { status: 'received', method, paymentId, amount: paisa(amount), transfer: next } as const
    applyDecision({ show: { state: 'success', receipt } })
    void readBooking()
    return
  }
  if (next.kind === 'qr') {
    showScreen({ state: 'qr_payment', paymentId, amount: paisa(amount), details: next })
    void readBooking()
    return
  }
  showScreen(buildPendingScreen(paymentId, 'redirected'))
  try {
    if (next.kind === 'khalti_window')
      await (await import('./khalti-window.ts')).openKhaltiWindow(paymentId, next, retryPayment)
    else openGateway(next)
  } catch {
    if (isMine())
      showScreen({ state: 'error', message: GATEWAY_FAILED[method] ?? SOMETHING_WRONG, detail: GATEWAY_NOT_OPENED })
  }
}

/**
 * The payer has chosen how a simulated payment ends: they come back to the address that the gateway would send them to.
 * The page stays, and with it what a browser that keeps nothing has nowhere else.
 */
export function completeSimulatedPayment(how: keyof SimulatedOutcomes): void {
  const screen = $screen.get()
  if (screen.state !== 'pending' || !screen.outcomes) return
  showPath(screen.outcomes[how])
  applyReturn()
}

/** Back to choosing, for a new try: the one before is let go in this browser, the server keeps asking about it. */
export function retryPayment(): void {
  const handle = $currentBooking.get()
  if (handle) setCurrentBooking(handle)
  $returnedPaymentId.set(null)
  showPath('/payment')
  reload()
}

/**
 * An address of ours in the form that this host has: one that leads `/payment` on to `/payment/` makes a reload a new
 * entry of the history, which remembers nothing.
 */
function showPath(path: string): void {
  const here = environment().address()
  const address = new URL(path, here)
  if (here.pathname.endsWith('/')) address.pathname += '/'
  environment().showAddress(address, 'replace')
}

function openGateway(next: Extract<PaymentNextStep, { kind: 'form' | 'redirect' }>): void {
  if (next.kind === 'redirect') environment().navigate(next.url)
  else postToGateway(next)
}

/** If the browser cannot post, sends the same fields as a query where the gateway accepts it. */
function postToGateway({ action, fields, orRedirect }: Extract<PaymentNextStep, { kind: 'form' }>): void {
  try {
    environment().postForm(action, fields)
  } catch (error) {
    if (!orRedirect) throw error
    environment().navigate(`${action}?${new URLSearchParams(fields)}`)
  }
}

/** Ends a QR payment without a receipt. Staff may have one all the same: only the server can say that they do not. */
export async function abandonQrPayment(): Promise<void> {
  const asked = $screen.get()
  if (asked.state !== 'qr_payment') return
  const answer = await readBooking()
  const screen = $screen.get()
  if (screen.state !== 'qr_payment' || screen.paymentId !== asked.paymentId) return
  if (!answer) return reload()
  if (!answer.ok) return showScreen({ ...screen, problem: formatFailure(answer.failure) })
  const standing = getScreenForBooking(answer.value, screen.paymentId)
  if ('ask' in standing || ('show' in standing && standing.show.state === 'success')) return replaceScreen(standing)
  showScreen({ state: 'error', message: 'QR payment verification failed', isOutcomeUnknown: true })
}

/** What a card needs comes when it is chosen, and not before. */
async function loadCard(): Promise<boolean> {
  try {
    return await (await import('./card.ts')).loadCard()
  } catch {
    return false
  }
}

function handleFailure(failure: Failure, method: PaymentMethod): void {
  // The booking was paid, let go or ended meanwhile, maybe in another tab.
  if (failure.code === 'not_payable' || failure.code === 'not_found') {
    reload()
    return
  }
  if (failure.code === 'email_unconfirmed') {
    showScreen({ state: 'confirm_email' })
    return
  }
  const message = failure.code === 'internal' ? SOMETHING_WRONG : formatFailure(failure)
  const isNotStarted = failure.code === 'gateway_unavailable' || failure.code === 'unreachable'
  const notBegun = isNotStarted && GATEWAY_FAILED[method]
  showScreen({ state: 'error', ...(notBegun ? { message: notBegun, detail: message } : { message }) })
}
