import { CARD_NOT_INITIALIZED } from '#contract/card.ts'
import type { Failure } from '#contract/failure.ts'
import { GATEWAY_FAILED, type PaymentNext } from '#contract/payments.ts'
import { paisa } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { $handle, rememberBooking, rememberPayment } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { $method, $site, readBooking } from './booking.ts'
import { overtake, take } from './following.ts'
import { lookAnew } from './looking.ts'
import { takeReturn } from './opening.ts'
import { $returned } from './return.ts'
import { $screen, type SimulatedWays, show, takeTurn } from './screen.ts'
import { standingOf, waiting } from './standing.ts'

const SOMETHING_WRONG = 'Something went wrong with your payment. Please try again.'
const NOT_LEFT = 'Your browser could not open its page. Try again, or pay another way.'

/** Selects a method; the summary follows. The Pay button starts the payment. */
export function choose(method: PaymentMethod): void {
  if ($screen.get().state !== 'selecting') return
  $method.set(method)
  // Ahead of its need; whether it is there is looked at when it is.
  if (method === 'stripe' && !isSimulated(method)) void loadCard()
}

/** Where there is no server, what would need its secret; the screen says so. */
const isSimulated = (method: PaymentMethod): boolean =>
  $site.get()?.methods.find(({ id }) => id === method)?.simulated ?? false

/** Starts a new try with the chosen method and does what its gateway needs next. */
export async function pay(): Promise<void> {
  const handle = $handle.get()
  if ($screen.get().state !== 'selecting') return
  if (!handle) {
    lookAnew()
    return
  }
  const isMine = takeTurn()
  show({ state: 'processing' })
  const byCard = $method.get() === 'stripe' && !isSimulated('stripe')
  if (byCard && !(await loadCard())) {
    if (isMine()) show({ state: 'error', message: CARD_NOT_INITIALIZED })
    return
  }
  const answer = await ledger.startPayment(handle, $method.get())
  if (!isMine()) return
  if (!answer.ok) return refuse(answer.failure, $method.get())
  const { paymentId, method, amount, next } = answer.value
  // A card that nobody has entered yet is nothing to come back to.
  if (next.kind === 'card') {
    const { clientSecret, returnUrl } = next
    show({ state: 'card', paymentId, amount: paisa(amount), clientSecret, returnUrl, paying: false })
    // The place is kept longer now than the booking says that was read.
    void readBooking()
    return
  }
  if (next.kind === 'simulated') {
    show({ ...waiting(paymentId, 'simulated'), ways: next })
    void readBooking()
    return
  }
  rememberPayment(paymentId)
  if (next.kind === 'transfer') {
    const receipt = { standing: 'received', method, paymentId, amount: paisa(amount), transfer: next } as const
    take({ show: { state: 'success', receipt } })
    void readBooking()
    return
  }
  if (next.kind === 'qr') {
    show({ state: 'qr_payment', paymentId, amount: paisa(amount), details: next })
    void readBooking()
    return
  }
  show(waiting(paymentId, 'redirected'))
  try {
    if (next.kind === 'khalti_window')
      await (await import('./khalti-window.ts')).openKhaltiWindow(paymentId, next, tryAgain)
    else leaveFor(next)
  } catch {
    if (isMine()) show({ state: 'error', message: GATEWAY_FAILED[method] ?? SOMETHING_WRONG, detail: NOT_LEFT })
  }
}

/**
 * The payer has chosen how a simulated payment ends: they come back to the address that the gateway would send them to.
 * The page stays, and with it what a browser that keeps nothing has nowhere else.
 */
export function endSimulated(how: keyof SimulatedWays): void {
  const screen = $screen.get()
  if (screen.state !== 'pending' || !screen.ways) return
  showOwn(screen.ways[how])
  takeReturn()
}

/** Back to choosing, for a new try: the one before is let go in this browser, the server keeps asking about it. */
export function tryAgain(): void {
  const handle = $handle.get()
  if (handle) rememberBooking(handle)
  $returned.set(null)
  showOwn('/payment')
  lookAnew()
}

/**
 * An address of ours in the form that this host has: one that leads `/payment` on to `/payment/` makes a reload a new
 * entry of the history, which remembers nothing.
 */
function showOwn(path: string): void {
  const here = environment().address()
  const address = new URL(path, here)
  if (here.pathname.endsWith('/')) address.pathname += '/'
  environment().showAddress(address, 'replace')
}

function leaveFor(next: Extract<PaymentNext, { kind: 'form' | 'redirect' }>): void {
  if (next.kind === 'redirect') environment().navigate(next.url)
  else postTo(next)
}

/** If the browser cannot post, sends the same fields as a query where the gateway accepts it. */
function postTo({ action, fields, orRedirect }: Extract<PaymentNext, { kind: 'form' }>): void {
  try {
    environment().postForm(action, fields)
  } catch (error) {
    if (!orRedirect) throw error
    environment().navigate(`${action}?${new URLSearchParams(fields)}`)
  }
}

/** Ends a QR payment without a receipt. Staff may have one all the same: only the server can say that they do not. */
export async function giveUp(): Promise<void> {
  const asked = $screen.get()
  if (asked.state !== 'qr_payment') return
  const answer = await readBooking()
  const screen = $screen.get()
  if (screen.state !== 'qr_payment' || screen.paymentId !== asked.paymentId) return
  if (!answer) return lookAnew()
  if (!answer.ok) return show({ ...screen, problem: messageOf(answer.failure) })
  const standing = standingOf(answer.value, screen.paymentId)
  if ('ask' in standing || ('show' in standing && standing.show.state === 'success')) return overtake(standing)
  show({ state: 'error', message: 'QR payment verification failed', unclear: true })
}

/** What a card needs comes when it is chosen, and not before. */
async function loadCard(): Promise<boolean> {
  try {
    return await (await import('./card.ts')).loadCard()
  } catch {
    return false
  }
}

function refuse(failure: Failure, method: PaymentMethod): void {
  // The booking was paid, let go or ended meanwhile, maybe in another tab.
  if (failure.code === 'not_payable' || failure.code === 'not_found') {
    lookAnew()
    return
  }
  if (failure.code === 'email_unconfirmed') {
    show({ state: 'confirm_email' })
    return
  }
  const message = failure.code === 'internal' ? SOMETHING_WRONG : messageOf(failure)
  const isNotStarted = failure.code === 'gateway_unavailable' || failure.code === 'unreachable'
  const notBegun = isNotStarted && GATEWAY_FAILED[method]
  show({ state: 'error', ...(notBegun ? { message: notBegun, detail: message } : { message }) })
}
