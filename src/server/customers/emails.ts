import { formatDate, formatRange } from '#domain/calendar.ts'
import { findName, getBrand, getCatalogue } from '../catalogue.ts'
import type { Booking, Tour } from '../db/schema.ts'
import { button, type EmailContent, paragraph } from '../mail/content.ts'

/** A booking or tour with its link. */
type FoundLink = { link: string } & ({ booking: Booking } | { tour: Tour })

/** One link for each booking and tour of an address; there is at least one. */
export function bookingLinksEmail(to: string, found: readonly FoundLink[]): EmailContent {
  const own = found.map((each) => [describe(each), button(getLabel(each), each.link)])
  // The last link is that of the email.
  const last = found.at(-1)
  return {
    to,
    subject:
      found.length === 1
        ? `The link of your ${'tour' in (last ?? {}) ? 'tour' : 'booking'}`
        : 'The links of your bookings',
    blocks: [paragraph('You can see and change your bookings here.'), ...own.flat().slice(0, -1)],
    ...(last && { link: { label: getLabel(last), href: last.link } }),
    reason: `You get this email because the links of the bookings with this address were requested at ${getBrand().name}. Each link opens its booking, so do not share it. If you did not request it, ignore this email.`,
  }
}

const getLabel = (found: FoundLink): string => ('tour' in found ? 'Open your tour' : 'Open your booking')

function describe(found: FoundLink) {
  if ('tour' in found) {
    const { id, location_id, day, time } = found.tour
    return paragraph(`${id}: tour of ${findName(getCatalogue().locations, location_id)}, ${formatDate(day)}, ${time}`)
  }
  const { id, plan_name, location_name, start_date, end_date } = found.booking
  return paragraph(`${id}: ${plan_name} at ${location_name}, ${formatRange(start_date, end_date)}`)
}
