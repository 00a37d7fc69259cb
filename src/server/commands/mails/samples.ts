import type { PaymentRow } from '#contract/admin/payments.ts'
import { type ClockTime, type IsoDate, kathmanduInstant } from '#domain/calendar.ts'
import { calculateFreeCancellationEnd } from '#domain/cancellation.ts'
import { paisa } from '#domain/money.ts'
import { type Quote, quote } from '#domain/quote.ts'
import { billEmail, correctionEmail } from '../../bills/emails.ts'
import { cashRefundReadyEmail, cashRefundWithdrawnEmail } from '../../bookings/cash-refund-emails.ts'
import {
  bookingCancelledEmail,
  bookingConfirmedEmail,
  bookingMovedByCustomerEmail,
  bookingMovedEmail,
  bookingMovedForPaymentEmail,
  bookingShortenedEmail,
  changeNotAppliedEmail,
  differencePaidEmail,
  duplicatePaymentEmail,
  excessPaymentEmail,
  linkReplacedEmail,
  mismatchRefundedEmail,
  paymentAfterOwnCancellationEmail,
  refundAccountEmail,
  refundDeclinedEmail,
  refundEmail,
} from '../../bookings/emails.ts'
import {
  addressConfirmationEmail,
  bookingRejectedEmail,
  holdExpiredEmail,
  latePaymentEmail,
  paymentAfterCancellationEmail,
  paymentLinkEmail,
  paymentNotFoundEmail,
  transferInstructionsEmail,
} from '../../bookings/payment-emails.ts'
import { bookingReminderEmail } from '../../bookings/reminder-emails.ts'
import { roomMovedEmail, roomReleasedEmail } from '../../bookings/room-emails.ts'
import { hoursBoughtEmail, hoursNotBoughtEmail } from '../../bookings/room-hours-emails.ts'
import { getBrand, getCatalogue } from '../../catalogue.ts'
import { bookingLinksEmail } from '../../customers/emails.ts'
import type { Booking, Membership, Payment, Refund, Tour } from '../../db/schema.ts'
import { mailingEmail } from '../../desk/mailing-emails.ts'
import { readEnv } from '../../env.ts'
import type { EmailContent } from '../../mail/content.ts'
import { testEmail } from '../../mail/test-email.ts'
import { membershipEndingEmail } from '../../memberships/emails.ts'
import type { RenewalOffer } from '../../memberships/renewals.ts'
import { contactMessageEmail } from '../../messages/emails.ts'
import {
  paymentNotificationEmail,
  refundDueReminderEmail,
  refundNotificationEmail,
  verificationReminderEmail,
} from '../../payments/staff-emails.ts'
import { invitationEmail, passwordChangedEmail, passwordLinkEmail, twoFactorChangedEmail } from '../../staff/emails.ts'
import {
  afterTourEmail,
  tourBookedEmail,
  tourCancelledByStaffEmail,
  tourCancelledEmail,
  tourLinkReplacedEmail,
  tourMovedByStaffEmail,
  tourMovedEmail,
  tourReminderEmail,
} from '../../tours/emails.ts'
import {
  alreadyWaitingEmail,
  closedOfferEmail,
  nowBookableEmail,
  seatOfferEmail,
  waitingConfirmationEmail,
} from '../../waiting/emails.ts'

interface SampleEmail {
  /** Name of its function. */
  template: string
  content: EmailContent
  isForCustomer: boolean
}

const CUSTOMER = 'aarati@example.com'

const { bank, siteUrl, staffEmail: staff } = readEnv({})
const LINK = `${siteUrl}/your-booking#BK-1796000000000-7K2M.sample-secret-of-one-booking`
const TOUR_LINK = `${siteUrl}/your-booking#TR-1796000000000-7K2M.sample-secret-of-one-tour`
const PAYMENT_LINK = `${siteUrl}/payment#booking=BK-1796000000000-7K2M&secret=sample-secret-of-one-booking`
const CONFIRMATION_LINK = `${siteUrl}/confirm-email#booking=BK-1796000000000-7K2M&token=sample-token`
const STOP_LINK = `${siteUrl}/stop-reminders#email=aarati%40example.com&token=sample-token`
const STAFF_LINK = `${siteUrl}/admin/join#sample-token`
const NOW = Date.parse('2026-12-01T04:15:00.000Z')
const REASON = 'The chosen days are reserved for an event.'
const START = '2026-12-07' as IsoDate
/** A week, as the product prices it. */
const {
  lines,
  total: AMOUNT,
  coverage,
} = quote(
  {
    locationId: 'dhobighat-hub',
    planId: 'professional',
    billing: 'weekly',
    startDate: START,
    addOns: [],
    meetingRoomHours: 2,
    seats: 1,
    guestPasses: 0,
  },
  getCatalogue(),
) as Quote

