import * as z from 'zod'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { Required } from './list.ts'
import { words } from './values.ts'

export const EVERY_PAYMENT_METHOD: Required = { ids: PAYMENT_METHODS, namedIn: 'src/domain/payment.ts' }

/** The fee charged is `methodFee`; `fees` is only its wording. */
export const paymentMethodShape = z.strictObject({
  id: z.enum(PAYMENT_METHODS),
  name: words,
  description: words,
  features: z.array(words).min(1, 'name at least one'),
  fees: words,
  processingTime: words,
  popular: z.boolean(),
  /** For the QR panel. */
  supportedBanks: z.array(words).min(1, 'name at least one').optional(),
})
