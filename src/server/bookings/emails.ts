import { formatInstant, formatRange } from '#domain/calendar.ts'
import { npr, type Paisa, paisa } from '#domain/money.ts'
import type { BookingTable } from '../db/schema.ts'
import type { Env } from '../env.ts'
import type { EmailMessage } from '../mail/mailer.ts'
import { parseLines } from './rows.ts'

type EmailContent = Omit<EmailMessage, 'id'>

/** Money is verified. */
export const bookingConfirmedEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `Booking confirmed: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
  text: formatBookingMessage(booking, ['Your payment has arrived and your booking is confirmed.']),
})

/** The place waited for a transfer or for the staff's word, and its time is over. */
export const holdExpiredEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `Your place is no longer kept: ${booking.location_name}`,
  text: formatBookingMessage(booking, [
    'The time for which we keep a place until its payment is found is over, so your place is no longer held.',
    'If you have paid, answer this mail with the transaction number: nothing is lost.',
  ]),
})

/** The money came when the place had been given away. */
export const latePaymentEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `Your payment for ${booking.id} has arrived late`,
  text: formatBookingMessage(booking, [
    'Your payment has arrived, but after the time for which we could keep your place, and it has been given away.',
    'Your money is safe: we will write to you and move your booking or send the money back.',
  ]),
})

/** The money came when staff had cancelled the booking or turned it down. */
export const paymentAfterCancellationEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `Your payment for ${booking.id} came after its cancellation`,
  text: formatBookingMessage(booking, [
    'Your payment has arrived, but we had cancelled this booking before, and it stays cancelled.',
    'Your money is safe: we will write to you and send it back, or find a place for it with you.',
  ]),
})

/** A second payment of a booking that another payment covers. */
export const duplicatePaymentEmail = (booking: BookingTable, amount: Paisa): EmailContent => ({
  ...getRecipient(booking),
  subject: `You paid twice: we refund ${npr(amount)} for ${booking.id}`,
  text: formatBookingMessage(booking, [
    `You paid twice for this booking. We refund the second payment of ${npr(amount)}.`,
    'You do not need to do anything. You get another email when the refund is sent.',
  ]),
})

/** Money has gone back: by the gateway, or sent by staff. */
export const refundEmail = (booking: BookingTable, amount: Paisa): EmailContent => ({
  ...getRecipient(booking),
  subject: `Refund of ${npr(amount)} for your booking ${booking.id}`,
  text: formatBookingMessage(booking, [
    `We have sent ${npr(amount)} back to you, the way it came where that is possible.`,
    'It can take some days until your bank or wallet shows it.',
  ]),
})

/** A transfer was announced: what to pay, where to and by when. */
export const transferInstructionsEmail = (
  booking: BookingTable,
  bank: Env['bank'],
  keptUntil: string,
): EmailContent => ({
  ...getRecipient(booking),
  subject: `Booking received: please transfer ${npr(booking.total_amount)}`,
  text: formatBookingMessage(booking, [
    'We have received your booking and keep your place while the transfer is on its way.',
    '',
    `Bank: ${bank.bankName}, ${bank.branch}`,
    `Account: ${bank.accountName}, ${bank.accountNumber}`,
    `Reference: ${booking.id}`,
    `Please pay before ${formatInstant(Date.parse(keptUntil))} (Kathmandu time).`,
  ]),
})

/** Opens a page that confirms the address; it opens nothing of the booking. */
export const addressConfirmationEmail = (booking: BookingTable, link: string): EmailContent => ({
  ...getRecipient(booking),
  subject: `Confirm your email: ${booking.location_name}`,
  text: formatBookingMessage(booking, [
    'Open this link to confirm your email, so that you can pay by bank transfer:',
    link,
    '',
    'The link works until your hold ends. If you did not make this booking, ignore this email.',
  ]),
})

/** Staff took the booking and give its customer the link to pay it. */
export const paymentLinkEmail = (booking: BookingTable, link: string): EmailContent => ({
  ...getRecipient(booking),
  ...(booking.expires_at && { validUntil: Date.parse(booking.expires_at) }),
  subject: `Your booking waits for its payment: ${npr(booking.total_amount)}`,
  text: formatBookingMessage(booking, [
    'You can pay for your booking here:',
    link,
    '',
    'The link opens your booking to whoever has it, so keep it to yourself.',
    ...(booking.expires_at
      ? [`We keep your place until ${formatInstant(Date.parse(booking.expires_at))} (Kathmandu time).`]
      : []),
  ]),
})

/** Staff cancelled it: what goes back is said, not sent. */
export const bookingCancelledEmail = (booking: BookingTable, refund: Paisa): EmailContent => ({
  ...getRecipient(booking),
  subject: `Booking cancelled: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
  text: formatBookingMessage(booking, [
    'Your booking is cancelled and your place is free again.',
    ...(refund > 0 ? [`We will send ${npr(refund)} back to you. You get another mail when that is done.`] : []),
  ]),
})

