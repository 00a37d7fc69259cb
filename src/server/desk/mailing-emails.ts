import { addDays, formatLongDate, type IsoDate, kathmanduInstant } from '#domain/calendar.ts'
import { getBrand } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'
import { type EmailContent, facts, paragraph } from '../mail/content.ts'

/** A text by staff to a customer who comes on `date`; an empty line starts a new paragraph. */
export function mailingEmail(
  booking: Booking,
  link: string,
  { date, subject, body }: { date: IsoDate; subject: string; body: string },
): EmailContent {
  const day = formatLongDate(date)
  return {
    to: booking.email,
    replyTo: getBrand().email,
    bookingId: booking.id,
    subject,
    blocks: [
      paragraph(`Hello ${booking.first_name},`),
      ...body.split(/\n\s*\n/).map(paragraph),
      facts(['Booking', booking.id], ['Location', booking.location_name], ['Day', day]),
    ],
    link: { label: 'Open your booking', href: link },
    reason: `You get this email because you have a booking at ${booking.location_name} on ${day}. Its link opens your booking, so do not share it.`,
    validUntil: kathmanduInstant(addDays(date, 1)),
  }
}
