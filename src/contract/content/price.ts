import * as z from 'zod'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { annualPriceProblem, isWeeklyPriceValid } from '#domain/price-list.ts'
import { locationIdSchema } from './location.ts'
import { nonEmptyText, price, slug } from './values.ts'

/** The checks catch a price in rupees among prices in paisa. */
const periods = z
  .strictObject({ weekly: price.optional(), monthly: price, annual: price })
  .refine(isWeeklyPriceValid, {
    path: ['weekly'],
    error: 'write a price below the monthly one, both in paisa (NPR × 100)',
  })
  .refine((prices) => annualPriceProblem(prices) === undefined, {
    path: ['annual'],
    error: 'write a price above the monthly one and at most twelve times it, both in paisa (NPR × 100)',
  })

const daily = z
  .strictObject({ daily: price, originalDaily: price.optional() })
  .refine(({ daily, originalDaily }) => originalDaily === undefined || originalDaily > daily, {
    path: ['originalDaily'],
    error: 'write the earlier price, which is above "daily", or remove the field',
  })

/** Prices of one location in paisa, which apply until staff change them. */
export const priceTableContentSchema = z.strictObject({
  locationId: locationIdSchema,
  locationName: nonEmptyText,
  prices: z.strictObject({ explorer: daily, professional: periods, enterprise: periods, 'private-office': periods }),
})

/** Add-ons of the booking form; docs/rules.md#add-ons. */
export const addOnSchema = z.strictObject({
  id: z.enum(ADD_ON_IDS),
  name: nonEmptyText,
  price,
  per: z.enum(['hour', 'guest_day', 'month']),
  /** The unit as shown after the price. */
  unit: nonEmptyText,
  description: nonEmptyText,
})

/** Add-ons as the pricing page lists them, with their own prices; docs/rules.md#add-ons. */
export const pricingExtraSchema = z.strictObject({
  id: slug,
  name: nonEmptyText,
  price,
  unit: nonEmptyText,
  /** The same add-on in the booking form, which can have another price. */
  addOn: z.enum(ADD_ON_IDS).optional(),
})
