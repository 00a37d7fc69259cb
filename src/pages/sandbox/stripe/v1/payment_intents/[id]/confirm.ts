import type { APIRoute } from 'astro'
import { getApp } from '#server/open-app.ts'
import { readForm } from '#server/payments/gateways/sandbox/form.ts'
import { TEST_CARDS } from '#server/payments/gateways/sandbox/stripe-intent.ts'

export const prerender = false

/** What Stripe's own script would ask Stripe: the payer's browser confirms its intent with a card. */
export const POST: APIRoute = async ({ params, request }) => {
  const { sandbox } = await getApp()
  if (!sandbox) return new Response(null, { status: 404 })
  const form = await readForm(request)
  const card = TEST_CARDS.find((known) => known === form?.card)
  if (!form || !card) return new Response(null, { status: 400 })
  const { status, body } = await sandbox.stripe.confirm(
    params.id ?? '',
    form.client_secret ?? '',
    card,
    form.return_url ?? '',
  )
  const headers = { 'cache-control': 'no-store' }
  return typeof body === 'string' ? new Response(body, { status, headers }) : Response.json(body, { status, headers })
}
