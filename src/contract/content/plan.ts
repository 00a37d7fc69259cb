import * as z from 'zod'
import { PLAN_IDS, PLAN_TYPES, planType } from '#domain/plan.ts'
import type { RequiredEntries } from './entries.ts'
import { nonEmptyText, wholeRupees } from './values.ts'

export const REQUIRED_PLANS: RequiredEntries = { ids: PLAN_IDS, namedIn: 'src/domain/plan.ts' }

/** A week includes a quarter of it, which is whole half hours. */
const wholeShares = 'write 0 or a multiple of 120 minutes, such as 480 for 8 hours a month'
const roomMinutes = z.int(wholeShares).min(0, wholeShares).multipleOf(120, wholeShares)

/** Prices are in `prices.json`. */
export const planSchema = z
  .strictObject({
    id: z.enum(PLAN_IDS),
    name: nonEmptyText,
    type: z.enum(PLAN_TYPES),
    subtitle: nonEmptyText,
    description: nonEmptyText,
    features: z.array(nonEmptyText).min(1, 'name at least one'),
    limitations: z.array(nonEmptyText),
    /** Per month and seat; 0 for none. */
    includedRoomMinutes: roomMinutes,
    includedGuestDays: z.int().min(0),
    available: z.boolean(),
    status: nonEmptyText,
    popular: z.boolean(),
    cta: nonEmptyText,
    /** Shown where the price table has an `originalDaily`. */
    promotion: nonEmptyText.optional(),
  })
  .refine(({ id, type }) => planType(id) === type, {
    path: ['type'],
    error: ({ input }) => `write "${planType((input as { id: (typeof PLAN_IDS)[number] }).id)}", the type of this plan`,
  })

/** Texts and guide prices of the membership page, in whole rupees; nothing is charged from them. */
export const membershipPlanSchema = z
  .strictObject({
    id: z.enum(PLAN_IDS),
    name: nonEmptyText,
    subtitle: nonEmptyText,
    price: wholeRupees,
    period: z.enum(['day', 'month']),
    originalPrice: wholeRupees,
    annualPrice: wholeRupees.optional(),
    popular: z.boolean(),
    description: nonEmptyText,
    features: z.array(nonEmptyText).min(1, 'name at least one'),
    limitations: z.array(nonEmptyText),
    cta: nonEmptyText,
  })
  .refine(({ price, originalPrice }) => price < originalPrice, {
    path: ['originalPrice'],
    error: 'write the earlier price, which is above the current one',
  })
