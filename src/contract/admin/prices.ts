import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Prices in paisa by the name of their cell (`kausimaa/explorer/daily`); null where a week is not sold. */
const amounts = z.record(z.string(), z.nullable(z.int()))

const priceListSchema = z.object({
  /** Rises with every change: an edit says which one it saw. 0 as long as the content's prices hold. */
  version: z.int(),
  amounts,
})
export type PriceList = z.output<typeof priceListSchema>

const priceRevisionSchema = z.object({
  version: z.int(),
  by: z.string(),
  createdAt: z.string(),
  /** The version that this one took back. */
  undoes: z.nullable(z.int()),
  changes: z.array(z.object({ cell: z.string(), before: z.nullable(z.int()), after: z.nullable(z.int()) })),
})
export type PriceRevision = z.output<typeof priceRevisionSchema>
export type PriceChange = PriceRevision['changes'][number]

export const readPriceList = endpoint({
  method: 'GET',
  path: '/api/admin/prices',
  access: 'staff',
  role: 'manager',
  input: z.object({}),
  output: priceListSchema,
  failures: [],
})

/** Saves the changed cells together or not at all. `fields` of a refusal have sentences by cell. */
export const savePrices = endpoint({
  method: 'PUT',
  path: '/api/admin/prices',
  access: 'staff',
  role: 'manager',
  fresh: true,
  input: z.object({ version: z.int(), changes: z.record(z.string(), z.nullable(z.number())) }),
  output: priceListSchema,
  failures: ['invalid', 'changed_meanwhile'],
})

/** Takes the last change back, as a change of its own. */
export const undoPrices = endpoint({
  method: 'POST',
  path: '/api/admin/prices/undo',
  access: 'staff',
  role: 'manager',
  fresh: true,
  input: z.object({ version: z.int() }),
  output: priceListSchema,
  failures: ['invalid', 'changed_meanwhile', 'not_found'],
})

/** Every change, newest first; `next` is the `before` of the next page. */
export const readPriceHistory = endpoint({
  method: 'GET',
  path: '/api/admin/prices/history',
  access: 'staff',
  role: 'manager',
  input: z.object({ before: z.optional(z.string()) }),
  output: z.object({ items: z.array(priceRevisionSchema), next: z.nullable(z.string()) }),
  failures: ['invalid'],
})
