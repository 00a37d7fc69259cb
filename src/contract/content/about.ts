import * as z from 'zod'
import { nonEmptyText, slug } from './values.ts'

/** The words of the about page; its figures and places come from where they stand already. */
export const aboutSchema = <Picture extends z.ZodType>(picture: Picture) => {
  const photo = z.strictObject({ src: picture, alt: nonEmptyText })
  return z.strictObject({
    title: nonEmptyText,
    lead: nonEmptyText,
    photo,
    story: z.strictObject({
      title: nonEmptyText,
      opening: nonEmptyText,
      paragraphs: z.array(nonEmptyText).min(1, 'write at least one'),
      photo,
    }),
    /** Stands over the list of locations. */
    ledges: nonEmptyText,
    mission: nonEmptyText,
    values: z.array(z.strictObject({ id: slug, title: nonEmptyText, text: nonEmptyText })).min(1, 'name at least one'),
  })
}
