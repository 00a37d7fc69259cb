import * as z from 'zod/mini'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { endpoint } from './endpoint.ts'

/** What the running server can do, as opposed to what was built: read by the payment screen. */
export const readSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'anyone',
  input: z.object({}),
  output: z.object({
    payments: z.enum(['sandbox', 'test', 'live']),
    methods: z.array(
      z.object({
        id: z.enum(PAYMENT_METHODS),
        available: z.boolean(),
        reason: z.optional(z.string()),
        /** Nothing is sent to anybody, and no money moves. */
        simulated: z.optional(z.literal(true)),
        /** What to know of it before it is chosen. */
        note: z.optional(z.string()),
      }),
    ),
    holdMinutes: z.int(),
    /** How long before closing the sales for today end. */
    sameDayCutoffMinutes: z.int(),
    /** Stripe's publishable key, where cards can be paid with. */
    cardKey: z.optional(z.string()),
    debugPanel: z.boolean(),
    /** What is read on a receipt is made up. */
    simulatedReading: z.optional(z.literal(true)),
  }),
  failures: [],
})
