import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { CARD_FAILED, CARD_NOT_INITIALIZED, SANDBOX_CARD_SCRIPT } from '#contract/card.ts'
import { $currentBooking, setCurrentBooking, setCurrentPayment } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { $site, loadSite } from '../site.ts'
import { pollPayment } from './poll-payment.ts'
import { $screen, type CardScreen, showScreen } from './screen.ts'

let stripe: Stripe | null = null
let form: { elements: StripeElements; clientSecret: string } | undefined

/** Loads the provider's script once; false if it cannot be loaded. */
export async function loadCard(): Promise<boolean> {
  if (!$site.get()) await loadSite()
  const site = $site.get()
  if (!site?.cardKey) return false
  try {
    stripe ??= await environment().cardProvider(
      site.cardKey,
      site.payments === 'sandbox' ? SANDBOX_CARD_SCRIPT : undefined,
    )
  } catch {
    return false
  }
  return stripe !== null
}

/** Mounts the provider's form. Returns a function that removes it. */
export function mountCard(container: HTMLElement, { clientSecret }: CardScreen, dark: boolean): () => void {
  if (!stripe) return () => {}
  const elements = stripe.elements({ clientSecret, appearance: { theme: dark ? 'night' : 'stripe' } })
  // Wallets of phones and browsers would need permissions that no other page has.
  const element = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } })
  element.on('loaderror', () => showScreen({ state: 'error', message: CARD_NOT_INITIALIZED }))
  element.mount(container)
  form = { elements, clientSecret }
  return () => {
    if (form?.clientSecret === clientSecret) form = undefined
    element.destroy()
  }
}

/** Confirms the card payment. A declined card can be retried with the same intent. */
export async function payByCard(): Promise<void> {
  const screen = $screen.get()
  if (screen.state !== 'card' || screen.paying || !stripe || !form) return
  const { problem: _, ...before } = screen
  showScreen({ ...before, paying: true })
  // From here on the payment may succeed, so it must be found again if the page is left.
  setCurrentPayment(screen.paymentId)
  const error = await confirmCard(stripe, form.elements, screen.returnUrl)
  if (!isCardScreenOpen(screen)) return
  if (error && isDecline(error)) return showDecline(before, error.message || CARD_FAILED)
  // Only the server knows the outcome; the browser's result is not proof.
  pollPayment(screen.paymentId, 'checking')
}

/** Returns the provider's error. Undefined does not mean that the card was charged. */
async function confirmCard(
  stripe: Stripe,
  elements: StripeElements,
  returnUrl: string,
): Promise<StripeError | undefined> {
  try {
    const confirmParams = { return_url: returnUrl }
    return (await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })).error
  } catch {
    return undefined
  }
}

/** Declined card or failed 3-D Secure. Every other error leaves the outcome unknown. */
const isDecline = ({ type, payment_intent }: StripeError): boolean =>
  payment_intent?.status === 'requires_payment_method' ||
  ((type === 'card_error' || type === 'validation_error') && payment_intent?.status !== 'succeeded')

function showDecline(screen: CardScreen, problem: string): void {
  const credentials = $currentBooking.get()
  if (credentials) setCurrentBooking(credentials)
  showScreen({ ...screen, paying: false, problem })
}

function isCardScreenOpen({ paymentId }: CardScreen): boolean {
  const screen = $screen.get()
  return screen.state === 'card' && screen.paymentId === paymentId
}
