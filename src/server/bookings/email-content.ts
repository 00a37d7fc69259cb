import { npr } from '#domain/money.ts'
import { getBrand } from '../catalogue.ts'
import { type EmailBlock, type EmailContent, facts, paragraph } from '../mail/content.ts'
import { formatLine, parseLines } from './booking.ts'
import type { EmailBooking } from './email-booking.ts'
import { dateFacts, seatFacts } from './email-facts.ts'

/** `link` opens the booking's own page. */
export function buildBookingEmail(
  booking: EmailBooking,
  link: string,
  subject: string,
  ...blocks: EmailBlock[]
): EmailContent {
  return {
    to: booking.email,
    bookingId: booking.id,
    subject,
    blocks: [
      paragraph(`Hello ${booking.first_name},`),
      ...blocks,
      facts(
        ['Booking', booking.id],
        ['Location', `${booking.location_name}, ${booking.plan_name}`],
        ...dateFacts(booking),
        ...seatFacts(booking),
        ...parseLines(booking).map((line) => [formatLine(line, booking), npr(line.amount)] as const),
        ['Price', `${npr(booking.total_amount)}, all taxes included`],
      ),
    ],
    link: { label: 'Open your booking', href: link },
    reason: `You get this email because you booked at ${getBrand().name} with this address. Its link opens your booking, so do not share it.`,
  }
}
