import { formatDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { brand } from '../catalogue.ts'
import type { MembershipTable } from '../db/schema.ts'
import type { Mail } from './mailer.ts'

interface Renewal {
  locationName: string
  planName: string
  /** Of one more period, in paisa; undefined where it is not sold any more. */
  price: Paisa | undefined
  siteUrl: string
}

const ONE: Readonly<Record<Period, string>> = { daily: 'day', weekly: 'week', monthly: 'month', annual: 'year' }

/** To a member: when the membership ends, what going on costs now and how. An answer goes to the business. */
export function endingMail(membership: MembershipTable, renewal: Renewal): Omit<Mail, 'id'> {
  const { locationName, planName } = renewal
  const end = formatDate(membership.end_date)
  return {
    to: membership.email,
    replyTo: brand().email,
    subject: `Your membership at ${locationName} ends on ${end}`,
    text: [
      `Hello ${membership.customer_name},`,
      '',
      `Your ${planName} membership at ${locationName} ends on ${end}.`,
      '',
      ...(membership.auto_renew === 1 ? renewed(membership, renewal) : ended(membership, renewal)),
      '',
      `Booking: ${membership.booking_id}`,
      '',
      'Until soon.',
    ].join('\n'),
  }
}

const ended = ({ billing_cycle, membership_type }: MembershipTable, { price, siteUrl }: Renewal): string[] => [
  'Nothing is charged by itself. To go on, book again from that day on:',
  `${siteUrl}/booking?plan=${membership_type}`,
  ...(price === undefined ? [] : [`One more ${ONE[billing_cycle]} costs ${npr(price)} now.`]),
]

const renewed = ({ billing_cycle }: MembershipTable, { price }: Renewal): string[] => [
  'You have asked us to renew it, so we keep your place and write to you about the payment; nothing is charged by itself.',
  ...(price === undefined ? [] : [`One more ${ONE[billing_cycle]} costs ${npr(price)} now.`]),
  'If you do not want to go on, answer this mail: we ask for 30 days’ notice.',
]
