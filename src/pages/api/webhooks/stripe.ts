import { receiveStripeWebhook } from '#contract/card.ts'
import { handle, resource } from '#server/endpoint.ts'
import { handleWebhook } from '#server/payments/webhooks.ts'

export const ALL = resource(
  handle(receiveStripeWebhook, ({ app, input, request }) =>
    handleWebhook(app, 'stripe', input, request.headers.get('stripe-signature') ?? ''),
  ),
)
