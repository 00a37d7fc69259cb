import type { Attempt, Gateway, StripeKeys } from '#server/payments/gateways/gateway.ts'
import { stripeGateway } from '#server/payments/gateways/stripe.ts'
import { contextWith, attempt as esewaAttempt } from './doubles.ts'

export const KEYS: StripeKeys = {
  secretKey: 'sk_test_secret',
  publishableKey: 'pk_test_public',
  webhookSecret: 'whsec_test',
}
export const attempt: Attempt = { ...esewaAttempt, method: 'stripe', gatewayId: 'pi_1' }

interface Asked {
  url: URL
  method: string
  headers: Headers
  form: Record<string, string>
}
/** Every call to Stripe, in order. A file empties it before each of its tests. */
export const asked: Asked[] = []

type Reply = (call: Asked) => Response | Promise<Response>
export function gateway(reply: Reply, more: Parameters<typeof contextWith>[1] = {}): Gateway {
  const context = contextWith((url, init) => {
    const call: Asked = {
      url,
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      form: Object.fromEntries(new URLSearchParams(String(init?.body ?? ''))),
    }
    asked.push(call)
    return reply(call)
  }, more)
  return stripeGateway(context, KEYS)
}

/** One that was paid, as Stripe describes it. */
export const intent = (more: Record<string, unknown> = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: attempt.amount,
  amount_received: attempt.amount,
  currency: 'npr',
  livemode: false,
  metadata: { attempt_id: attempt.id },
  ...more,
})
export const saying = (body: unknown, status = 200) => gateway(() => Response.json(body, { status }))
export const error = (type: string, code: string, status: number) =>
  saying({ error: { type, code, message: 'No.' } }, status)
