import * as z from 'zod'
import { formatMethodFee, PAYMENT_METHODS } from '#domain/payment.ts'
import type { RequiredEntries } from './entries.ts'
import { nonEmptyText } from './values.ts'

export const REQUIRED_PAYMENT_METHODS: RequiredEntries = { ids: PAYMENT_METHODS, namedIn: 'src/domain/payment.ts' }

export const paymentMethodSchema = z
  .strictObject({
    id: z.enum(PAYMENT_METHODS),
    name: nonEmptyText,
    description: nonEmptyText,
    features: z.array(nonEmptyText).min(1, 'name at least one'),
    processingTime: nonEmptyText,
    popular: z.boolean(),
    /** For the QR panel. */
    supportedBanks: z.array(nonEmptyText).min(1, 'name at least one').optional(),
  })
  .transform((method) => ({ ...method, feeText: formatMethodFee(method.id) }))
