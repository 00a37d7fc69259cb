import { paisa } from '#domain/money.ts'
import { sandboxRoute } from '#pages/sandbox/_route.ts'
import { KHALTI_CHOICES } from '#server/payments/gateways/sandbox/khalti-outcome.ts'

export const POST = sandboxRoute(async ({ khalti }, { request }, { env }) => {
  const sent = (await request.json().catch(() => null)) as Record<string, unknown> | null
  const choice = KHALTI_CHOICES.find((known) => known === sent?.choice)
  const amount = Number(sent?.amount)
  if (!choice || !Number.isSafeInteger(amount) || amount < 1_000) return new Response(null, { status: 400 })
  const order = { orderId: String(sent?.productIdentity), orderName: String(sent?.productName), returnUrl: env.siteUrl }
  const { pidx: token } = await khalti.open(order, paisa(amount))
  await khalti.decide(token, choice)
  return Response.json({ token, amount }, { headers: { 'cache-control': 'no-store' } })
})
