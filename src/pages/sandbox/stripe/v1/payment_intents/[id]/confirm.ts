import { sandboxRoute } from '#pages/sandbox/_route.ts'
import { readForm } from '#server/payments/gateways/sandbox/form.ts'
import { toResponse } from '#server/payments/gateways/sandbox/store.ts'
import { TEST_CARDS } from '#server/payments/gateways/sandbox/stripe-intent.ts'

/** Confirms an intent with a card, as Stripe's script does. */
export const POST = sandboxRoute(async ({ stripe }, { params, request }) => {
  const form = await readForm(request)
  const card = TEST_CARDS.find((known) => known === form?.card)
  if (!form || !card) return new Response(null, { status: 400 })
  const { client_secret = '', return_url = '' } = form
  const response = await stripe.confirm(params.id ?? '', client_secret, card, return_url)
  return toResponse(response, { 'cache-control': 'no-store' })
})