/** The columns that emails read. */
const BOOKING = {
  id: 'BK-1796000000000-7K2M',
  location_id: 'dhobighat-hub',
  location_name: 'Dhobighat Hub',
  plan_id: 'professional',
  plan_name: 'Professional',
  period: 'weekly',
  periods: 1,
  seats: 1,
  start_date: START,
  end_date: coverage?.to,
  start_time: '09:00',
  end_time: '17:00',
  lines: JSON.stringify(lines),
  total_amount: AMOUNT,
  first_name: 'Aarati',
  last_name: 'Shrestha',
  email: CUSTOMER,
  expires_at: '2026-12-01T10:15:00.000Z',
} as Booking

const ROOM = 'Walnut room, 10 Dec 2026, 10:00–12:00'
const RELEASES = { releasedRooms: [ROOM], cancelledGuests: ['2026-12-09', '2026-12-09', '2026-12-10'] as IsoDate[] }

const BOOKING_WITH_CLOSURES = {
  ...BOOKING,
  rooms: ['Walnut room, 9 Dec 2026, 10:00–12:00'],
  closures: [
    { from: '2026-12-10' as IsoDate, to: '2026-12-10' as IsoDate, reason: 'Election', hours: null },
    {
      from: '2026-12-11' as IsoDate,
      to: '2026-12-11' as IsoDate,
      reason: 'Election',
      hours: { open: '10:00' as ClockTime, close: '16:00' as ClockTime },
    },
  ],
}

const [LOCATION] = getCatalogue().locations.filter(({ id }) => id === BOOKING.location_id)
if (!LOCATION) throw new Error(`location ${BOOKING.location_id} was not found`)
const FREE_UNTIL = calculateFreeCancellationEnd(LOCATION, START)
/** When the reminder is sent. */
const REMINDED_AT = kathmanduInstant('2026-12-06' as IsoDate, '17:00' as ClockTime)

const OTHER_BOOKING = { ...BOOKING, id: 'BK-1796000060000-3XQ9', location_name: 'Kausimaa' }
const OTHER_LINK = `${siteUrl}/your-booking#${OTHER_BOOKING.id}.sample-secret-of-another-booking`

const PAYMENT = {
  id: 'sample-payment',
  booking_id: BOOKING.id,
  method: 'khalti',
  purpose: 'booking',
  amount: AMOUNT,
  fee: paisa(0),
  provider_reference: 'GFq9PFS7b2iYvL8Lir9oXe',
  reason: 'Completed',
} as Payment

const REFUND = { amount: AMOUNT, reason: 'Cancelled by the customer', response: 'Insufficient balance' } as Refund

const MEMBERSHIP_BOOKING = 'BK-1793400000000-5QWE'
const MEMBERSHIP = {
  booking_id: MEMBERSHIP_BOOKING,
  customer_name: 'Aarati Shrestha',
  email: CUSTOMER,
  membership_type: 'professional',
  billing_cycle: 'monthly',
  location_id: 'dhobighat-hub',
  end_date: '2027-01-07',
  auto_renew: 1,
} as Membership

const RENEWAL = {
  membershipId: 'a-membership',
  startDate: '2027-01-07',
  endDate: '2027-02-06',
  amount: paisa(950_000),
  full: false,
} as RenewalOffer

const TOUR = {
  id: 'TR-1796000000000-7K2M',
  location_id: 'dhobighat-hub',
  day: '2026-12-07',
  time: '10:30',
  name: 'Aarati Shrestha',
  email: CUSTOMER,
} as Tour

