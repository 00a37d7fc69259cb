import { formatDate, formatInstant, type IsoDate } from '#domain/calendar.ts'
import { findName, getBrand, getCatalogue } from '../catalogue.ts'
import type { WaitingEntry } from '../db/schema.ts'
import { type EmailContent, facts, list, paragraph } from '../mail/content.ts'

type Entry = Pick<WaitingEntry, 'email' | 'location_id' | 'plan_id' | 'day'>

export function waitingConfirmationEmail(entry: Entry, confirmLink: string, leaveLink: string): EmailContent {
  return {
    to: entry.email,
    replyTo: getBrand().email,
    subject: `Confirm your place on the waiting list: ${formatSubject(entry)}`,
    blocks: [
      paragraph(
        `You asked us to email you when you can book ${formatSubject(entry)}. Confirm your email address first.`,
      ),
      paragraph('You can leave the list at any time:'),
      list({ label: 'Leave the waiting list', href: leaveLink }),
    ],
    link: { label: 'Join the waiting list', href: confirmLink },
    reason: `You get this email because this address was entered for a waiting list of ${getBrand().name}. If you did not enter it, ignore this email: we will not write again.`,
  }
}

/** For an address that was entered again. */
export function alreadyWaitingEmail(entry: Entry, leaveLink: string): EmailContent {
  return {
    to: entry.email,
    replyTo: getBrand().email,
    subject: `You are on the waiting list: ${formatSubject(entry)}`,
    blocks: [
      paragraph(
        `This address is already on the waiting list for ${formatSubject(entry)}. You do not need to do anything.`,
      ),
    ],
    link: { label: 'Leave the waiting list', href: leaveLink },
    reason: `You get this email because this address was entered for a waiting list of ${getBrand().name}.`,
  }
}

export function nowBookableEmail(entry: Entry, siteUrl: string): EmailContent {
  const subject = formatSubject(entry)
  const query = new URLSearchParams({
    ...(entry.plan_id !== null && { plan: entry.plan_id }),
    location: entry.location_id,
  })
  return {
    to: entry.email,
    replyTo: getBrand().email,
    subject: `You can now book ${subject}`,
    blocks: [
      paragraph(`You asked us to email you when you can book ${subject}. It is available now.`),
      paragraph('We write to everyone on the list in order, and do not hold a seat for you.'),
    ],
    link: { label: 'Book now', href: new URL(`/booking?${query}`, siteUrl).href },
    reason: `You get this email because you joined this waiting list of ${getBrand().name}. You are no longer on it.`,
  }
}

/** `links.offer` books the seat. `expiresAt` is in milliseconds. */
export function seatOfferEmail(
  entry: Entry & { day: IsoDate },
  links: { offer: string; leave: string },
  expiresAt: number,
): EmailContent {
  const until = `${formatInstant(expiresAt)} (Kathmandu time)`
  return {
    to: entry.email,
    replyTo: getBrand().email,
    subject: `A seat is free: ${findName(getCatalogue().locations, entry.location_id)}, ${formatDate(entry.day)}`,
    blocks: [
      paragraph(`You asked us to email you when ${formatSubject(entry)} is free. We hold one for you until ${until}.`),
      facts(
        ['Location', findName(getCatalogue().locations, entry.location_id)],
        ['Day', formatDate(entry.day)],
        ['Held until', until],
      ),
      paragraph(
        'If you do not book it by then, we offer it to the next person, and you leave the list of this day. If you no longer need it, tell us now:',
      ),
      list({ label: 'I do not need this seat', href: links.leave }),
    ],
    link: { label: 'Book this seat', href: links.offer },
    reason: `You get this email because you joined this waiting list of ${getBrand().name}. Its link holds your seat, so do not share it.`,
    validUntil: expiresAt,
  }
}

/** For an offer whose day was closed. */
export function closedOfferEmail(
  entry: Entry & { day: IsoDate },
  reason: string,
  { site, leave }: { site: string; leave: string },
): EmailContent {
  const location = findName(getCatalogue().locations, entry.location_id)
  const query = new URLSearchParams({ plan: 'explorer', location: entry.location_id })
  return {
    to: entry.email,
    replyTo: getBrand().email,
    subject: `Closed on ${formatDate(entry.day)}: ${location}`,
    blocks: [
      paragraph(
        `We held ${formatSubject(entry)} for you. ${location} is now closed on this day (${reason}), so we no longer hold the seat.`,
      ),
      paragraph(
        'You are still on the waiting list of this day. If we open after all, we write again. To leave the list:',
      ),
      list({ label: 'Leave the waiting list', href: leave }),
    ],
    link: { label: 'Choose another day', href: new URL(`/booking?${query}`, site).href },
    reason: `You get this email because you joined this waiting list of ${getBrand().name}.`,
  }
}

/** `Jhamsikhel Loft`, `Private Office at Kausimaa`, or `a seat at Kausimaa on 10 Dec 2026`. */
function formatSubject({ location_id, plan_id, day }: Entry): string {
  const { locations, plans } = getCatalogue()
  const location = findName(locations, location_id)
  if (day !== null) return `a seat at ${location} on ${formatDate(day)}`
  return plan_id === null ? location : `${findName(plans, plan_id)} at ${location}`
}
