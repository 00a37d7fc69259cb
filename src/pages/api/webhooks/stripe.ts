import { takeStripeNotice } from '#contract/card.ts'
import { on, resource } from '#server/endpoint.ts'
import { takeNotice } from '#server/payments/notices.ts'

export const prerender = false

export const ALL = resource(
  on(takeStripeNotice, ({ app, input, request }) =>
    takeNotice(app, 'stripe', input, request.headers.get('stripe-signature') ?? ''),
  ),
)