const WAITING_ENTRY = { email: CUSTOMER, location_id: 'jhamsikhel-loft', plan_id: null, day: null }
const LEAVE_LINK = `${siteUrl}/waiting/leave#entry=an-entry&token=sample-token`

const WAITING = [
  {
    paymentId: 'sample-payment',
    bookingId: BOOKING.id,
    customerName: 'Aarati Shrestha',
    amount: AMOUNT,
    refundDue: AMOUNT,
  },
  {
    paymentId: 'another-payment',
    bookingId: 'BK-1796000060000-3XQ9',
    customerName: 'Bikash Rai',
    amount: paisa(95_000),
    refundDue: paisa(95_000),
  },
] as PaymentRow[]

const MESSAGE = {
  name: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '+9779851234567',
  locationId: undefined,
  text: 'Six of us would like to come on 12 December.\nIs there parking for motorcycles?',
}

function sample<Values extends readonly unknown[]>(
  template: (...values: Values) => EmailContent,
  ...values: Values
): SampleEmail {
  const content = template(...values)
  return { template: template.name, content, isForCustomer: content.to === CUSTOMER }
}

/** One of each email. */
export const SAMPLE_EMAILS: readonly SampleEmail[] = [
  sample(bookingConfirmedEmail, BOOKING_WITH_CLOSURES, LINK, { paid: AMOUNT, freeUntil: FREE_UNTIL, now: NOW }),
  sample(holdExpiredEmail, BOOKING, LINK),
  sample(latePaymentEmail, BOOKING, LINK),
  sample(paymentAfterCancellationEmail, BOOKING, LINK),
  sample(duplicatePaymentEmail, BOOKING, LINK, { amount: AMOUNT, needsAccount: true }),
  sample(excessPaymentEmail, BOOKING, LINK, { amount: AMOUNT, needsAccount: false }),
  sample(refundEmail, BOOKING, LINK, {
    amount: AMOUNT,
    payment: PAYMENT,
    account: 'Nabil Bank, •••• 0123',
    isCash: false,
  }),
  sample(transferInstructionsEmail, BOOKING, LINK, bank, '2026-12-04T04:15:00.000Z'),
  sample(addressConfirmationEmail, BOOKING, CONFIRMATION_LINK),
  sample(paymentLinkEmail, BOOKING, LINK, PAYMENT_LINK),
  sample(linkReplacedEmail, BOOKING, LINK),
  sample(bookingCancelledEmail, BOOKING, LINK, {
    ...{ received: AMOUNT, refund: AMOUNT, needsAccount: true },
    renewal: null,
  }),
  sample(cashRefundReadyEmail, BOOKING, LINK, { amount: AMOUNT, location: LOCATION, today: START }),
  sample(cashRefundWithdrawnEmail, BOOKING, LINK, { amount: AMOUNT, needsAccount: true, isDue: true }),
  sample(refundDeclinedEmail, BOOKING, LINK, AMOUNT, 'The refund was already sent by bank transfer.'),
  sample(bookingRejectedEmail, BOOKING, LINK, REASON),
  sample(bookingMovedEmail, BOOKING, LINK),
  sample(bookingMovedByCustomerEmail, { ...BOOKING, ...RELEASES }, LINK),
  sample(bookingMovedForPaymentEmail, BOOKING, LINK, paisa(50_000)),
  sample(changeNotAppliedEmail, BOOKING, LINK, { amount: paisa(50_000), needsAccount: false }),
  sample(differencePaidEmail, BOOKING, LINK, paisa(50_000)),
  sample(roomMovedEmail, BOOKING, LINK, { before: ROOM, after: 'Walnut room, 10 Dec 2026, 14:00–16:00' }),
  sample(roomReleasedEmail, BOOKING, LINK, ROOM),
  sample(billEmail, BOOKING, LINK),
  sample(correctionEmail, BOOKING, LINK, {
    number: 'DHO-8384-00007',
    credit: 'DHO-CN-8384-00002',
    bill: 'DHO-8384-00012',
    reason: 'The company books it',
  }),
  sample(hoursBoughtEmail, BOOKING, LINK, { minutes: 120, amount: paisa(160_000) }),
  sample(hoursNotBoughtEmail, BOOKING, LINK, { amount: paisa(160_000), needsAccount: false }),
  sample(paymentNotFoundEmail, BOOKING, LINK),
  sample(mismatchRefundedEmail, BOOKING, LINK),
  sample(bookingLinksEmail, CUSTOMER, [
    { booking: OTHER_BOOKING, link: OTHER_LINK },
    { booking: BOOKING, link: LINK },
  ]),
  sample(bookingShortenedEmail, { ...BOOKING, ...RELEASES, lostMinutes: 90 }, LINK, {
    startDate: '2027-01-10' as IsoDate,
  }),
  sample(paymentAfterOwnCancellationEmail, BOOKING, LINK, { amount: AMOUNT, needsAccount: true }),
  sample(refundAccountEmail, BOOKING, LINK, {
    masked: 'Nabil Bank, •••• 0123',
    name: 'Aarati Shrestha',
    changeableUntil: '2026-12-04T04:15:00.000Z',
  }),
  sample(membershipEndingEmail, MEMBERSHIP, {
    locationName: 'Dhobighat Hub',
    planName: 'Professional',
    renewal: RENEWAL,
    bookingId: MEMBERSHIP_BOOKING,
    link: `${siteUrl}/your-booking#${MEMBERSHIP_BOOKING}.sample-secret-of-a-membership`,
    stopLink: STOP_LINK,
  }),
  sample(bookingReminderEmail, BOOKING, LINK, { stopLink: STOP_LINK, freeUntil: FREE_UNTIL, now: REMINDED_AT }),
  sample(paymentNotificationEmail, 'needs_decision', BOOKING, PAYMENT, siteUrl),
  sample(refundNotificationEmail, 'failed', REFUND, PAYMENT, siteUrl),
  sample(verificationReminderEmail, WAITING, siteUrl),
  sample(refundDueReminderEmail, WAITING, siteUrl),
  sample(contactMessageEmail, MESSAGE, getBrand().email, 'Kausimaa'),
  sample(invitationEmail, staff, 'Asha Gurung', 'manager', STAFF_LINK, NOW),
  sample(passwordLinkEmail, staff, 'Asha Gurung', STAFF_LINK, NOW),
  sample(passwordChangedEmail, { email: staff }),
  sample(twoFactorChangedEmail, { email: staff }, 'on'),
  sample(mailingEmail, BOOKING, LINK, {
    date: BOOKING.start_date,
    subject: 'No water on Monday morning',
    body: 'The water is off from 06:00 to 10:00.\n\nCoffee is free that morning.',
  }),
  sample(testEmail, staff, NOW),
  sample(tourBookedEmail, TOUR, TOUR_LINK),
  sample(tourMovedEmail, TOUR, TOUR_LINK),
  sample(tourMovedByStaffEmail, TOUR, TOUR_LINK),
  sample(tourLinkReplacedEmail, TOUR, TOUR_LINK),
  sample(tourReminderEmail, TOUR, TOUR_LINK, STOP_LINK),
  sample(tourCancelledEmail, TOUR, siteUrl),
  sample(tourCancelledByStaffEmail, TOUR, siteUrl),
  sample(waitingConfirmationEmail, WAITING_ENTRY, `${siteUrl}/waiting/confirm#entry=an-entry&token=sample`, LEAVE_LINK),
  sample(alreadyWaitingEmail, WAITING_ENTRY, LEAVE_LINK),
  sample(
    seatOfferEmail,
    { ...WAITING_ENTRY, location_id: 'kausimaa', day: START },
    {
      offer: `${siteUrl}/booking?plan=explorer&location=kausimaa&start=${START}&seats=1#offer=an-offer.sample-token`,
      leave: LEAVE_LINK,
    },
    NOW,
  ),
  sample(closedOfferEmail, { ...WAITING_ENTRY, location_id: 'kausimaa', day: START }, 'Painting', {
    site: siteUrl,
    leave: LEAVE_LINK,
  }),
  sample(nowBookableEmail, { ...WAITING_ENTRY, plan_id: 'private-office' }, siteUrl),
  sample(afterTourEmail, TOUR, getCatalogue(), { siteUrl, stopLink: STOP_LINK }),
]
