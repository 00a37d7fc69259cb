import type { APIRoute } from 'astro'
import { getApp } from '#server/open-app.ts'
import script from '#server/payments/gateways/sandbox/khalti-checkout.js?raw'

export const prerender = false

/** The script of Khalti's older API, as the stand-in serves it. */
export const GET: APIRoute = async () => {
  const { sandbox } = await getApp()
  if (!sandbox) return new Response(null, { status: 404 })
  return new Response(script, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  })
}
