import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Replaces the provider's script in the sandbox. */
export const SANDBOX_CARD_SCRIPT = '/sandbox/stripe/stripe.js'

/** The provider's script cannot be loaded. */
export const CARD_NOT_INITIALIZED = 'Failed to initialize Stripe'
/** A card is declined without a message. */
export const CARD_FAILED = 'Payment failed'

/** A declined card, or a 3-D Secure step that failed. */
export const CARD_NOT_CONFIRMED =
  'Your bank did not confirm the payment. Nothing was charged: try again, or choose another method.'

/** Creates a card intent under the field names of the payment form. The payer's details come from the booking. */
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

/** The signature covers the bytes of the body. */
export const receiveStripeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'anyone',
  raw: true,
  input: z.string(),
  output: z.object({ received: z.literal(true) }),
  failures: ['not_found', 'bad_signature', 'gateway_unavailable'],
})
