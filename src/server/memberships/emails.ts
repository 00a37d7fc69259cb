import { formatDate, formatRange } from '#domain/calendar.ts'
import { lastDayOf } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { getBrand } from '../catalogue.ts'
import type { Membership } from '../db/schema.ts'
import { type EmailContent, facts, paragraph } from '../mail/content.ts'
import type { RenewalOffer } from './renewals.ts'

interface Ending {
  locationName: string
  planName: string
  renewal: RenewalOffer | null
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
export function membershipEndingEmail(membership: Membership, ending: Ending): EmailContent {
  const { locationName, planName, renewal, bookingId, link } = ending
  const end = formatDate(lastDayOf(membership.end_date))
  const isRenewable = renewal !== null && renewal.amount !== null && !renewal.full
  return {
    to: membership.email,
    replyTo: getBrand().email,
    subject: `Your membership at ${locationName} ends on ${end}`,
    blocks: [
      paragraph(`Hello ${membership.customer_name},`),
      paragraph(`Your ${planName} membership at ${locationName} ends on ${end}.`),
      ...describeRenewal(membership, renewal).map(paragraph),
      paragraph(`If you do nothing, your membership ends on ${end}. Nothing is renewed or charged automatically.`),
      facts(['Booking', bookingId]),
    ],
    link: { label: isRenewable ? 'Renew the membership' : 'Open your booking', href: link },
    reason: `You get this email because your membership at ${getBrand().name} ends soon. Its link opens your booking, so do not share it.`,
    stopLink: ending.stopLink,
  }
}

function describeRenewal(membership: Membership, renewal: Ending['renewal']): string[] {
  const asked = membership.auto_renew === 1 ? 'You asked to renew it. ' : ''
  const period = PERIOD_NOUNS[membership.billing_cycle]
  if (!renewal || renewal.amount === null)
    return [`${asked}It cannot be renewed online. Reply to this email and we will help you to continue.`]
  const days = formatRange(renewal.startDate, renewal.endDate)
  if (renewal.full)
    return [
      `${asked}It cannot be renewed online now, because every seat is taken on some days of the next ${period}, ${days}. Reply to this email and we will help you to continue.`,
    ]
  return [
    `${asked}To continue, open the page of your booking below, renew and pay. The next ${period}, ${days}, costs ${npr(renewal.amount)}.`,
    `You can renew until ${formatDate(membership.end_date)}. Your seat is kept until ${formatDate(lastDayOf(membership.end_date))}; others can book the days after that until you renew.`,
  ]
}
