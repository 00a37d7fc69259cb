import * as z from 'zod'
import { DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#domain/page-metadata.ts'
import { locationIdSchema } from './location.ts'
import { clock, email, nonEmptyText, phone, webAddress } from './values.ts'

const LEAD_LENGTH_HINT = `write ${DESCRIPTION_LENGTH.min} to ${DESCRIPTION_LENGTH.max} characters: search engines show it`
/** The longest title prefix, `Coworking membership in `, leaves this many characters of what search engines show. */
const MAX_CITIES_LENGTH = MAX_TITLE_LENGTH - 'Coworking membership in '.length

/** The only place for the business's name and contact details. */
export const brandSchema = z.strictObject({
  name: nonEmptyText,
  /** The seller on bills. */
  legalName: nonEmptyText,
  nativeName: nonEmptyText,
  /** Shown with the name where the logo fails to load. */
  initials: z.string().regex(/^\p{Lu}{1,3}$/u, 'write one to three capital letters, such as "CH"'),
  tagline: nonEmptyText,
  /** Under the landing page's heading, and its description for search engines. */
  lead: nonEmptyText.min(DESCRIPTION_LENGTH.min, LEAD_LENGTH_HINT).max(DESCRIPTION_LENGTH.max, LEAD_LENGTH_HINT),
  /** Where the locations are, as used in titles and descriptions. */
  cities: nonEmptyText.max(MAX_CITIES_LENGTH, `write at most ${MAX_CITIES_LENGTH} characters, so that page titles fit`),
  /** The location whose prices the landing and pricing pages show. */
  pricesShownAt: locationIdSchema,
  assistantName: nonEmptyText,
  email,
  phone,
  whatsapp: phone,
  /** The registered address, in the footer of emails and on bills. */
  address: nonEmptyText,
  /** When the phone is answered, which differs from the opening hours of the locations. */
  hours: z.array(z.strictObject({ days: nonEmptyText, open: clock, close: clock })).min(1, 'name at least one'),
  replyTime: nonEmptyText,
  socials: z.array(z.strictObject({ network: nonEmptyText, url: webAddress })),
  announcement: nonEmptyText,
  copyrightYear: z.int().min(2000).max(2100),
  /** Shown with the terms; the PAN also on bills. */
  registration: z.strictObject({
    company: z.string().regex(/^[\d/-]{4,}$/, 'write the number in quotes, such as "123456/079/080"'),
    pan: z.string().regex(/^\d{9}$/, 'write the nine digits of the PAN in quotes'),
  }),
  /** Legal name, phone, email, address, socials and registration are sample data; docs/rules.md#content-and-pages. */
  sample: z.boolean(),
})
