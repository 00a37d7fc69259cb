import * as z from 'zod'
import { nonEmptyText, slug } from './values.ts'

/** `avatar` holds the initials shown while there is no portrait. */
export const testimonialSchema = z.strictObject({
  id: slug,
  name: nonEmptyText,
  role: nonEmptyText,
  company: nonEmptyText,
  content: nonEmptyText,
  avatar: z.string().regex(/^\p{Lu}{1,3}$/u, 'write one to three capital initials, such as "AS"'),
  rating: z.int().min(1).max(5),
  pages: z.array(z.enum(['landing', 'membership'])).min(1, 'name at least one page'),
  /** Sample data; structured data omits it. */
  sample: z.boolean(),
})
