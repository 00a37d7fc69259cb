import * as z from 'zod'
import { ROOM_KINDS } from '#domain/room.ts'
import { locationIdSchema } from './location.ts'
import { halfHour, nonEmptyText, slug } from './values.ts'

/** The image schema is Astro's in pages and a plain path on the server. */
export const roomSchema = <Image extends z.ZodType>(imageSchema: Image) =>
  z.strictObject({
    id: slug,
    locationId: locationIdSchema,
    name: nonEmptyText,
    kind: z.enum(ROOM_KINDS),
    seats: z.int().min(1),
    equipment: z.array(nonEmptyText),
    picture: z.strictObject({ src: imageSchema, alt: nonEmptyText }).optional(),
    /** Reservations are within these and the opening hours of the day. Without them, within the opening hours. */
    bookableHours: z
      .strictObject({ open: halfHour, close: halfHour })
      .refine(({ open, close }) => open < close, { path: ['close'], error: 'write an end after the start' })
      .optional(),
    /** Kept free after each reservation. */
    bufferMinutes: z.int().min(0).max(120).multipleOf(30, 'write 0, 30, 60, 90 or 120').default(0),
    /** The room is a sample; structured data omits it. */
    sample: z.boolean(),
  })
