import { buildBookingEmail } from '../bookings/email-content.ts'
import type { Booking } from '../db/schema.ts'
import { type EmailContent, paragraph } from '../mail/content.ts'

/** For what is issued after the email about its payment or refund. */
export const billEmail = (booking: Booking, link: string): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Your bill for booking ${booking.id}`,
    paragraph('We could not issue your bill at once. It is attached to this email.'),
  ),
  bills: 'new',
})
