import type { StripeKeys } from '#server/env.ts'
import type { Attempt, Gateway } from '#server/payments/gateways/gateway.ts'
import { stripeGateway } from '#server/payments/gateways/stripe.ts'
import { contextWith, attempt as esewaAttempt } from './doubles.ts'

export const KEYS: StripeKeys = {
  secretKey: 'sk_test_secret',
  publishableKey: 'pk_test_public',
  webhookSecret: 'whsec_test',
}
export const attempt: Attempt = { ...esewaAttempt, method: 'stripe', gatewayId: 'pi_1' }

interface StripeCall {
  url: URL
  method: string
  headers: Headers
  form: Record<string, string>
}
/** Every call to Stripe, in order. Test files empty it before each test. */
export const calls: StripeCall[] = []

type Reply = (call: StripeCall) => Response | Promise<Response>
export function gateway(reply: Reply, more: Parameters<typeof contextWith>[1] = {}): Gateway {
  const context = contextWith((url, init) => {
    const call: StripeCall = {
      url,
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      form: Object.fromEntries(new URLSearchParams(String(init?.body ?? ''))),
    }
    calls.push(call)
    return reply(call)
  }, more)
  return stripeGateway(context, KEYS)
}

/** A paid intent as Stripe returns it. */
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
export const stub = (body: unknown, status = 200) => gateway(() => Response.json(body, { status }))
export const error = (type: string, code: string, status: number) =>
  stub({ error: { type, code, message: 'No.' } }, status)
