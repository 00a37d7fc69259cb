import * as z from 'zod'
import { nonEmptyText, slug } from './values.ts'

const href = z
  .string()
  .regex(/^\/(#?[a-z0-9][a-z0-9/#-]*)?$/, 'write an address on this site that begins with /, such as "/pricing"')

/**
 * `pages` lists the pages that exist. `header` and `footer` name pages in display order and show only those that exist,
 * so adding a page means adding its line.
 */
export const navigationSchema = z.strictObject({
  pages: z.array(z.strictObject({ id: slug, label: nonEmptyText, href })),
  header: z.array(slug),
  footer: z.array(z.strictObject({ title: nonEmptyText, pages: z.array(slug) })),
})
export type Navigation = z.output<typeof navigationSchema>
export type Destination = Navigation['pages'][number]

/** The named pages that exist, in the order they are named in. */
export const listDestinations = (navigation: Navigation, ids: readonly string[]): Destination[] =>
  ids.flatMap((id) => navigation.pages.find((page) => page.id === id) ?? [])
