import * as z from 'zod/mini'
import { paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'

/** Paisa by price cell (`kausimaa/explorer/daily`); `null` for a week that is not sold. */
const amounts = z.record(z.string(), z.nullable(paisaSchema))

const priceListSchema = z.object({
  /** Increases with every change; 0 for the prices of the content. */
  version: z.int(),
  amounts,
})
export type PriceList = z.output<typeof priceListSchema>

const priceRevisionSchema = z.object({
  version: z.int(),
  by: z.string(),
  createdAt: z.string(),
  /** The version that this one undoes. */
  undoes: z.nullable(z.int()),
  changes: z.array(z.object({ cell: z.string(), before: z.nullable(paisaSchema), after: z.nullable(paisaSchema) })),
})
export type PriceRevision = z.output<typeof priceRevisionSchema>
export type PriceChange = PriceRevision['changes'][number]

export const readPriceList = staffEndpoint({
  method: 'GET',
  path: '/api/admin/prices',
  role: 'manager',
  output: priceListSchema,
})

/** Saves all changed cells or none; `fields` of a failure has messages by cell. */
export const savePrices = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/prices',
  role: 'manager',
  fresh: true,
  input: z.object({ version: z.int(), changes: z.record(z.string(), z.nullable(z.number())) }),
  output: priceListSchema,
  failures: ['invalid', 'changed_meanwhile'],
})

/** Undoes the last change in a new revision. */
export const undoPrices = staffEndpoint({
  method: 'POST',
  path: '/api/admin/prices/undo',
  role: 'manager',
  fresh: true,
  input: z.object({ version: z.int() }),
  output: priceListSchema,
  failures: ['invalid', 'changed_meanwhile', 'not_found'],
})

/** Newest first; `next` is the `before` of the next page. */
export const readPriceHistory = staffEndpoint({
  method: 'GET',
  path: '/api/admin/prices/history',
  role: 'manager',
  input: z.object({ before: z.optional(z.string()) }),
  output: z.object({ items: z.array(priceRevisionSchema), next: z.nullable(z.string()) }),
  failures: ['invalid'],
})
