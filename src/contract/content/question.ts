import * as z from 'zod'
import { PRICE_PLACEHOLDERS } from '#domain/shown-prices.ts'
import { href } from './navigation.ts'
import { nonEmptyText, slug } from './values.ts'

/** Answers name prices in braces, so that no price is written twice. */
export const questionSchema = z.strictObject({
  id: slug,
  question: nonEmptyText,
  answer: nonEmptyText.refine(
    (text) => [...text.matchAll(/\{(.*?)\}/g)].every(([, name]) => PRICE_PLACEHOLDERS.some((known) => known === name)),
    `between braces write one of ${PRICE_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`,
  ),
  /** Below the answer. */
  link: z.strictObject({ label: nonEmptyText, href }).optional(),
  pages: z.array(z.enum(['pricing', 'membership', 'contact'])).min(1, 'name at least one page'),
})
