import { formatInstant, formatLongDate, formatRange } from '#domain/calendar.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import { type BookableLocation, hoursOn } from '#domain/location.ts'
import { formatHoursOfRange } from '#domain/opening-hours.ts'
import { isDayPass } from '#domain/plan.ts'
import { getBrand, getCatalogue } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'
import { button, type EmailBlock, type EmailContent, facts, list, paragraph } from '../mail/content.ts'
import { parseLines } from './booking.ts'

interface ReminderOptions {
  stopLink: string
  /** The last instant of a full refund, in milliseconds. */
  freeUntil: number
  now: number
}

/** Names the day, because an email that fails at first arrives later. */
export function bookingReminderEmail(
  booking: Booking,
  link: string,
  { stopLink, freeUntil, now }: ReminderOptions,
): EmailContent {
  const { id, location_name, plan_name, start_date, end_date } = booking
  const location = getCatalogue().locations.find((known) => known.id === booking.location_id)
  return {
    to: booking.email,
    replyTo: getBrand().email,
    bookingId: id,
    subject: `Your booking at ${location_name} starts on ${formatLongDate(start_date)}`,
    blocks: [
      paragraph(`Hello ${booking.first_name},`),
      paragraph(`We look forward to seeing you at ${location_name} on ${formatLongDate(start_date)}.`),
      facts(
        ['Booking', id],
        ['Plan', plan_name],
        ['Dates', formatRange(start_date, end_date)],
        ...(location ? [['Open', formatOpeningHours(booking, location)] as const] : []),
        ...(booking.start_time ? [['Working hours', `${booking.start_time}–${booking.end_time}`] as const] : []),
        ['Address', location?.fullAddress ?? location_name],
        ...(location?.doorNote ? [['How to get in', location.doorNote] as const] : []),
        ...(location ? [['Phone', location.contact.phone] as const] : []),
      ),
      ...(location?.googleMapsUrl ? [button('Get directions', location.googleMapsUrl)] : []),
      ...listIncluded(booking),
      paragraph(describeCancellation(freeUntil, now)),
    ],
    link: { label: 'Open your booking', href: link },
    reason: `You get this email because you booked at ${getBrand().name} with this address. Its link opens your booking, so do not share it.`,
    stopLink,
  }
}

function formatOpeningHours({ plan_id, start_date, end_date }: Booking, location: BookableLocation): string {
  const hours = isDayPass(plan_id) ? dayPassHours : hoursOn
  return formatHoursOfRange(start_date, end_date, (date) => hours(location, date))
}

/** What the plan includes, then the extras; the first line is the plan. */
function listIncluded(booking: Booking): EmailBlock[] {
  const plan = getCatalogue().plans.find(({ id }) => id === booking.plan_id)
  const extras = parseLines(booking).slice(1)
  const items = [...(plan?.features ?? []), ...extras.map(({ label, quantity }) => `${label} × ${quantity}`)]
  return items.length === 0 ? [] : [paragraph('Included:'), list(...items)]
}

const describeCancellation = (freeUntil: number, now: number): string =>
  now <= freeUntil
    ? `If you cannot come, cancel on the page of your booking before ${formatInstant(freeUntil)} (Kathmandu time), and we refund everything that you paid.`
    : `If you cannot come, cancel on the page of your booking, so that others can use your seat. Free cancellation ended on ${formatInstant(freeUntil)} (Kathmandu time), so a cancellation is not refunded.`
