import { formatDate, formatInstant, formatRange, type IsoDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { PaymentPurpose } from '#domain/payment.ts'
import { yourSeats } from '#domain/your-seats.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { button, type EmailBlock, type EmailContent, facts, note, paragraph } from '../mail/content.ts'
import type { EmailBooking } from './email-booking.ts'
import { buildBookingEmail } from './email-content.ts'
import {
  describeCancellation,
  describeClosedDayPass,
  directionFacts,
  findClosedDayPassReason,
  findMapUrl,
} from './email-facts.ts'
import { describeLosses, describeMoveReleases } from './release-texts.ts'

interface ConfirmationTerms {
  /** Received for the booking, with the method's fee. */
  paid: Paisa
  /** The last instant of a full refund, in milliseconds; undefined if it is unknown. */
  freeUntil: number | undefined
  now: number
}

export function bookingConfirmedEmail(
  booking: EmailBooking,
  link: string,
  { paid, freeUntil, now }: ConfirmationTerms,
): EmailContent {
  const closedReason = findClosedDayPassReason(booking)
  const email = buildBookingEmail(
    booking,
    link,
    `Booking confirmed: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
    paragraph('We have received your payment, and your booking is confirmed.'),
    ...(closedReason === undefined ? [] : [note(describeClosedDayPass(closedReason))]),
    facts(...(paid > 0 ? [['Paid', npr(paid)] as const] : []), ...directionFacts(booking)),
    ...mapButton(booking),
    ...(freeUntil === undefined || closedReason !== undefined ? [] : [paragraph(describeCancellation(freeUntil, now))]),
  )
  return { ...email, bills: 'new' }
}

/** `needsAccount`: the customer has to name an account for the refund. */
export interface PromisedRefund {
  amount: Paisa
  needsAccount: boolean
}

export const duplicatePaymentEmail = (
  booking: Booking,
  link: string,
  { amount, needsAccount }: PromisedRefund,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `You paid twice: we will refund ${npr(amount)} for ${booking.id}`,
    paragraph(`You paid twice for this booking. We will refund the second payment of ${npr(amount)}.`),
    ...describeDelivery(needsAccount),
  )

export const excessPaymentEmail = (
  booking: Booking,
  link: string,
  { amount, needsAccount }: PromisedRefund,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `You paid too much: we will refund ${npr(amount)} for ${booking.id}`,
    paragraph(`We received ${npr(amount)} more than your booking costs. We will refund the difference.`),
    ...describeDelivery(needsAccount),
  )

interface SentRefund {
  amount: Paisa
  payment: Pick<Payment, 'method' | 'purpose' | 'amount' | 'fee'>
  /** The masked account that the customer named for refunds by hand. */
  account: string | undefined
  /** Paid out at the desk. */
  isCash: boolean
}

export const refundEmail = (
  booking: Booking,
  link: string,
  { amount, payment, account, isCash }: SentRefund,
): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Refund of ${npr(amount)} for your booking ${booking.id}`,
    ...(isCash
      ? [paragraph(`We have refunded ${npr(amount)} in cash at our front desk.`)]
      : [
          paragraph(
            `We have refunded ${npr(amount)} to ${account ? `your account: ${account}` : describeTarget(payment)}.`,
          ),
          paragraph('It can take a few days to appear in your bank account or wallet.'),
        ]),
    facts([
      PAYMENT_LABELS[payment.purpose],
      `${npr(payment.amount)}${payment.fee > 0 ? `, with a fee of ${npr(payment.fee)}` : ''}`,
    ]),
  ),
  bills: 'new',
})

const describeTarget = ({ method }: Pick<Payment, 'method'>): string =>
  method === 'cash' ? 'your bank account or wallet' : 'you, to your original payment method where possible'

const PAYMENT_LABELS: Readonly<Record<PaymentPurpose, string>> = {
  booking: 'Your payment',
  difference: 'Your payment for new dates',
  hours: 'Your payment for meeting-room hours',
}

export const linkReplacedEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `New link to your booking at ${booking.location_name}`,
    paragraph('We have replaced the link to your booking. Links in our earlier emails no longer work.'),
    paragraph('If you did not expect this, reply to this email.'),
  )

interface CancellationTerms {
  /** Paid and not refunded before. */
  received: Paisa
  /** Promised now. */
  refund: Paisa
  /** The customer has to name an account for some of it. */
  needsAccount: boolean
  renewal: Renewal | null
}

/** The next booking of the same membership. */
interface Renewal {
  startDate: IsoDate
}

const describeRenewal = (renewal: Renewal | null): EmailBlock[] =>
  renewal
    ? [
        note(
          `The renewal of your membership from ${formatDate(renewal.startDate)} is another booking and stays as it is. To cancel it too, open the link in its own email.`,
        ),
      ]
    : []

export const bookingCancelledEmail = (
  booking: EmailBooking,
  link: string,
  { received, refund, needsAccount, renewal }: CancellationTerms,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Booking cancelled: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
    paragraph(`Your booking is cancelled. ${yourSeats(booking.seats, 'is')} released.`),
    ...(refund > 0
      ? [
          paragraph(`We will refund ${npr(refund)} to you.${describeExtras(booking, refund)}`),
          ...describeDelivery(needsAccount),
        ]
      : received > 0
        ? [NO_REFUND]
        : []),
    ...describeLosses(booking),
    ...describeRenewal(renewal),
  )

