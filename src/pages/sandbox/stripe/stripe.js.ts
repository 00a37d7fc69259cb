import type { APIRoute } from 'astro'
import { getApp } from '#server/open-app.ts'
import script from '#server/payments/gateways/sandbox/stripe-form.js?raw'

export const prerender = false

/** The stand-in of Stripe.js; without a sandbox there is none. */
export const GET: APIRoute = async () => {
  const { sandbox } = await getApp()
  if (!sandbox) return new Response(null, { status: 404 })
  return new Response(script, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
