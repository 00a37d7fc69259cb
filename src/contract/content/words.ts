import * as z from 'zod'
import { PRICE_PLACEHOLDERS } from '#domain/shown-prices.ts'
import { icon, nonEmptyText, slug } from './values.ts'

/** `avatar` holds the initials shown while there is no portrait. */
export const testimonialSchema = z.strictObject({
  id: slug,
  name: nonEmptyText,
  role: nonEmptyText,
  company: nonEmptyText,
  content: nonEmptyText,
  avatar: z.string().regex(/^\p{Lu}{1,3}$/u, 'write one to three capital initials, such as "AS"'),
  rating: z.int().min(1).max(5),
  places: z.array(z.enum(['landing', 'membership'])).min(1, 'name at least one place'),
  /** Made up: structured data leaves it out. */
  sample: z.boolean(),
})

/** Answers name prices in braces, so that no price is written twice. */
export const questionSchema = z.strictObject({
  id: slug,
  question: nonEmptyText,
  answer: nonEmptyText.refine(
    (text) => [...text.matchAll(/\{(.*?)\}/g)].every(([, name]) => PRICE_PLACEHOLDERS.some((known) => known === name)),
    `between braces write one of ${PRICE_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`,
  ),
  pages: z.array(z.enum(['pricing', 'membership', 'contact'])).min(1, 'name at least one page'),
})

/** Display copy; nothing enforces these numbers. */
export const statisticSchema = z.strictObject({
  id: slug,
  icon,
  label: nonEmptyText,
  value: nonEmptyText,
  places: z.array(z.enum(['hero', 'membership', 'about'])).min(1, 'name at least one place'),
})

/** What a membership includes, each with its number, which is displayed large. */
export const benefitSchema = z.strictObject({ id: slug, figure: nonEmptyText, title: nonEmptyText, text: nonEmptyText })

export const amenitySchema = z.strictObject({
  id: slug,
  icon,
  title: nonEmptyText,
  text: nonEmptyText,
  /** Set large on the wide bricks of the landing page. */
  figure: nonEmptyText.optional(),
})
