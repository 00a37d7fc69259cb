import type { Stripe } from '@stripe/stripe-js'

/** The package uses an existing `Stripe` global, else it loads Stripe's script. */
export async function loadCardProvider(publishableKey: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  return loadStripe(publishableKey)
}
