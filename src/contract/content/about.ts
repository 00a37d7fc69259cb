import * as z from 'zod'
import { slug, words } from './values.ts'

/** The words of the about page; its figures and places come from where they stand already. */
export const aboutShape = <Picture extends z.ZodType>(picture: Picture) => {
  const photo = z.strictObject({ src: picture, alt: words })
  return z.strictObject({
    title: words,
    lead: words,
    photo,
    story: z.strictObject({
      title: words,
      opening: words,
      paragraphs: z.array(words).min(1, 'write at least one'),
      photo,
    }),
    /** Stands over the list of locations. */
    ledges: words,
    mission: words,
    values: z.array(z.strictObject({ id: slug, title: words, text: words })).min(1, 'name at least one'),
  })
}
