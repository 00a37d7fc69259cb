import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const periods = z.object({ weekly: z.optional(z.int()), monthly: z.int(), annual: z.int() })

export const priceTableSchema = z.object({
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
  input: z.object({}),
  output: z.object({ tables: z.array(priceTableSchema) }),
  failures: [],
})

/** Figures of the pages by the names they are marked with, as they are shown; empty where there is none. */
export const readShownPrices = endpoint({
  method: 'GET',
  path: '/api/prices/figures',
  access: 'anyone',
  input: z.object({}),
  output: z.record(z.string(), z.string()),
  failures: [],
})
