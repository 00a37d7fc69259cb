import * as z from 'zod'
import { nonEmptyText, slug } from './values.ts'

export const aboutSchema = <Image extends z.ZodType>(imageSchema: Image) => {
  const photo = z.strictObject({ src: imageSchema, alt: nonEmptyText })
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
    locationsTitle: nonEmptyText,
    mission: nonEmptyText,
    values: z.array(z.strictObject({ id: slug, title: nonEmptyText, text: nonEmptyText })).min(1, 'name at least one'),
  })
}
