import * as z from 'zod'
import { WEEKDAYS } from '#domain/calendar.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import type { RequiredEntries } from './entries.ts'
import { clock, email, halfHour, nonEmptyText, phone, slug, webAddress } from './values.ts'

const day = z
  .strictObject({ open: clock, close: clock })
  .refine(({ open, close }) => open < close, { path: ['close'], error: 'write a closing time after the opening time' })

const tours = z.strictObject({
  /** The first tour starts at `from`, the last one ends at `to`, on each day within the opening hours. */
  hours: z
    .strictObject({ from: halfHour, to: halfHour })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'write an end after the start' }),
})

/** The limits of Nepal, which catch a latitude in the place of a longitude. */
const degrees = (name: string, min: number, max: number) => {
  const fix = `write ${name} from ${min} to ${max}`
  return z.number().min(min, fix).max(max, fix)
}

/** Image ids become fragment addresses of the page. */
function checkUniqueImageIds(images: readonly { id: string }[], problems: z.RefinementCtx): void {
  const usedIds = new Set<string>(LOCATION_IDS)
  for (const [index, { id }] of images.entries()) {
    if (usedIds.has(id))
      problems.addIssue({ code: 'custom', path: [index, 'id'], message: 'give each image its own id' })
    usedIds.add(id)
  }
}

function checkMissing(
  { features, amenities, missing }: Record<'features' | 'amenities' | 'missing', readonly string[]>,
  problems: z.RefinementCtx,
): void {
  for (const [index, name] of missing.entries())
    if ([...features, ...amenities].includes(name))
      problems.addIssue({
        code: 'custom',
        path: ['missing', index],
        message: 'remove it here or from what the location has',
      })
}

/** Locations and price tables have one entry for each. */
export const REQUIRED_LOCATIONS: RequiredEntries = { ids: LOCATION_IDS, namedIn: 'content/location-ids.json' }

export const locationIdSchema = z.enum(LOCATION_IDS, {
  error: `write ${LOCATION_IDS.map((id) => JSON.stringify(id)).join(' or ')}, or add the id to content/location-ids.json`,
})

/** The image schema is Astro's in pages and a plain path on the server. */
export const locationSchema = <Image extends z.ZodType>(imageSchema: Image) =>
  z
    .strictObject({
      id: locationIdSchema,
      /** Begins the numbers of its bills. */
      outletCode: z.string().regex(/^[A-Z]{2,4}$/, 'write two to four capital letters, such as "KAU"'),
      name: nonEmptyText,
      /** In Devanagari. */
      nativeName: nonEmptyText,
      /** How visitors write the name in a question, in Latin letters and in Devanagari. */
      knownAs: z.array(nonEmptyText).min(1, 'name at least one'),
      address: nonEmptyText,
      fullAddress: nonEmptyText,
      image: imageSchema,
      imageAlt: nonEmptyText,
      /** Seats per day, one pool shared by all plans. */
      capacity: z.int().min(1),
      rating: z.number().min(1).max(5).optional(),
      features: z.array(nonEmptyText).min(1, 'name at least one'),
      amenities: z.array(nonEmptyText).min(1, 'name at least one'),
      /** What visitors may expect and do not find, listed as not available. */
      missing: z.array(nonEmptyText),
      openingHours: z.strictObject(
        Object.fromEntries(WEEKDAYS.map((name) => [name, day])) as Record<(typeof WEEKDAYS)[number], typeof day>,
      ),
      available: z.boolean(),
      popular: z.boolean(),
      /** Shown on the badge. The exact text `Coming Soon` also excludes it from counts and filters. */
      status: nonEmptyText,
      description: nonEmptyText,
      contact: z.strictObject({ phone, email }),
      googleMapsUrl: webAddress.optional(),
      directions: z.strictObject({
        street: nonEmptyText,
        /** As in "5 min walk from the Garden of Dreams". */
        landmark: nonEmptyText,
        walkingMinutes: z.int().min(1),
        parking: nonEmptyText,
      }),
      /** For search engines and the map of the valley, which does not show a location elsewhere. */
      geo: z.strictObject({
        latitude: degrees('a latitude', 26.3, 30.5),
        longitude: degrees('a longitude', 80, 88.3),
      }),
      /** How customers get in, for the location's page and the page and emails of a booking. */
      doorNote: nonEmptyText.optional(),
      /** Visitors can book a free tour. */
      tours: tours.optional(),
      gallery: z
        .array(
          z.strictObject({
            id: slug,
            src: imageSchema,
            alt: nonEmptyText,
            title: nonEmptyText,
            /** Cells of the gallery's grid: two across, two down, or one. */
            span: z.enum(['wide', 'tall', 'single']),
          }),
        )
        .superRefine(checkUniqueImageIds),
      /** Address, contact, directions, door note, tour hours, rating and geo are sample data; structured data omits them. */
      sample: z.boolean(),
    })
    .superRefine(checkMissing)
