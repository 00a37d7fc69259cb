import { CARD_NOT_INITIALIZED } from '#contract/card.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Failure, formatFailure } from '#contract/failure.ts'
import { type startPayment as contract, GATEWAY_FAILED, type PaymentNextStep } from '#contract/payments.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { $currentBooking, setCurrentBooking, setCurrentPayment } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $site } from '../site.ts'
import { $booking, $method, readBooking } from './booking.ts'
import { applyReturn } from './open-payment-screen.ts'
import { replaceScreen } from './poll-payment.ts'
import { reload } from './refresh.ts'
import { $screen, type PaymentScreen, type SimulatedOutcomes, showScreen, startRequest } from './screen.ts'
import { buildPendingScreen, getScreenForBooking } from './screen-for-booking.ts'

type StartedPayment = Output<typeof contract>

const SOMETHING_WRONG = 'Something went wrong with your payment. Please try again.'
const GATEWAY_NOT_OPENED = 'Your browser could not open the payment page. Try again, or choose another payment method.'

export function selectMethod(method: PaymentMethod): void {
  if ($screen.get().state !== 'selecting') return
  $method.set(method)
  // Preloads the script; the result is checked when it is needed.
  if (method === 'stripe' && !isSimulated(method)) void loadCard()
}

/** In the browser edition some methods are simulated. */
const isSimulated = (method: PaymentMethod): boolean =>
  $site.get()?.methods.find(({ id }) => id === method)?.simulated ?? false

/** Starts a new attempt with the selected method and follows its next step. */
export async function startPayment(): Promise<void> {
  const credentials = $currentBooking.get()
  if ($screen.get().state !== 'selecting') return
  if (!credentials) return reload()
  const isLatest = startRequest()
  showScreen({ state: 'processing' })
  const isCardPayment = $method.get() === 'stripe' && !isSimulated('stripe')
  if (isCardPayment && !(await loadCard())) {
    if (isLatest()) showScreen({ state: 'error', message: CARD_NOT_INITIALIZED })
    return
  }
  const response = await ledger.startPayment(credentials, $method.get(), $booking.get()?.change?.changeId)
  if (!isLatest()) return
  if (!response.ok) return handleFailure(response.failure, $method.get())
  const { paymentId, method, next } = response.value
  // A card form or simulation without any input is not worth resuming.
  if (next.kind !== 'card' && next.kind !== 'simulated') setCurrentPayment(paymentId)
  const screen = getScreenForStep(response.value)
  if (screen) {
    showScreen(screen)
    // The attempt extended the hold.
    void readBooking()
    return
  }
  showScreen(buildPendingScreen(paymentId, 'redirected'))
  try {
    if (next.kind === 'khalti_window')
      await (await import('./khalti-window.ts')).openKhaltiWindow(paymentId, next, retryPayment)
    else if (next.kind === 'redirect') environment().navigate(next.url)
    else if (next.kind === 'form') postToGateway(next)
  } catch {
    if (isLatest())
      showScreen({ state: 'error', message: GATEWAY_FAILED[method] ?? SOMETHING_WRONG, detail: GATEWAY_NOT_OPENED })
  }
}

/** Undefined for steps that leave this page or open a window; `startPayment` continues with them. */
function getScreenForStep({ paymentId, method, amount, next }: StartedPayment): PaymentScreen | undefined {
  switch (next.kind) {
    case 'card': {
      const { clientSecret, returnUrl } = next
      return { state: 'card', paymentId, amount, clientSecret, returnUrl, paying: false }
    }
    case 'simulated':
      return { ...buildPendingScreen(paymentId, 'simulated'), outcomes: next }
    case 'transfer':
      return { state: 'success', result: { status: 'received', method, paymentId, amount, transfer: next } }
    case 'qr':
      return { state: 'qr_payment', paymentId, amount, details: next }
    case 'redirect':
    case 'form':
    case 'khalti_window':
      return undefined
  }
}

/** Continues at the gateway's return URL without reloading, which would clear a browser without storage. */
export function completeSimulatedPayment(outcome: keyof SimulatedOutcomes): void {
  const screen = $screen.get()
  if (screen.state !== 'pending' || !screen.outcomes) return
  showPath(screen.outcomes[outcome])
  applyReturn()
}

/** Returns to the methods. The server keeps checking the previous attempt. */
export function retryPayment(): void {
  const credentials = $currentBooking.get()
  if (credentials) setCurrentBooking(credentials)
  showPath('/payment')
  reload()
}

/** Keeps the host's form of our URLs: a redirect to `/payment/` would create a history entry without state. */
function showPath(path: string): void {
  const currentAddress = environment().address()
  const address = new URL(path, currentAddress)
  if (currentAddress.pathname.endsWith('/')) address.pathname += '/'
  environment().showAddress(address, 'replace')
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

/** Abandons a QR payment without a receipt. The server knows if staff have one. */
export async function abandonQrPayment(): Promise<void> {
  const before = $screen.get()
  if (before.state !== 'qr_payment') return
  const response = await readBooking()
  const screen = $screen.get()
  if (screen.state !== 'qr_payment' || screen.paymentId !== before.paymentId) return
  if (!response) return reload()
  if (!response.ok) return showScreen({ ...screen, problem: formatFailure(response.failure) })
  const decision = getScreenForBooking(response.value, screen.paymentId)
  const isReceived = decision.kind === 'show' && decision.screen.state === 'success'
  if (isReceived || decision.kind === 'verify') return replaceScreen(decision)
  showScreen({ state: 'error', message: 'QR payment verification failed', isOutcomeUnknown: true })
}

/** Loads the provider's script when a card is chosen. */
async function loadCard(): Promise<boolean> {
  try {
    return await (await import('./card.ts')).loadCard()
  } catch {
    return false
  }
}

function handleFailure(failure: Failure, method: PaymentMethod): void {
  // Paid, released or ended, possibly in another tab.
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
  const gatewayMessage = isNotStarted && GATEWAY_FAILED[method]
  showScreen({ state: 'error', ...(gatewayMessage ? { message: gatewayMessage, detail: message } : { message }) })
}
