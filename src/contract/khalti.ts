import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Where Khalti serves the script of its older API; the payment pages' policy allows it only where that API is chosen. */
export const KHALTI_SCRIPT =
  'https://khalti.s3.ap-south-1.amazonaws.com/KPG/dist/2020.12.17.0.0.0/khalti-checkout.iffe.js'
/** Where the script's own frame comes from. */
export const KHALTI_FRAMES = 'https://khalti.com'

/** Payment options offered in Khalti's window. */
export const KHALTI_PREFERENCES = ['KHALTI', 'EBANKING', 'MOBILE_BANKING', 'CONNECT_IPS', 'SCT'] as const

/**
 * Verifies at Khalti the token that its window gave the payer's browser, with the payment's own amount: the amount sent
 * is a hint. Without a payment id nothing is found, because a token does not say what it pays.
 */
export const verifyKhalti = endpoint({
  method: 'POST',
  path: '/api/khalti/verify',
  access: 'anyone',
  input: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    amount: z.int(),
    paymentId: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({
    /** `Completed` once the payment is verified; else how it stands with us. */
    state: z.object({ name: z.string() }),
    /** Khalti's id of the transaction; empty until it is paid. */
    idx: z.string(),
  }),
  failures: ['not_found', 'too_many'],
})
