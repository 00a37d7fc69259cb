import * as z from 'zod/mini'

export const PAGE_SIZE = 25
export const MAX_PAGE_SIZE = 100
/** Lists count rows up to this number; one more means that there are more. */
export const MAX_COUNTED = 10_000

/** What every list response contains besides its rows. */
export const pageSchema = {
  /** Cursor of the next page. */
  next: z.nullable(z.string()),
  /** Rows in all pages, on the first page only; `MAX_COUNTED + 1` for more than `MAX_COUNTED`. */
  total: z.optional(z.int()),
}
