import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { CARD_FAILED, CARD_NOT_INITIALIZED } from '#contract/card.ts'
import { $currentBooking, setCurrentBooking, setCurrentPayment } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { $site, loadSite } from './booking.ts'
import { pollPayment } from './poll-payment.ts'
import { $screen, type CardScreen, showScreen } from './screen.ts'

/** The sandbox's replacement for Stripe's own script. */
const SANDBOX_SCRIPT = '/sandbox/stripe/stripe.js'

let stripe: Stripe | null = null
let form: { elements: StripeElements; clientSecret: string } | undefined

/** Loads the provider's script, once; false where it cannot be had. */
export async function loadCard(): Promise<boolean> {
  if (!$site.get()) await loadSite()
  const site = $site.get()
  if (!site?.cardKey) return false
  try {
    stripe ??= await environment().cardProvider(site.cardKey, site.payments === 'sandbox' ? SANDBOX_SCRIPT : undefined)
  } catch {
    return false
  }
  return stripe !== null
}

/** Puts the provider's form into a place of the page; gives the way to take it out again. */
export function mountCard(place: HTMLElement, { clientSecret }: CardScreen, dark: boolean): () => void {
  if (!stripe) return () => {}
  const elements = stripe.elements({ clientSecret, appearance: { theme: dark ? 'night' : 'stripe' } })
  // No wallets of phones and browsers: they would need permissions that no other page has.
  const element = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } })
  element.on('loaderror', () => showScreen({ state: 'error', message: CARD_NOT_INITIALIZED }))
  element.mount(place)
  form = { elements, clientSecret }
  return () => {
    if (form?.clientSecret === clientSecret) form = undefined
    element.destroy()
  }
}

/** Sends the card to the provider. A refused one may be tried again with the same intent: nothing was charged. */
export async function payByCard(): Promise<void> {
  const screen = $screen.get()
  if (screen.state !== 'card' || screen.paying || !stripe || !form) return
  const { problem: _, ...before } = screen
  showScreen({ ...before, paying: true })
  // From here on money may move: a page that is left is asked about when it is opened again.
  setCurrentPayment(screen.paymentId)
  const error = await confirmCard(stripe, form.elements, screen.returnUrl)
  if (!isCardScreenOpen(screen)) return
  if (error && isDecline(error)) return showDecline(before, error.message || CARD_FAILED)
  // Paid, under way, or unknown: the server asks. What the browser was told is no evidence.
  pollPayment(screen.paymentId, 'checking')
}

/** Undefined where the provider has nothing against it, and where its script broke: neither says what became of the card. */
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

/** The card was declined, or its holder's bank refused 3-D Secure. Every other error leaves the outcome open. */
const isDecline = ({ type, payment_intent }: StripeError): boolean =>
  payment_intent?.status === 'requires_payment_method' ||
  ((type === 'card_error' || type === 'validation_error') && payment_intent?.status !== 'succeeded')

function showDecline(screen: CardScreen, problem: string): void {
  const handle = $currentBooking.get()
  if (handle) setCurrentBooking(handle)
  showScreen({ ...screen, paying: false, problem })
}

function isCardScreenOpen({ paymentId }: CardScreen): boolean {
  const screen = $screen.get()
  return screen.state === 'card' && screen.paymentId === paymentId
}
