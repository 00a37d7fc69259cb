import type { APIRoute } from 'astro'
import { paisa } from '#domain/money.ts'
import { getApp } from '#server/open-app.ts'
import { KHALTI_CHOICES } from '#server/payments/gateways/sandbox/khalti-outcome.ts'

export const prerender = false

/** What Khalti's window does behind the scenes: the payer's decision becomes a token. */
export const POST: APIRoute = async ({ request }) => {
  const { sandbox, env } = await getApp()
  if (!sandbox) return new Response(null, { status: 404 })
  const sent = (await request.json().catch(() => null)) as Record<string, unknown> | null
  const choice = KHALTI_CHOICES.find((known) => known === sent?.choice)
  const amount = Number(sent?.amount)
  if (!choice || !Number.isSafeInteger(amount) || amount < 1_000) return new Response(null, { status: 400 })
  const order = { orderId: String(sent?.productIdentity), orderName: String(sent?.productName), returnUrl: env.siteUrl }
  const { pidx: token } = await sandbox.khalti.open(order, paisa(amount))
  await sandbox.khalti.decide(token, choice)
  return Response.json({ token, amount }, { headers: { 'cache-control': 'no-store' } })
}
