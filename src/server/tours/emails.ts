import { formatDate, formatLongDate, kathmanduInstant } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { formatStreetAddress } from '#domain/location.ts'
import { npr } from '#domain/money.ts'
import { isDayPass } from '#domain/plan.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { TOUR_MINUTES } from '#domain/tour.ts'
import { findName, getBrand, getCatalogue } from '../catalogue.ts'
import type { Tour } from '../db/schema.ts'
import { button, type EmailBlock, type EmailContent, facts, list, paragraph } from '../mail/content.ts'
import { findLocation } from './tour.ts'

export const tourBookedEmail = (tour: Tour, link: string): EmailContent =>
  buildTourEmail(
    tour,
    link,
    `Tour booked: ${formatVisit(tour)}`,
    paragraph('Your free tour is booked. We will show you around, and you can ask us anything.'),
  )

export const tourMovedEmail = (tour: Tour, link: string): EmailContent =>
  buildTourEmail(
    tour,
    link,
    `Your tour has a new time: ${formatVisit(tour)}`,
    paragraph('You have moved your free tour to the time below.'),
  )

export const tourMovedByStaffEmail = (tour: Tour, link: string): EmailContent =>
  buildTourEmail(
    tour,
    link,
    `Your tour has a new time: ${formatVisit(tour)}`,
    paragraph('We have moved your free tour to the time below.'),
  )

export const tourLinkReplacedEmail = (tour: Tour, link: string): EmailContent =>
  buildTourEmail(
    tour,
    link,
    `New link to your tour: ${formatVisit(tour)}`,
    paragraph('We have replaced the link to your tour. Links in our earlier emails no longer work.'),
    paragraph('If you did not expect this, reply to this email.'),
  )

export const tourReminderEmail = (tour: Tour, link: string, stopLink: string): EmailContent => ({
  ...buildTourEmail(
    tour,
    link,
    `Your tour on ${formatDate(tour.day)} at ${tour.time}: ${getLocationName(tour)}`,
    paragraph('We look forward to your visit. If you cannot come, please cancel or move your tour.'),
  ),
  stopLink,
  validUntil: kathmanduInstant(tour.day, tour.time),
})

export const tourCancelledEmail = (tour: Tour, siteUrl: string): EmailContent =>
  buildTourCancelledEmail(tour, siteUrl, 'You have cancelled your free tour.')

export const tourCancelledByStaffEmail = (tour: Tour, siteUrl: string): EmailContent =>
  buildTourCancelledEmail(
    tour,
    siteUrl,
    'We have cancelled your free tour. If you have a question, reply to this email.',
  )

const buildTourCancelledEmail = (tour: Tour, siteUrl: string, text: string): EmailContent => ({
  ...toVisitor(tour),
  subject: `Tour cancelled: ${formatVisit(tour)}`,
  blocks: [
    paragraph(`Hello ${tour.name},`),
    paragraph(text),
    facts(['Tour', tour.id], ['Location', getLocationName(tour)], ['Time', formatTime(tour)]),
  ],
  link: { label: 'Book another tour', href: new URL('/booking#tour', siteUrl).href },
})

/** With the plans of the location that was visited. */
export function afterTourEmail(
  tour: Tour,
  { plans, prices }: Catalogue,
  { siteUrl, stopLink }: { siteUrl: string; stopLink: string },
): EmailContent {
  const location = findLocation(tour.location_id)
  const items = plans.flatMap(({ id, name, available }) => {
    const price = planPrice(pricesAt(prices, tour.location_id), id, isDayPass(id) ? 'daily' : 'monthly')
    return available && price !== undefined ? `${name}: ${npr(price)} a ${isDayPass(id) ? 'day' : 'month'}` : []
  })
  return {
    ...toVisitor(tour),
    subject: `Thank you for your visit to ${getLocationName(tour)}`,
    blocks: [
      paragraph(`Hello ${tour.name},`),
      paragraph(`Thank you for visiting ${getLocationName(tour)}. These are our plans there, all taxes included:`),
      list(...items),
      paragraph('If you have a question, reply to this email.'),
    ],
    link: location?.available
      ? { label: 'Choose a plan', href: new URL(`/booking?location=${location.id}`, siteUrl).href }
      : { label: 'Compare plans', href: new URL('/pricing', siteUrl).href },
    stopLink,
  }
}

function buildTourEmail(tour: Tour, link: string, subject: string, ...blocks: EmailBlock[]): EmailContent {
  const location = findLocation(tour.location_id)
  return {
    ...toVisitor(tour),
    subject,
    blocks: [
      paragraph(`Hello ${tour.name},`),
      ...blocks,
      facts(
        ['Tour', tour.id],
        ['Location', location ? `${location.name}, ${formatStreetAddress(location)}` : tour.location_id],
        ...(location?.doorNote ? [['How to get in', location.doorNote] as const] : []),
        ['Time', formatTime(tour)],
        ['Length', `${TOUR_MINUTES} minutes`],
      ),
      ...(location?.googleMapsUrl ? [button('Get directions', location.googleMapsUrl)] : []),
    ],
    link: { label: 'Move or cancel your tour', href: link },
    reason: writeReason(' Its link opens your tour, so do not share it.'),
  }
}

const toVisitor = ({ email }: Tour) => ({
  to: email,
  replyTo: getBrand().email,
  reason: writeReason(),
})

const writeReason = (warning = ''): string =>
  `You get this email because a tour of ${getBrand().name} was booked with this address.${warning} If you did not book it, ignore this email.`

const getLocationName = ({ location_id }: Tour): string => findName(getCatalogue().locations, location_id)

const formatTime = ({ day, time }: Tour): string => `${formatLongDate(day)}, ${time} (Kathmandu time)`

const formatVisit = (tour: Tour): string => `${getLocationName(tour)}, ${formatDate(tour.day)}, ${tour.time}`
