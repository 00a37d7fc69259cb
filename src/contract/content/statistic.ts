import * as z from 'zod'
import { icon, nonEmptyText, slug } from './values.ts'

/** Display copy; nothing enforces these numbers. */
export const statisticSchema = z.strictObject({
  id: slug,
  icon,
  label: nonEmptyText,
  value: nonEmptyText,
  pages: z.array(z.enum(['landing', 'membership', 'about'])).min(1, 'name at least one page'),
})
