import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Shown when the provider's script cannot be loaded, and when a card is declined without a message. */
export const CARD_NOT_INITIALIZED = 'Failed to initialize Stripe'
export const CARD_FAILED = 'Payment failed'

/** A declined card, or a 3-D Secure step that failed. */
export const CARD_NOT_CONFIRMED =
  'Your bank did not confirm the payment. Nothing was charged: try again, or choose another method.'

/** What Stripe's form needs on a page that takes cards, by directive of its policy. */
export const STRIPE_HOSTS = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://m.stripe.network'],
  connect: ['https://api.stripe.com', 'https://m.stripe.network'],
} as const

/**
 * Creates a card intent under the field names of the payment form. The payer's details come from the booking, not from
 * the request.
 */
export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'customer',
  input: z.strictObject({
    booking_id: z.string().check(z.maxLength(60)),
    /** Paisa: compared with the booking, never charged. */
    amount: z.optional(z.int()),
    currency: z.optional(z.literal('npr')),
    customer_info: z.optional(z.record(z.string(), z.unknown())),
  }),
  output: z.object({ client_secret: z.string(), payment_id: z.string() }),
  failures: [
    'not_found',
    'not_payable',
    'no_more_extensions',
    'unavailable',
    'unsupported_method',
    'amount_too_small',
    'gateway_unavailable',
    'too_many',
  ],
})

/** What Stripe sends by itself. Its signature is over the bytes of the body. */
export const receiveStripeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'anyone',
  raw: true,
  input: z.string(),
  output: z.object({ received: z.literal(true) }),
  failures: ['not_found', 'bad_signature', 'gateway_unavailable'],
})
