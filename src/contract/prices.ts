import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const periods = z.object({ weekly: z.optional(z.int()), monthly: z.int(), annual: z.int() })

const priceTableSchema = z.object({
  locationId: z.string(),
  locationName: z.string(),
  prices: z.object({
    explorer: z.object({ daily: z.int(), originalDaily: z.optional(z.int()) }),
    professional: periods,
    enterprise: periods,
    'private-office': periods,
  }),
})

export const readPrices = endpoint({
  method: 'GET',
  path: '/api/prices',
  access: 'anyone',
  output: z.object({ tables: z.array(priceTableSchema) }),
})

/** Prices, closures and free seats on the pages by the name they are marked with; empty if there is none. */
export const readShownPrices = endpoint({
  method: 'GET',
  path: '/api/prices/figures',
  access: 'anyone',
  output: z.record(z.string(), z.string()),
})
