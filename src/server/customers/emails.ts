import { formatRange } from '#domain/calendar.ts'
import { getBrand } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'
import { button, type EmailContent, paragraph } from '../mail/content.ts'

const OPEN = 'Open your booking'

/** One link for each booking of an address; there is at least one. */
export function bookingLinksEmail(to: string, bookings: readonly { booking: Booking; link: string }[]): EmailContent {
  const own = bookings.map(({ booking, link }) => [describeBooking(booking), button(OPEN, link)])
  // The last link is that of the email.
  const last = bookings.at(-1)?.link
  return {
    to,
    subject: bookings.length === 1 ? 'The link of your booking' : 'The links of your bookings',
    blocks: [paragraph('You can see and change your bookings here.'), ...own.flat().slice(0, -1)],
    ...(last !== undefined && { link: { label: OPEN, href: last } }),
    reason: `You get this email because the links of the bookings with this address were requested at ${getBrand().name}. Each link opens its booking, so do not share it. If you did not request it, ignore this email.`,
  }
}

const describeBooking = ({ id, plan_name, location_name, start_date, end_date }: Booking) =>
  paragraph(`${id}: ${plan_name} at ${location_name}, ${formatRange(start_date, end_date)}`)
