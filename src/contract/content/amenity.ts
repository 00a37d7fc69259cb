import * as z from 'zod'
import { icon, nonEmptyText, slug } from './values.ts'

export const amenitySchema = z.strictObject({
  id: slug,
  icon,
  title: nonEmptyText,
  text: nonEmptyText,
  /** Displayed large on the wide cells of the landing page. */
  highlight: nonEmptyText.optional(),
})
