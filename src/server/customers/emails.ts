import { formatDate, formatRange } from '#domain/calendar.ts'
import { findName, getBrand, getCatalogue } from '../catalogue.ts'
import type { Booking, Tour } from '../db/schema.ts'
import { type EmailContent, list, paragraph } from '../mail/content.ts'

/** A booking or tour with its link. */
type FoundLink = { link: string } & ({ booking: Booking } | { tour: Tour })

/** One link for each booking and tour of an address; there is at least one. */
export function bookingLinksEmail(to: string, found: readonly FoundLink[]): EmailContent {
  const kinds = [
    describeKind('booking', found.filter((each) => 'booking' in each).length),
    describeKind('tour', found.filter((each) => 'tour' in each).length),
  ]
  const what = kinds.filter((kind) => kind !== '').join(' and ')
  return {
    to,
    subject: `${found.length === 1 ? 'The link' : 'The links'} of your ${what}`,
    blocks: [
      paragraph(`You can see and change your ${what} here.`),
      list(...found.map((each) => ({ label: describe(each), href: each.link }))),
    ],
    reason: `You get this email because links were requested for this address at ${getBrand().name}. Each link opens what it names, so do not share it. If you did not request it, ignore this email.`,
  }
}

const describeKind = (noun: string, count: number): string => (count === 0 ? '' : count === 1 ? noun : `${noun}s`)

function describe(found: FoundLink): string {
  if ('tour' in found) {
    const { id, location_id, day, time } = found.tour
    return `${id}: tour of ${findName(getCatalogue().locations, location_id)}, ${formatDate(day)}, ${time}`
  }
  const { id, plan_name, location_name, start_date, end_date } = found.booking
  return `${id}: ${plan_name} at ${location_name}, ${formatRange(start_date, end_date)}`
}
