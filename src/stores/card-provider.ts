import type { Stripe } from '@stripe/stripe-js'

/** The package takes the `Stripe` that is there, and else loads it from Stripe. */
export async function loadCardProvider(publishableKey: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  return loadStripe(publishableKey)
}