/** For a booking that had started. Its dates end today. */
export const bookingShortenedEmail = (booking: EmailBooking, link: string, renewal: Renewal | null): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Booking ended: ${booking.location_name}, ${formatRange(booking.start_date, booking.end_date)}`,
    paragraph(
      `You cancelled your booking. You can still come today. ${yourSeats(booking.seats, 'is')} released from tomorrow.`,
    ),
    NO_REFUND,
    ...describeLosses(booking),
    ...describeRenewal(renewal),
  )

export const paymentAfterOwnCancellationEmail = (
  booking: Booking,
  link: string,
  { amount, needsAccount }: PromisedRefund,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We will refund ${npr(amount)} for ${booking.id}`,
    paragraph(
      `We received your payment of ${npr(amount)} after you cancelled this booking. The booking stays cancelled.`,
    ),
    paragraph('We will refund the payment.'),
    ...describeDelivery(needsAccount),
  )

interface MaskedAccount {
  masked: string
  name: string
  changeableUntil: string
}

export const refundAccountEmail = (booking: Booking, link: string, account: MaskedAccount): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Account for your refund: ${booking.id}`,
    paragraph('We will send your refund to this account.'),
    facts(['Account', account.masked], ['Name', account.name]),
    paragraph(
      `You can change it until ${formatInstant(Date.parse(account.changeableUntil))} (Kathmandu time), on the page of your booking.`,
    ),
    note('If you did not enter this account, reply to this email at once.'),
  )

/** The payment that is kept may have got its bill only now. */
export const refundDeclinedEmail = (booking: Booking, link: string, amount: Paisa, reason: string): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `No refund of ${npr(amount)} for your booking ${booking.id}`,
    paragraph(`We announced a refund of ${npr(amount)}. We have decided not to send it.`),
    note(`Reason: ${reason}`),
    paragraph('If you do not agree, reply to this email.'),
  ),
  bills: 'new',
})

export const bookingMovedEmail = (booking: EmailBooking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Your booking has new dates: ${formatRange(booking.start_date, booking.end_date)}`,
    paragraph('We have moved your booking to the dates below. The price is the same.'),
    ...describeMoveReleases(booking),
    facts(...directionFacts(booking)),
  )

export const bookingMovedByCustomerEmail = (booking: EmailBooking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `You have moved your booking: ${formatRange(booking.start_date, booking.end_date)}`,
    paragraph(
      'You have moved your booking to the dates below. There is nothing more to pay, and no difference is refunded.',
    ),
    ...describeMoveReleases(booking),
    facts(...directionFacts(booking)),
  )

export const bookingMovedForPaymentEmail = (booking: EmailBooking, link: string, amount: Paisa): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `You have moved your booking: ${formatRange(booking.start_date, booking.end_date)}`,
    paragraph(`We have received your payment of ${npr(amount)}, and your booking has moved to the dates below.`),
    paragraph('The price below does not include this payment.'),
    ...describeMoveReleases(booking),
    facts(...directionFacts(booking)),
  ),
  bills: 'new',
})

export const changeNotAppliedEmail = (
  booking: Booking,
  link: string,
  { amount, needsAccount }: PromisedRefund,
): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `We will refund ${npr(amount)} for ${booking.id}: your booking has not moved`,
    paragraph(
      booking.state === 'cancelled'
        ? 'We received your payment for new dates after your booking was cancelled. The booking stays cancelled.'
        : 'We received your payment for new dates too late, so your booking has not moved. It keeps the dates below.',
    ),
    paragraph(`We will refund ${npr(amount)}.`),
    ...describeDelivery(needsAccount),
  )

export const differencePaidEmail = (booking: Booking, link: string, amount: Paisa): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Payment of ${npr(amount)} for your new dates: ${booking.id}`,
    paragraph(`You have paid ${npr(amount)}, the extra cost of your new dates. The price below does not include it.`),
  ),
  bills: 'new',
})

export const mismatchRefundedEmail = (booking: Booking, link: string): EmailContent =>
  buildBookingEmail(
    booking,
    link,
    `Your payment was refunded: ${booking.location_name}`,
    paragraph(`We have refunded everything that you paid. ${yourSeats(booking.seats, 'is')} no longer held.`),
    paragraph('You are welcome to book again at any time.'),
  )

/** What the customer has to do for a promised refund. */
export const describeDelivery = (needsAccount: boolean): EmailBlock[] =>
  needsAccount
    ? [
        note('Enter the account for your refund on the page of your booking. We need it to send the refund.'),
        paragraph('We will email you when the refund is sent.'),
      ]
    : [paragraph('You do not need to do anything. We will email you when the refund is sent.')]

/** The lines of the booking have neither. */
const describeExtras = ({ total_amount }: Booking, refund: Paisa): string =>
  refund > total_amount
    ? ' It includes what you paid besides the price below, such as a card fee, the extra cost of new dates or more meeting-room hours.'
    : ''

const NO_REFUND = paragraph('There is no refund, because the time for a free cancellation is over.')

function mapButton(booking: Booking): EmailBlock[] {
  const url = findMapUrl(booking)
  return url ? [button('Get directions', url)] : []
}