/** Staff decided not to send a refund that the customer was told about. */
export const refundDeclinedEmail = (booking: BookingTable, kept: Paisa, reason: string): EmailContent => ({
  ...getRecipient(booking),
  subject: `No refund of ${npr(kept)} for your booking ${booking.id}`,
  text: formatBookingMessage(booking, [
    `We wrote to you that we would send money back. We will not refund ${npr(kept)}.`,
    `The reason: ${reason}`,
    'If you do not agree, answer this mail.',
  ]),
})

/** Staff turned it down before it was paid. */
export const bookingRejectedEmail = (booking: BookingTable, reason: string): EmailContent => ({
  ...getRecipient(booking),
  subject: `We cannot take your booking: ${booking.location_name}`,
  text: formatBookingMessage(booking, [
    'We are sorry that we cannot take your booking, and your place is no longer held.',
    `The reason: ${reason}`,
    'If you have paid, answer this mail with the transaction number: nothing is lost.',
  ]),
})

/** The same booking on other dates. */
export const bookingMovedEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `Your booking has new dates: ${formatRange(booking.start_date, booking.end_date)}`,
  text: formatBookingMessage(booking, ['Your booking has been moved. These are its new dates; its price is the same.']),
})

/** Staff have taken what the new dates cost more: its price, which the letter names, stays as it was placed. */
export const differencePaidEmail = (booking: BookingTable, amount: Paisa): EmailContent => ({
  ...getRecipient(booking),
  subject: `Payment of ${npr(amount)} for your new dates: ${booking.id}`,
  text: formatBookingMessage(booking, [
    `You have paid ${npr(amount)}, what your new dates cost more than the total below. Keep this mail as your receipt.`,
  ]),
})

/** Staff looked into the account and found nothing. */
export const paymentNotFoundEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `We could not find your payment: ${booking.location_name}`,
  text: formatBookingMessage(booking, [
    'We looked for your payment and could not find it, so your place is no longer held.',
    'If you have paid, answer this mail with the transaction number: nothing is lost.',
  ]),
})

/** What came was not what was asked for, and has been sent back whole. */
export const mismatchRefundedEmail = (booking: BookingTable): EmailContent => ({
  ...getRecipient(booking),
  subject: `Your payment went back: ${booking.location_name}`,
  text: formatBookingMessage(booking, [
    'All that you paid has been sent back, so your place is no longer held.',
    'You are welcome to book again at any time.',
  ]),
})

const getRecipient = ({ id, email }: BookingTable) => ({ to: email, bookingId: id })

function formatBookingMessage(booking: BookingTable, news: string[]): string {
  const hours = booking.start_time ? `Working hours: ${booking.start_time}–${booking.end_time}` : undefined
  return [
    `Hello ${booking.first_name},`,
    '',
    ...news,
    '',
    `Booking: ${booking.id}`,
    `Place: ${booking.location_name}, ${booking.plan_name}`,
    `Dates: ${formatRange(booking.start_date, booking.end_date)}`,
    ...(hours ? [hours] : []),
    ...parseLines(booking).map(({ label, quantity, amount }) => `${label} × ${quantity}: ${npr(paisa(amount))}`),
    `Total: ${npr(booking.total_amount)}, all taxes and fees included`,
    '',
    'Until soon.',
  ].join('\n')
}
