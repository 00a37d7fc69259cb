import * as z from 'zod'
import { FIGURES } from '#domain/figures.ts'
import { icon, slug, words } from './values.ts'

/** `avatar` holds the initials shown while there is no portrait. */
export const testimonialShape = z.strictObject({
  id: slug,
  name: words,
  role: words,
  company: words,
  content: words,
  avatar: z.string().regex(/^\p{Lu}{1,3}$/u, 'write one to three capital initials, such as "AS"'),
  rating: z.int().min(1).max(5),
  places: z.array(z.enum(['landing', 'membership'])).min(1, 'name at least one place'),
  /** Made up: structured data leaves it out. */
  sample: z.boolean(),
})

/** Answers name prices in braces, so that no price is written twice. */
export const questionShape = z.strictObject({
  id: slug,
  question: words,
  answer: words.refine(
    (text) => [...text.matchAll(/\{(.*?)\}/g)].every(([, name]) => FIGURES.some((known) => known === name)),
    `between braces write one of ${FIGURES.map((name) => `{${name}}`).join(', ')}`,
  ),
  pages: z.array(z.enum(['pricing', 'membership', 'contact'])).min(1, 'name at least one page'),
})

/** Display copy; nothing enforces these numbers. */
export const statisticShape = z.strictObject({
  id: slug,
  icon,
  label: words,
  value: words,
  places: z.array(z.enum(['hero', 'membership', 'about'])).min(1, 'name at least one place'),
})

/** What a membership includes, each with its number, which is displayed large. */
export const benefitShape = z.strictObject({ id: slug, figure: words, title: words, text: words })

export const amenityShape = z.strictObject({
  id: slug,
  icon,
  title: words,
  text: words,
  /** Set large on the wide bricks of the landing page. */
  figure: words.optional(),
})
