import * as z from 'zod'
import { nonEmptyText, slug } from './values.ts'

/** What a membership includes; `highlight` is displayed large. */
export const benefitSchema = z.strictObject({
  id: slug,
  highlight: nonEmptyText,
  title: nonEmptyText,
  text: nonEmptyText,
})
