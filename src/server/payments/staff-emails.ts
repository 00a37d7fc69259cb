import type { PaymentRow } from '#contract/admin/payments.ts'
import { formatRange } from '#domain/calendar.ts'
import { npr, paisa } from '#domain/money.ts'
import { getCustomerName } from '../bookings/rows.ts'
import { getBrand } from '../catalogue.ts'
import type { BookingTable, PaymentTable, RefundTable } from '../db/schema.ts'
import type { EmailMessage } from '../mail/mailer.ts'

type EmailContent = Omit<EmailMessage, 'id'>

/** What a payment needs a person for. Each is told once, when it happens: nobody has to find it in a list. */
export const PAYMENT_NOTIFICATIONS = {
  needs_decision: {
    subject: 'Money came, but the place is gone',
    text: 'This payment arrived after the booking had lost its seats, and its dates are taken by now, or have begun. Move the booking or send the money back.',
  },
  after_cancel: {
    subject: 'Money came for a booking that we cancelled',
    text: 'Somebody of the staff had cancelled this booking, or turned it down, before its payment arrived. Send the money back, or decide anew about the booking: it takes no place by itself.',
  },
  differs: {
    subject: 'A payment does not match',
    text: 'What arrived is not what was asked for. Compare it with the record at the gateway.',
  },
  paid_twice: {
    subject: 'A booking was paid twice',
    text: 'The booking was already confirmed when this payment arrived. If another payment covers it, the customer has been told that this one is refunded. Send the refund.',
  },
  went_back: {
    subject: 'Money went back at the gateway',
    text: 'The gateway has sent money of this payment back, and nobody here asked it to. The booking is as it was: decide whether it stays.',
  },
  disputed: {
    subject: 'A payment is disputed',
    text: 'The payer has asked their bank to take this payment back. Answer at the gateway before its deadline.',
  },
  unsettled: {
    subject: 'A payment is still open',
    text: 'The gateway did not say how this payment ended, and we have stopped asking by ourselves. Look it up at the gateway.',
  },
} as const
export type PaymentNotification = keyof typeof PAYMENT_NOTIFICATIONS

/** To the business: a payment that needs a person. */
export const paymentNotificationEmail = (
  news: PaymentNotification,
  booking: BookingTable,
  payment: PaymentTable,
): EmailContent => ({
  to: getBrand().email,
  subject: `${PAYMENT_NOTIFICATIONS[news].subject}: ${booking.id}`,
  text: [
    PAYMENT_NOTIFICATIONS[news].text,
    '',
    `Booking: ${booking.id}, ${getCustomerName(booking)}, ${booking.email}`,
    `Place: ${booking.location_name}, ${booking.plan_name}`,
    `Dates: ${formatRange(booking.start_date, booking.end_date)}`,
    ...formatPayment(payment),
  ].join('\n'),
})

/** What a refund needs a person for. */
export const REFUND_NOTIFICATIONS = {
  failed: {
    subject: 'A refund did not go through',
    text: 'The gateway refused this refund: no money has gone back by it. Try again, or send the money by hand and record it.',
  },
  came_back: {
    subject: 'A refund came back',
    text: 'The gateway had sent this money back, and says now that it could not be given to the payer: it is here again. The customer was told that it is on its way. Send it another way and record it.',
  },
  open: {
    subject: 'A refund is still open',
    text: 'The gateway did not say whether this refund went through, and we have stopped asking by ourselves. Look it up at the gateway before you send anything again.',
  },
} as const

/** To the business: a refund that needs a person. */
export const refundNotificationEmail = (
  news: keyof typeof REFUND_NOTIFICATIONS,
  refund: RefundTable,
  payment: PaymentTable,
): EmailContent => ({
  to: getBrand().email,
  subject: `${REFUND_NOTIFICATIONS[news].subject}: ${payment.booking_id}`,
  text: [
    REFUND_NOTIFICATIONS[news].text,
    '',
    `Refund: ${npr(refund.amount)}, ${refund.reason}`,
    ...(refund.answer ? [`Last answer: ${refund.answer}`] : []),
    ...formatPayment(payment),
  ].join('\n'),
})

/** To the business: payments that have waited for a person for a day. */
export const verificationReminderEmail = (payments: readonly PaymentRow[], siteUrl: string): EmailContent => ({
  to: getBrand().email,
  subject: payments.length === 1 ? 'A payment waits to be verified' : `${payments.length} payments wait to be verified`,
  text: [
    'These have waited for more than a day. Their places are kept only for a time: compare them with the account.',
    '',
    ...payments.map(({ bookingId, customerName, amount }) => `${bookingId}, ${customerName}: ${npr(paisa(amount))}`),
    '',
    new URL('/admin/payments', siteUrl).href,
  ].join('\n'),
})

/** To the business: refunds that customers were told about a day ago. */
export const refundDueReminderEmail = (payments: readonly PaymentRow[], siteUrl: string): EmailContent => ({
  to: getBrand().email,
  subject: payments.length === 1 ? 'A refund waits to be sent' : `${payments.length} refunds wait to be sent`,
  text: [
    'The customers of these bookings were told more than a day ago that money goes back. Send it, or say why it does not.',
    '',
    ...payments.map(({ bookingId, customerName, owed }) => `${bookingId}, ${customerName}: ${npr(paisa(owed))}`),
    '',
    new URL('/admin/payments', siteUrl).href,
  ].join('\n'),
})

const formatPayment = (payment: PaymentTable): string[] => [
  `Payment: ${payment.id}, ${payment.method}, asked ${npr(payment.amount)}`,
  ...(payment.provider_reference ? [`Transaction: ${payment.provider_reference}`] : []),
  ...(payment.reason ? [`Last word: ${payment.reason}`] : []),
]
