import * as z from 'zod'
import { type ClockTime, type IsoDate, parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import { type Paisa, paisa } from '#domain/money.ts'

/** Each error message says how to fix the value. */
export const nonEmptyText = z
  .string()
  .trim()
  .min(1, 'write a text between the quotes, or remove the field if it is optional')

/** `my-entry-2`: every id has this form, because ids become addresses. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'write small letters, digits and single hyphens, such as "dhobighat-hub"')

export const icon = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'write the name of a Lucide icon as on lucide.dev/icons, such as "map-pin"')

export const clock = z
  .string()
  .refine((text) => parseClockTime(text), {
    error: 'write a time as HH:MM from 00:00 to 23:59, such as "09:00"',
    abort: true,
  })
  .transform((text) => text as ClockTime)

export const halfHour = clock.refine((time) => /:[03]0$/.test(time), 'write a full or half hour, such as "10:30"')

const dateHint = 'write a date as YYYY-MM-DD, such as 2026-09-18'
export const isoDate = z
  .string(dateHint)
  .refine((text) => parseIsoDate(text), { error: dateHint, abort: true })
  .transform((text) => text as IsoDate)

export const price = z
  .int('write whole paisa (NPR × 100) without quotes, such as 950000 for NPR 9,500')
  .positive('write whole paisa (NPR × 100) above 0, such as 950000 for NPR 9,500')
  .transform((amount): Paisa => paisa(amount))

export const wholeRupees = z
  .int('write whole rupees without quotes, such as 8999')
  .positive('write whole rupees above 0, such as 8999')

/** `exists` checks the file where possible; `root` is the relative path to the directory above src. */
export const imagePath = (exists: (path: string) => boolean = () => true, root = '..') =>
  z
    .string()
    .regex(new RegExp(`^${RegExp.escape(root)}/src/assets/images/[\\w-]+\\.(jpe?g|png|webp|avif)$`), {
      error: `write the path of an image in src/assets/images, such as "${root}/src/assets/images/kausimaa-1.jpg"`,
      abort: true,
    })
    .refine(exists, 'add the image there or correct the file name: there is no such file')

export const phone = z
  .string()
  .regex(/^\+977 \d{1,3} \d{3} \d{4}$/, 'write the number with its country code, such as "+977 1 000 0000"')

export const email = z.email('write an email address, such as "hello@chautari.example"')

export const webAddress = z.url({
  protocol: /^https$/,
  error: 'write a complete URL that starts with https://, or remove the field',
})
