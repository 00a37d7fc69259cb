import * as z from 'zod'
import { DESCRIPTION_LENGTH, TITLE_LENGTH } from '#domain/listing.ts'
import { knownLocation } from './location.ts'
import { clock, email, phone, webAddress, words } from './values.ts'

const LEAD_LENGTH = `write ${DESCRIPTION_LENGTH.least} to ${DESCRIPTION_LENGTH.most} characters: search engines show it`
/** The longest page title before it, `Coworking membership in `, takes the rest of what search engines show. */
const MAX_CITIES_LENGTH = TITLE_LENGTH - 'Coworking membership in '.length

/** The only place for the business's name and contact details. */
export const brandShape = z.strictObject({
  name: words,
  nativeName: words,
  /** Shown with the name where the logo fails to load. */
  initials: z.string().regex(/^\p{Lu}{1,3}$/u, 'write one to three capital letters, such as "CH"'),
  tagline: words,
  /** Under the landing page's heading, and its description for search engines. */
  lead: words.min(DESCRIPTION_LENGTH.least, LEAD_LENGTH).max(DESCRIPTION_LENGTH.most, LEAD_LENGTH),
  /** Where the locations are, as titles and descriptions name it. */
  cities: words.max(MAX_CITIES_LENGTH, `write at most ${MAX_CITIES_LENGTH} characters, so that page titles fit`),
  /** The location whose prices the landing and pricing pages show. */
  pricesShownAt: knownLocation,
  assistantName: words,
  email,
  phone,
  whatsapp: phone,
  /** When the phone is answered, which differs from the opening hours of the locations. */
  hours: z.array(z.strictObject({ days: words, open: clock, close: clock })).min(1, 'name at least one'),
  replyTime: words,
  socials: z.array(z.strictObject({ network: words, url: webAddress })),
  announcement: words,
  copyrightYear: z.int().min(2000).max(2100),
  /** Numbers under which the business is registered and pays taxes; shown with the terms. */
  registration: z.strictObject({
    company: z.string().regex(/^[\d/-]{4,}$/, 'write the number in quotes, such as "123456/079/080"'),
    pan: z.string().regex(/^\d{9}$/, 'write the nine digits of the PAN in quotes'),
  }),
  /** Phone, email, socials and registration are sample data; docs/rules.md#content-and-pages. */
  sample: z.boolean(),
})
