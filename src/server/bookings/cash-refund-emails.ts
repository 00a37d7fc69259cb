import { addDays, type IsoDate } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import type { HasClosures } from '#domain/closure.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import type { OpeningHours } from '#domain/location.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { formatWeeklyHours } from '#domain/opening-hours.ts'
import type { Booking } from '../db/schema.ts'
import { type EmailContent, facts, paragraph } from '../mail/content.ts'
import { buildBookingEmail } from './email-content.ts'
import { directionFacts } from './email-facts.ts'
import { describeDelivery, type PromisedRefund } from './emails.ts'

/** How many days ahead the email names closed days. */
const CLOSED_DAYS_AHEAD = 30

interface WaitingCash {
  amount: Paisa
  /** Undefined if the content no longer has the location. */
  location: (HasClosures & { openingHours: OpeningHours }) | undefined
  today: IsoDate
}

export const cashRefundReadyEmail = (
  booking: Booking,
  link: string,
  { amount, location, today }: WaitingCash,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Your refund of ${npr(amount)} is ready at ${booking.location_name}`,
    paragraph(`Collect ${npr(amount)} in cash at our front desk. There is no deadline: the refund does not expire.`),
    facts(
      ['Refund', `${npr(amount)} in cash`],
      ['Where', `Front desk, ${booking.location_name}`],
      ...directionFacts(booking),
      ...(location ? hoursFacts(location, today) : []),
    ),
    paragraph('Tell the desk the number of your booking. We record the name of the person who takes the money.'),
    paragraph('If you cannot come, reply to this email, and we will refund you in another way.'),
  )

function hoursFacts(location: NonNullable<WaitingCash['location']>, today: IsoDate): (readonly [string, string])[] {
  const closed = formatClosedDays(listClosedDays(location, { from: today, to: addDays(today, CLOSED_DAYS_AHEAD) }))
  return [['Opening hours', formatWeeklyHours(location.openingHours)], ...(closed ? [['Closed', closed] as const] : [])]
}

/** `isDue`: it will be refunded in another way. */
export const cashRefundWithdrawnEmail = (
  booking: Booking,
  link: string,
  { amount, needsAccount, isDue }: PromisedRefund & { isDue: boolean },
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Your refund of ${npr(amount)} is no longer at our front desk`,
    paragraph(`The ${npr(amount)} in cash can no longer be collected at ${booking.location_name}.`),
    ...(isDue
      ? [paragraph('We will refund it in another way.'), ...describeDelivery(needsAccount)]
      : [paragraph('If you have a question, reply to this email.')]),
  )
