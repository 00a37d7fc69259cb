import * as z from 'zod'
import { nonEmptyText, slug } from './values.ts'

export const href = z
  .string()
  .regex(/^\/(#?[a-z0-9][a-z0-9/#-]*)?$/, 'write an address on this site that begins with /, such as "/pricing"')

/** `pages` lists the pages that exist; `header` and `footer` show only those. */
export const navigationSchema = z.strictObject({
  pages: z.array(z.strictObject({ id: slug, label: nonEmptyText, href })),
  header: z.array(slug),
  footer: z.array(z.strictObject({ title: nonEmptyText, pages: z.array(slug) })),
})
type Navigation = z.output<typeof navigationSchema>
type Destination = Navigation['pages'][number]

export const listDestinations = (navigation: Navigation, ids: readonly string[]): Destination[] =>
  ids.flatMap((id) => navigation.pages.find((page) => page.id === id) ?? [])
