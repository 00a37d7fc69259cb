import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { formatMethodFee } from '#domain/payment.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { getBrand } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'
import type { Env } from '../env.ts'
import { button, type EmailContent, facts, note, paragraph } from '../mail/content.ts'
import type { EmailBooking } from './email-booking.ts'
import { buildBookingEmail } from './email-content.ts'

export const holdExpiredEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `${yourSeats(booking.seats, 'is')} no longer held: ${booking.location_name}`,
    paragraph(`We did not receive your payment in time. ${yourSeats(booking.seats, 'is')} no longer held.`),
    paragraph('To book again with the same choices, open your booking.'),
    IF_ALREADY_PAID,
  )

export const latePaymentEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We received your payment for ${booking.id} late`,
    paragraph(`We received your payment after your hold ended. ${yourSeats(booking.seats, 'is')} no longer available.`),
    paragraph('Your money is safe. We will contact you to move your booking or refund you.'),
  )

export const paymentAfterCancellationEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We received your payment for ${booking.id} after its cancellation`,
    paragraph('We received your payment after this booking was cancelled. The booking stays cancelled.'),
    paragraph('Your money is safe. We will contact you about a refund or another booking.'),
  )

export const transferInstructionsEmail = (
  booking: Booking,
  link: string,
  bank: Env['bank'],
  heldUntil: string,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Booking received: please transfer ${npr(booking.total_amount)}`,
    paragraph('We have received your booking, and hold it while we wait for your transfer.'),
    facts(
      ['Amount', npr(booking.total_amount)],
      ['Bank', `${bank.bankName}, ${bank.branch}`],
      ['Account', `${bank.accountName}, ${bank.accountNumber}`],
      ['Reference', booking.id],
    ),
    note(
      `Please pay before ${formatInstant(Date.parse(heldUntil))} (Kathmandu time). Add the reference to your transfer so that we can find it.`,
    ),
  )

/** Without the booking's own link, because the address may not be the customer's. */
export const addressConfirmationEmail = (booking: Booking, link: string): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Confirm your email: ${booking.location_name}`,
    paragraph('Confirm your email, so that you can pay by bank transfer. The link works until your hold ends.'),
  ),
  link: { label: 'Confirm your email', href: link },
  reason: `You get this email because a booking at ${getBrand().name} was made with this address. If you did not make it, ignore this email.`,
})

export const paymentLinkEmail = (booking: EmailBooking, link: string, paymentLink: string): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Complete your payment: ${npr(booking.total_amount)}`,
    paragraph(`You can pay for your booking here. Card payments add ${formatMethodFee('stripe')}.`),
    button('Pay for your booking', paymentLink),
    ...(booking.expires_at
      ? [note(`We hold your booking until ${formatInstant(Date.parse(booking.expires_at))} (Kathmandu time).`)]
      : []),
  ),
  ...(booking.expires_at && { validUntil: Date.parse(booking.expires_at) }),
})

export const bookingRejectedEmail = (booking: Booking, link: string, reason: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We cannot accept your booking: ${booking.location_name}`,
    paragraph(`We are sorry, but we cannot accept your booking. ${yourSeats(booking.seats, 'is')} no longer held.`),
    note(`Reason: ${reason}`),
    IF_ALREADY_PAID,
  )

export const paymentNotFoundEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We could not find your payment: ${booking.location_name}`,
    paragraph(`We looked for your payment and could not find it. ${yourSeats(booking.seats, 'is')} no longer held.`),
    IF_ALREADY_PAID,
  )

const IF_ALREADY_PAID = paragraph(
  'If you have already paid, reply with the transaction number so that we can find your payment.',
)
