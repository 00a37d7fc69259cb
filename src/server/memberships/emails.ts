import { addDays, formatDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { getBrand } from '../catalogue.ts'
import type { Membership } from '../db/schema.ts'
import { type EmailContent, facts, paragraph } from '../mail/content.ts'

interface Renewal {
  locationName: string
  planName: string
  /** In paisa; undefined if it is no longer sold. */
  price: Paisa | undefined
  /** Its latest booking, whose page renews it. */
  bookingId: string
  link: string
  stopLink: string
}

const PERIOD_NOUNS: Readonly<Record<Period, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  annual: 'year',
}

/** Replies go to the business. */
export function membershipEndingEmail(membership: Membership, renewal: Renewal): EmailContent {
  const { locationName, planName, price, bookingId, link } = renewal
  // The last day that it covers.
  const end = formatDate(addDays(membership.end_date, -1))
  const isToRenew = membership.auto_renew === 1
  return {
    to: membership.email,
    replyTo: getBrand().email,
    subject: `Your membership at ${locationName} ends on ${end}`,
    blocks: [
      paragraph(`Hello ${membership.customer_name},`),
      paragraph(`Your ${planName} membership at ${locationName} ends on ${end}.`),
      ...(isToRenew ? [paragraph('You asked to renew it.')] : []),
      paragraph(
        'It is not renewed automatically: nothing is charged, and no seat is reserved for you. To continue, renew it on the page of your booking and pay.',
      ),
      ...(price === undefined
        ? []
        : [paragraph(`Another ${PERIOD_NOUNS[membership.billing_cycle]} costs ${npr(price)}.`)]),
      ...(isToRenew
        ? [paragraph('If you no longer want to renew, reply to this email. We ask for 30 days’ notice.')]
        : []),
      facts(['Booking', bookingId]),
    ],
    link: { label: 'Renew the membership', href: link },
    reason: `You get this email because your membership at ${getBrand().name} ends soon. Its link opens your booking, so do not share it.`,
    stopLink: renewal.stopLink,
  }
}
