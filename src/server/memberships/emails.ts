import { formatDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { getBrand } from '../catalogue.ts'
import type { Membership } from '../db/schema.ts'
import type { EmailContent } from '../mail/mailer.ts'

interface Renewal {
  locationName: string
  planName: string
  /** In paisa; undefined if it is no longer sold. */
  price: Paisa | undefined
  siteUrl: string
}

const PERIOD_NOUNS: Readonly<Record<Period, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  annual: 'year',
}

/** Replies go to the business. */
export function membershipEndingEmail(membership: Membership, renewal: Renewal): EmailContent {
  const { locationName, planName, price } = renewal
  const end = formatDate(membership.end_date)
  return {
    to: membership.email,
    replyTo: getBrand().email,
    subject: `Your membership at ${locationName} ends on ${end}`,
    text: [
      `Hello ${membership.customer_name},`,
      '',
      `Your ${planName} membership at ${locationName} ends on ${end}.`,
      '',
      ...(membership.auto_renew === 1 ? ['You asked to renew it.'] : []),
      'It is not renewed automatically: nothing is charged, and no seat is reserved for you. To continue, book and pay here:',
      buildRenewalLink(membership, renewal.siteUrl),
      ...(price === undefined ? [] : [`Another ${PERIOD_NOUNS[membership.billing_cycle]} costs ${npr(price)}.`]),
      ...(membership.auto_renew === 1
        ? ['If you no longer want to renew, reply to this email. We ask for 30 days’ notice.']
        : []),
      '',
      `Booking: ${membership.booking_id}`,
      '',
      'See you soon.',
    ].join('\n'),
  }
}

/** Opens the booking form with the same choices, from the membership's end date. */
function buildRenewalLink(
  { location_id, membership_type, billing_cycle, end_date }: Membership,
  siteUrl: string,
): string {
  const link = new URL('/booking', siteUrl)
  link.search = String(
    new URLSearchParams({ location: location_id, plan: membership_type, billing: billing_cycle, start: end_date }),
  )
  return link.href
}
