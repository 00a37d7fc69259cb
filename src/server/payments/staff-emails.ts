import type { PaymentRow } from '#contract/admin/payments.ts'
import { formatRange } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { getBrand } from '../catalogue.ts'
import type { Booking, Payment, Refund } from '../db/schema.ts'
import { type EmailContent, facts, list, paragraph } from '../mail/content.ts'

const PAYMENT_NOTIFICATIONS = {
  needs_decision: {
    subject: 'Payment received after the seat was released',
    text: 'This payment arrived after the booking’s seats were released, and its dates are full or have started. Move the booking or refund the payment.',
  },
  after_cancel: {
    subject: 'Payment received for a cancelled booking',
    text: 'Staff cancelled or rejected this booking before its payment arrived. Refund the payment, or review the booking: its seats are not restored automatically.',
  },
  after_own_cancel: {
    subject: 'Payment received for a booking that its customer cancelled',
    text: 'The customer cancelled this booking before its payment arrived. The booking stays cancelled, and the customer expects a refund. Send the refund.',
  },
  not_moved: {
    subject: 'Payment received too late for new dates',
    text: 'This payment was for new dates, and arrived after these were released or the booking was cancelled. The booking has not moved, and the customer expects a refund. Send the refund.',
  },
  hours_not_added: {
    subject: 'Payment received too late for meeting-room hours',
    text: 'This payment was for more meeting-room hours, and arrived after the time to pay or after the booking was cancelled. No hours were added, and the customer expects a refund. Send the refund.',
  },
  differs: {
    subject: 'The amount of a payment differs',
    text: 'The amount received differs from the amount requested. Compare it with the record at the gateway.',
  },
  paid_twice: {
    subject: 'A booking was paid twice',
    text: 'The booking was already confirmed when this payment arrived. If another payment covers it, the customer expects a refund of this one. Send the refund.',
  },
  went_back: {
    subject: 'Payment refunded at the gateway',
    text: 'The gateway refunded money of this payment without a request from us. The booking has not changed: decide whether it stays.',
  },
  disputed: {
    subject: 'A payment is disputed',
    text: 'The payer has disputed this payment with their bank. Respond at the gateway before its deadline.',
  },
  unsettled: {
    subject: 'The result of a payment is unknown',
    text: 'The gateway did not report the result of this payment, and automatic checks have ended. Look it up at the gateway.',
  },
} as const
export type PaymentNotification = keyof typeof PAYMENT_NOTIFICATIONS

export const paymentNotificationEmail = (
  notification: PaymentNotification,
  booking: Booking,
  payment: Payment,
  siteUrl: string,
): EmailContent => ({
  to: getBrand().email,
  subject: `${PAYMENT_NOTIFICATIONS[notification].subject}: ${booking.id}`,
  blocks: [
    paragraph(PAYMENT_NOTIFICATIONS[notification].text),
    facts(
      ['Booking', `${booking.id}, ${getCustomerName(booking)}, ${booking.email}`],
      ['Location', `${booking.location_name}, ${booking.plan_name}`],
      ['Dates', formatRange(booking.start_date, booking.end_date)],
      ...listPaymentFacts(payment),
    ),
  ],
  reason: REASON,
  link: { label: 'Open the payment', href: buildPaymentUrl(siteUrl, payment.id) },
})

const REFUND_NOTIFICATIONS = {
  failed: {
    subject: 'A refund failed',
    text: 'The gateway rejected this refund, and no money was refunded. Try again, or send the money manually and record it.',
  },
  returned: {
    subject: 'A refund was returned',
    text: 'The gateway could not deliver this refund to the payer and returned the money to us. The customer expects it. Send it by another method and record it.',
  },
  open: {
    subject: 'A refund is still open',
    text: 'The gateway did not report the result of this refund, and automatic checks have ended. Look it up at the gateway before you send it again.',
  },
  waiting: {
    subject: 'Cash is still to pay out',
    text: 'The customer has not collected this cash refund for more than 7 days. Contact the customer, or withdraw the refund and send the money another way.',
  },
} as const

export const refundNotificationEmail = (
  notification: keyof typeof REFUND_NOTIFICATIONS,
  refund: Refund,
  payment: Payment,
  siteUrl: string,
): EmailContent => ({
  to: getBrand().email,
  subject: `${REFUND_NOTIFICATIONS[notification].subject}: ${payment.booking_id}`,
  blocks: [
    paragraph(REFUND_NOTIFICATIONS[notification].text),
    facts(
      ['Refund', `${npr(refund.amount)}, ${refund.reason}`],
      ...(refund.response ? [['Last response', refund.response] as const] : []),
      ...listPaymentFacts(payment),
    ),
    ...(notification === 'open' ? [] : [WHERE_ACCOUNT_IS]),
  ],
  reason: REASON,
  link: { label: 'Open the payment', href: buildPaymentUrl(siteUrl, payment.id) },
})

export const verificationReminderEmail = (payments: readonly PaymentRow[], siteUrl: string): EmailContent => ({
  to: getBrand().email,
  subject: payments.length === 1 ? '1 payment to verify' : `${payments.length} payments to verify`,
  blocks: [
    paragraph(
      'These payments have waited for more than a day. Their seats are held for a limited time: compare them with the bank account.',
    ),
    list(...payments.map((payment) => toListItem(payment, payment.amount, siteUrl))),
  ],
  reason: REASON,
  link: buildQueueLink(siteUrl),
})

export const refundDueReminderEmail = (payments: readonly PaymentRow[], siteUrl: string): EmailContent => ({
  to: getBrand().email,
  subject: payments.length === 1 ? '1 refund to send' : `${payments.length} refunds to send`,
  blocks: [
    paragraph(
      'The customers of these bookings were promised a refund more than a day ago. Send it, or record why there is no refund.',
    ),
    list(...payments.map((payment) => toListItem(payment, payment.refundDue, siteUrl))),
    WHERE_ACCOUNT_IS,
  ],
  reason: REASON,
  link: buildQueueLink(siteUrl),
})

const REASON = 'You get this email because this address receives reports about payments.'

const WHERE_ACCOUNT_IS = paragraph(
  'If the customer entered an account for the refund, it is on the page of the payment, where only managers can see it.',
)

const buildPaymentUrl = (siteUrl: string, paymentId: string): string =>
  new URL(`/admin/payments?${new URLSearchParams({ open: paymentId })}`, siteUrl).href

const toListItem = ({ paymentId, bookingId, customerName }: PaymentRow, amount: Paisa, siteUrl: string) => ({
  label: `${bookingId}, ${customerName}: ${npr(amount)}`,
  href: buildPaymentUrl(siteUrl, paymentId),
})

const buildQueueLink = (siteUrl: string) => ({
  label: 'Open the payments',
  href: new URL('/admin/payments', siteUrl).href,
})

const listPaymentFacts = (payment: Payment): (readonly [string, string])[] => [
  ['Payment', `${payment.id}, ${payment.method}, requested ${npr(payment.amount)}`],
  ...(payment.provider_reference ? [['Transaction', payment.provider_reference] as const] : []),
  ...(payment.reason ? [['Last report', payment.reason] as const] : []),
]
