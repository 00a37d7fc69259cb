import * as z from 'zod'
import { WEEKDAYS } from '#domain/calendar.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import type { RequiredEntries } from './entries.ts'
import { clock, email, nonEmptyText, phone, slug, webAddress } from './values.ts'

const day = z
  .strictObject({ open: clock, close: clock })
  .refine(({ open, close }) => open < close, { path: ['close'], error: 'write a closing time after the opening time' })

/** The page of a location names its pictures by these, and its first one by the location. */
function checkUniqueImageIds(pictures: readonly { id: string }[], problems: z.RefinementCtx): void {
  const taken = new Set<string>(LOCATION_IDS)
  for (const [index, { id }] of pictures.entries()) {
    if (taken.has(id))
      problems.addIssue({ code: 'custom', path: [index, 'id'], message: 'give each picture an id of its own' })
    taken.add(id)
  }
}

/** Locations and price tables have one entry for each. */
export const REQUIRED_LOCATIONS: RequiredEntries = { ids: LOCATION_IDS, namedIn: 'content/location-ids.json' }

export const locationIdSchema = z.enum(LOCATION_IDS, {
  error: `write ${LOCATION_IDS.map((id) => JSON.stringify(id)).join(' or ')}, or add the id to content/location-ids.json`,
})

/** `picture` is Astro's image schema in pages and a plain path on the server. */
export const locationSchema = <Picture extends z.ZodType>(picture: Picture) =>
  z.strictObject({
    id: locationIdSchema,
    name: nonEmptyText,
    /** The place's name in Devanagari; new letters need a new subset of the font. */
    nativeName: nonEmptyText,
    /** How visitors write the name in a question, in Latin letters and in Devanagari. */
    knownAs: z.array(nonEmptyText).min(1, 'name at least one'),
    address: nonEmptyText,
    fullAddress: nonEmptyText,
    image: picture,
    imageAlt: nonEmptyText,
    /** Seats per day, one pool shared by all plans. */
    capacity: z.int().min(1),
    /** Left out while there is none. */
    rating: z.number().min(1).max(5).optional(),
    features: z.array(nonEmptyText).min(1, 'name at least one'),
    amenities: z.array(nonEmptyText).min(1, 'name at least one'),
    openingHours: z.strictObject(
      Object.fromEntries(WEEKDAYS.map((name) => [name, day])) as Record<(typeof WEEKDAYS)[number], typeof day>,
    ),
    available: z.boolean(),
    popular: z.boolean(),
    /** Shown on the badge, and on the disabled button where the location cannot be booked. */
    status: nonEmptyText,
    description: nonEmptyText,
    contact: z.strictObject({ phone, email }),
    googleMapsUrl: webAddress.optional(),
    /** Degrees, as a map tells them; for search engines. */
    geo: z
      .strictObject({
        latitude: z.number().min(26, 'write a place in Nepal: 26 to 31').max(31, 'write a place in Nepal: 26 to 31'),
        longitude: z.number().min(80, 'write a place in Nepal: 80 to 89').max(89, 'write a place in Nepal: 80 to 89'),
      })
      .optional(),
    gallery: z
      .array(
        z.strictObject({
          id: slug,
          src: picture,
          alt: nonEmptyText,
          title: nonEmptyText,
          /** How many cells of the gallery's grid it takes: two across, two down, or one. */
          span: z.enum(['wide', 'tall', 'single']),
        }),
      )
      .superRefine(checkUniqueImageIds),
    /** Address, contact, rating and geo are sample data; structured data omits them. */
    sample: z.boolean(),
  })
