import * as z from 'zod'
import { PLAN_IDS, PLAN_TYPES, planType } from '#domain/plan.ts'
import type { Required } from './list.ts'
import { wholeRupees, words } from './values.ts'

export const EVERY_PLAN: Required = { ids: PLAN_IDS, namedIn: 'src/domain/plan.ts' }

/** What a plan is. Its prices are in `prices.json`. */
export const planShape = z
  .strictObject({
    id: z.enum(PLAN_IDS),
    name: words,
    type: z.enum(PLAN_TYPES),
    subtitle: words,
    description: words,
    features: z.array(words).min(1, 'name at least one'),
    limitations: z.array(words),
    /** Included in each month, for each seat; 0 for none. */
    includedRoomMinutes: z.int().min(0),
    includedGuestDays: z.int().min(0),
    /** Whether it can be booked; `status` says why not. */
    available: z.boolean(),
    status: words,
    popular: z.boolean(),
    cta: words,
    /** Shown where the price table has an `originalDaily`. */
    promotion: words.optional(),
  })
  .refine(({ id, type }) => planType(id) === type, {
    path: ['type'],
    error: ({ input }) => `write "${planType((input as { id: (typeof PLAN_IDS)[number] }).id)}", the type of this plan`,
  })

/** Texts and guide prices of the membership page, in whole rupees; nothing is charged from them. */
export const membershipPlanShape = z
  .strictObject({
    id: z.enum(PLAN_IDS),
    name: words,
    subtitle: words,
    price: wholeRupees,
    period: z.enum(['day', 'month']),
    originalPrice: wholeRupees,
    annualPrice: wholeRupees.optional(),
    popular: z.boolean(),
    description: words,
    features: z.array(words).min(1, 'name at least one'),
    limitations: z.array(words),
    cta: words,
  })
  .refine(({ price, originalPrice }) => price < originalPrice, {
    path: ['originalPrice'],
    error: 'write the earlier price, which is above the present one',
  })
