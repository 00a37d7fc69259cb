import type { Booking } from '../db/schema.ts'
import { type EmailContent, facts, paragraph } from '../mail/content.ts'
import { buildBookingEmail } from './email-content.ts'

/** Both times as `Walnut room, 10 Dec 2026, 10:00–12:00`. */
export const roomMovedEmail = (
  booking: Booking,
  link: string,
  { before, after }: { before: string; after: string },
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Your room reservation has changed: ${after}`,
    paragraph('We have moved your room reservation.'),
    facts(['New', after], ['Before', before]),
  )

export const roomReleasedEmail = (booking: Booking, link: string, room: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Your room is no longer reserved: ${room}`,
    paragraph(`We have cancelled your room reservation: ${room}.`),
    paragraph('The hours are yours again. You can choose another time on the page of your booking.'),
  )
