import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { methodOfferSchema } from './method-offers.ts'

/** What the running server supports, as opposed to the build; read by the payment screen. */
export const readSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'anyone',
  output: z.object({
    payments: z.enum(['sandbox', 'test', 'live']),
    methods: z.array(
      z.extend(methodOfferSchema, {
        /** Simulated in the browser: nothing is sent to the gateway, and no money moves. */
        simulated: z.optional(z.literal(true)),
        /** Shown before the method is chosen. */
        note: z.optional(z.string()),
      }),
    ),
    holdMinutes: z.int(),
    /** Minutes before closing at which same-day sales end. */
    sameDayCutoffMinutes: z.int(),
    /** Stripe's publishable key, if cards are accepted. */
    cardKey: z.optional(z.string()),
    debugPanel: z.boolean(),
    /** Receipt readings are simulated. */
    simulatedReading: z.optional(z.literal(true)),
  }),
})
