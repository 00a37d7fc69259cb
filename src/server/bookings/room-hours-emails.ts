import { formatDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { formatRoomHours } from '#domain/room-hours.ts'
import type { Booking } from '../db/schema.ts'
import { type EmailContent, paragraph } from '../mail/content.ts'
import { buildBookingEmail } from './email-content.ts'
import { describeDelivery, type PromisedRefund } from './emails.ts'

export const hoursBoughtEmail = (
  booking: Booking,
  link: string,
  { minutes, amount }: { minutes: number; amount: Paisa },
): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `You have bought ${formatRoomHours(minutes)}: ${booking.id}`,
    paragraph(
      `We have received your payment of ${npr(amount)} and added ${formatRoomHours(minutes)} to your booking, for use until ${formatDate(booking.end_date)}.`,
    ),
    paragraph('Choose a room and a time on the page of your booking.'),
    paragraph('The price below does not include this payment.'),
  ),
  bills: 'new',
})

export const hoursNotBoughtEmail = (
  booking: Booking,
  link: string,
  { amount, needsAccount }: PromisedRefund,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We will refund ${npr(amount)} for ${booking.id}: no meeting-room hours were added`,
    paragraph(
      booking.state === 'cancelled'
        ? 'We received your payment for meeting-room hours after your booking was cancelled. The booking stays cancelled.'
        : 'We received your payment for meeting-room hours too late, so we have not added them to your booking.',
    ),
    paragraph(`We will refund ${npr(amount)}.`),
    ...describeDelivery(needsAccount),
  )
