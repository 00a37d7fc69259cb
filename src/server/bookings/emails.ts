import { formatInstant, formatRange } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { formatMethodFee } from '#domain/payment.ts'
import type { Booking } from '../db/schema.ts'
import type { Env } from '../env.ts'
import type { EmailContent } from '../mail/mailer.ts'
import { parseLines } from './booking.ts'

export const bookingConfirmedEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(
    booking,
    `Booking confirmed: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
    ['We have received your payment, and your booking is confirmed.'],
  )

export const holdExpiredEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(booking, `Your seat is no longer held: ${booking.location_name}`, [
    'We did not receive your payment in time, so your seat is no longer held.',
    'If you have already paid, reply with the transaction number so that we can find your payment.',
  ])

export const latePaymentEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(booking, `We received your payment for ${booking.id} late`, [
    'We received your payment after your hold ended, and your seat is no longer available.',
    'Your money is safe. We will contact you to move your booking or refund you.',
  ])

export const paymentAfterCancellationEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(booking, `We received your payment for ${booking.id} after its cancellation`, [
    'We received your payment after this booking was cancelled. The booking stays cancelled.',
    'Your money is safe. We will contact you about a refund or another booking.',
  ])

export const duplicatePaymentEmail = (booking: Booking, amount: Paisa): EmailContent =>
  buildBookingEmail(booking, `You paid twice: we will refund ${npr(amount)} for ${booking.id}`, [
    `You paid twice for this booking. We will refund the second payment of ${npr(amount)}.`,
    'You do not need to do anything. We will email you when the refund is sent.',
  ])

export const refundEmail = (booking: Booking, amount: Paisa): EmailContent =>
  buildBookingEmail(booking, `Refund of ${npr(amount)} for your booking ${booking.id}`, [
    `We have refunded ${npr(amount)} to you, to your original payment method where possible.`,
    'It can take a few days to appear in your bank account or wallet.',
  ])

export const transferInstructionsEmail = (booking: Booking, bank: Env['bank'], heldUntil: string): EmailContent =>
  buildBookingEmail(booking, `Booking received: please transfer ${npr(booking.total_amount)}`, [
    'We have received your booking and hold your seat while we wait for your transfer.',
    '',
    `Bank: ${bank.bankName}, ${bank.branch}`,
    `Account: ${bank.accountName}, ${bank.accountNumber}`,
    `Reference: ${booking.id}`,
    `Please pay before ${formatInstant(Date.parse(heldUntil))} (Kathmandu time).`,
  ])

export const addressConfirmationEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(booking, `Confirm your email: ${booking.location_name}`, [
    'Open this link to confirm your email, so that you can pay by bank transfer:',
    link,
    '',
    'The link works until your hold ends. If you did not make this booking, ignore this email.',
  ])

export const paymentLinkEmail = (booking: Booking, link: string): EmailContent => ({
  ...buildBookingEmail(booking, `Complete your payment: ${npr(booking.total_amount)}`, [
    'You can pay for your booking here:',
    link,
    '',
    'Anyone with this link can open your booking, so do not share it.',
    ...(booking.expires_at
      ? [`We hold your seat until ${formatInstant(Date.parse(booking.expires_at))} (Kathmandu time).`]
      : []),
  ]),
  ...(booking.expires_at && { validUntil: Date.parse(booking.expires_at) }),
})

export const bookingCancelledEmail = (booking: Booking, refund: Paisa): EmailContent =>
  buildBookingEmail(
    booking,
    `Booking cancelled: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
    [
      'Your booking is cancelled and your seat is released.',
      ...(refund > 0 ? [`We will refund ${npr(refund)} to you. We will email you when the refund is sent.`] : []),
    ],
  )

export const refundDeclinedEmail = (booking: Booking, amount: Paisa, reason: string): EmailContent =>
  buildBookingEmail(booking, `No refund of ${npr(amount)} for your booking ${booking.id}`, [
    `We announced a refund of ${npr(amount)}. We have decided not to send it.`,
    `Reason: ${reason}`,
    'If you do not agree, reply to this email.',
  ])

export const bookingRejectedEmail = (booking: Booking, reason: string): EmailContent =>
  buildBookingEmail(booking, `We cannot accept your booking: ${booking.location_name}`, [
    'We are sorry, but we cannot accept your booking. Your seat is no longer held.',
    `Reason: ${reason}`,
    'If you have already paid, reply with the transaction number so that we can find your payment.',
  ])

export const bookingMovedEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(booking, `Your booking has new dates: ${formatRange(booking.start_date, booking.end_date)}`, [
    'We have moved your booking to the dates below. The price is the same.',
  ])

export const differencePaidEmail = (booking: Booking, amount: Paisa): EmailContent =>
  buildBookingEmail(booking, `Payment of ${npr(amount)} for your new dates: ${booking.id}`, [
    `You have paid ${npr(amount)}, the extra cost of your new dates. The total below does not include it. Keep this email as your receipt.`,
  ])

export const paymentNotFoundEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(booking, `We could not find your payment: ${booking.location_name}`, [
    'We looked for your payment and could not find it, so your seat is no longer held.',
    'If you have already paid, reply with the transaction number so that we can find your payment.',
  ])

export const mismatchRefundedEmail = (booking: Booking): EmailContent =>
  buildBookingEmail(booking, `Your payment was refunded: ${booking.location_name}`, [
    'We have refunded everything that you paid, so your seat is no longer held.',
    'You are welcome to book again at any time.',
  ])

function buildBookingEmail(booking: Booking, subject: string, paragraphs: string[]): EmailContent {
  const hours = booking.start_time ? `Working hours: ${booking.start_time}–${booking.end_time}` : undefined
  const text = [
    `Hello ${booking.first_name},`,
    '',
    ...paragraphs,
    '',
    `Booking: ${booking.id}`,
    `Location: ${booking.location_name}, ${booking.plan_name}`,
    `Dates: ${formatRange(booking.start_date, booking.end_date)}`,
    ...(hours ? [hours] : []),
    ...parseLines(booking).map(({ label, quantity, amount }) => `${label} × ${quantity}: ${npr(amount)}`),
    `Total: ${npr(booking.total_amount)}, all taxes included (card payments add ${formatMethodFee('stripe')})`,
  ].join('\n')
  return { to: booking.email, bookingId: booking.id, subject, text }
}
