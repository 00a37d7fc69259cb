import * as z from 'zod'
import { clock, email, phone, webAddress, words } from './values.ts'

/** The one place for the name and the ways to reach the business (decisions 17). */
export const brandShape = z.strictObject({
  name: words,
  nativeName: words,
  /** Shown with the name where the logo fails to load. */
  initials: z.string().regex(/^\p{Lu}{1,3}$/u, 'write one to three capital letters, such as "CH"'),
  tagline: words,
  assistantName: words,
  email,
  phone,
  whatsapp: phone,
  /** When the phone is answered (spec §1), which is not when the locations are open. */
  hours: z.array(z.strictObject({ days: words, open: clock, close: clock })).min(1, 'name at least one'),
  replyTime: words,
  socials: z.array(z.strictObject({ network: words, url: webAddress })),
  announcement: words,
  copyrightYear: z.int().min(2000).max(2100),
  /** Phone, email and socials are made up (decisions 48). */
  sample: z.boolean(),
})
