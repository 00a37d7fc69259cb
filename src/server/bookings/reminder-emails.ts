import { addDays, formatLongDate, kathmanduInstant } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import { listAllowances, type PlanId } from '#domain/plan.ts'
import { countChosenSeats, hasChosenSeats } from '#domain/team.ts'
import { getBrand, getCatalogue } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'
import { button, type EmailBlock, type EmailContent, facts, list, paragraph } from '../mail/content.ts'
import { parseLines } from './booking.ts'
import type { EmailBooking } from './email-booking.ts'
import { dateFacts, describeCancellation, directionFacts, findMapUrl, seatFacts } from './email-facts.ts'

interface ReminderOptions {
  stopLink: string
  /** The last instant of a full refund, in milliseconds. */
  freeUntil: number
  now: number
}

/** Names the day, because an email that fails at first arrives later. */
export function bookingReminderEmail(
  booking: EmailBooking,
  link: string,
  { stopLink, freeUntil, now }: ReminderOptions,
): EmailContent {
  const { id, location_name, plan_name, start_date } = booking
  const mapUrl = findMapUrl(booking)
  const closedReason = findClosedReason(booking, start_date)
  return {
    to: booking.email,
    replyTo: getBrand().email,
    bookingId: id,
    subject: `Your booking at ${location_name} starts on ${formatLongDate(start_date)}`,
    blocks: [
      paragraph(`Hello ${booking.first_name},`),
      paragraph(
        closedReason === undefined
          ? `We look forward to seeing you at ${location_name} on ${formatLongDate(start_date)}.`
          : `Your booking at ${location_name} starts on ${formatLongDate(start_date)}. We are closed on this day (${closedReason}).`,
      ),
      facts(
        ['Booking', id],
        ['Plan', plan_name],
        ...dateFacts(booking),
        ...seatFacts(booking),
        ...directionFacts(booking),
      ),
      ...(mapUrl ? [button('Get directions', mapUrl)] : []),
      ...listIncluded(booking),
      paragraph(describeCancellation(freeUntil, now)),
    ],
    link: { label: 'Open your booking', href: link },
    reason: `You get this email because you booked at ${getBrand().name} with this address. Its link opens your booking, so do not share it.`,
    stopLink,
    validUntil: kathmanduInstant(addDays(start_date, 1)),
  }
}

const SEATS: Readonly<Record<PlanId, string>> = {
  explorer: 'A seat',
  professional: 'A hot desk',
  enterprise: 'Your own desk',
  'private-office': 'A lockable room',
}

/** The features of the plan are not listed: their hours and amounts are those of other locations and periods too. */
function listIncluded(booking: Booking): EmailBlock[] {
  const { plan_id, period } = booking
  const plan = getCatalogue().plans.find(({ id }) => id === plan_id)
  // The first line is the plan.
  const extras = parseLines(booking).slice(1)
  const guestPasses = extras.find(({ id }) => id === 'guest-passes')?.quantity ?? 0
  const seats = countChosenSeats({ planId: plan_id, seats: booking.seats, guestPasses })
  return [
    paragraph('Included:'),
    list(
      seats > 1 && hasChosenSeats(plan_id) ? `${seats} seats` : SEATS[plan_id],
      ...(plan && period !== 'daily' ? listAllowances(plan, period, seats) : []),
      ...extras.map(({ label, quantity }) => `${label} × ${quantity}`),
    ),
  ]
}
