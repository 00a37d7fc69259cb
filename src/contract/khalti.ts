import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The script of Khalti's older API. */
export const KHALTI_SCRIPT =
  'https://khalti.s3.ap-south-1.amazonaws.com/KPG/dist/2020.12.17.0.0.0/khalti-checkout.iffe.js'

/** Payment options offered in Khalti's window. */
export const KHALTI_PREFERENCES = ['KHALTI', 'EBANKING', 'MOBILE_BANKING', 'CONNECT_IPS', 'SCT'] as const

/**
 * Verifies a token from Khalti's window with the payment's own amount. Without a payment id nothing is found, because a
 * token does not identify a payment.
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
    /** `Completed` once verified, else our own state. */
    state: z.object({ name: z.string() }),
    /** Khalti's id of the transaction; empty until it is paid. */
    idx: z.string(),
  }),
  failures: ['not_found', 'too_many'],
})
