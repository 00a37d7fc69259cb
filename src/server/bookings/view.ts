import type { BookingView } from '#contract/bookings.ts'
import type { ClosedDays } from '#domain/closed-days.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { isRefundable } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { readNextRenewal } from '../memberships/renewals.ts'
import { readBookingRooms } from '../rooms/view.ts'
import { readLinkEnd } from './access.ts'
import { countExtensionsLeft, getCustomerName, getDisplayAmount, parseLines } from './booking.ts'
import { readCancelAction } from './cancellation-terms.ts'
import { readChange } from './change-view.ts'
import { readOwnMoveAction } from './customer-move.ts'
import { isEmailMissing } from './email-confirmation.ts'
import { readGuestsView } from './guests.ts'
import { listPaymentMethods, readUnpayableReason } from './method-offers.ts'
import { toOwnPayment } from './own-payment.ts'
import { readPeople } from './people.ts'
import { isRefundAccountNeeded, readRefundAccountView } from './refund-account.ts'
import { getRefundDue } from './refund-due.ts'
import { readRenewAction } from './renewals.ts'
import { readHoursAction } from './room-hours.ts'
import { getDayRestrictions } from './unpaid-transfers.ts'

/** A booking as its customer sees it. */
export async function loadBookingView(app: App, booking: Booking): Promise<BookingView> {
  const payments = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .select((payment) =>
      payment
        .selectFrom('receipts')
        .select(({ fn }) => fn.max('receipts.created_at').as('at'))
        .whereRef('receipts.payment_id', '=', 'payments.id')
        .as('receipt_at'),
    )
    .where('booking_id', '=', booking.id)
    .where('purpose', '=', 'booking')
    .orderBy('created_at')
    .execute()
  const unpayable = await readUnpayableReason(app.db.read, booking)
  return {
    bookingId: booking.id,
    customerName: getCustomerName(booking),
    status: booking.state,
    locationId: booking.location_id,
    locationName: booking.location_name,
    planId: booking.plan_id,
    planName: booking.plan_name,
    billing: booking.period,
    startDate: booking.start_date,
    endDate: booking.end_date,
    startTime: booking.start_time,
    endTime: booking.end_time,
    totalAmount: booking.total_amount,
    currency: booking.currency,
    lines: parseLines(booking),
    createdAt: booking.created_at,
    placedByStaff: booking.placed_by !== null,
    expiresAt: booking.expires_at,
    extensionsLeft: countExtensionsLeft(app, booking),
    payments: payments.map((payment) => toOwnPayment(payment, payment.receipt_at)),
    methods: listPaymentMethods(app, booking, await getDayRestrictions(app, app.db.read, booking)),
    ...(unpayable !== undefined && { unpayable }),
    ...(booking.email_confirmed_at !== null && { emailConfirmed: true }),
    ...(booking.state === 'held' && (await isEmailMissing(app, app.db.read, booking)) && { needsEmailConfirmed: true }),
    seats: booking.seats,
    contact: {
      firstName: booking.first_name,
      lastName: booking.last_name,
      email: booking.email,
      phone: booking.phone,
      company: booking.company,
      pan: booking.pan,
    },
    notes: booking.notes,
    history: await readHistory(app.db.read, booking),
    refundAccount: await readRefundAccountView(app, app.db.read, booking),
    change: await readChange(app, app.db.read, booking),
    originalEndDate: booking.original_end_date,
    renewal: await readNextRenewal(app.db.read, booking),
    linkUntil: await readLinkEnd(app.db.read, booking),
    actions: {
      cancel: await readCancelAction(app, app.db.read, booking),
      move: await readOwnMoveAction(app, app.db.read, booking),
      renew: await readRenewAction(app, booking),
      hours: await readHoursAction(app, app.db.read, booking),
      changeDetails: isCustomerActionAllowed('details', booking.state),
      resend: canResendConfirmation(booking),
      refundAccount: await isRefundAccountNeeded(app, app.db.read, booking),
    },
    now: instant(app.now()),
    closedDays: await readClosedDays(app.db.read, booking),
    rooms: await readBookingRooms(app, app.db.read, booking),
    ...(booking.seats > 1 && { people: await readPeople(app.db.read, booking) }),
    guests: await readGuestsView(app, app.db.read, booking),
  }
}

/** The days of a booking on which its location is closed. */
export async function readClosedDays(
  db: Queries,
  { location_id, start_date, end_date }: Pick<Booking, 'location_id' | 'start_date' | 'end_date'>,
): Promise<ClosedDays[]> {
  const closures = await readClosuresOfLocation(db, location_id, start_date)
  return listClosedDays({ closures }, { from: start_date, to: end_date })
}

export const canResendConfirmation = ({ state, email }: Booking): boolean =>
  isCustomerActionAllowed('resend', state) && email !== ''

/** Attempts that never held money are left out. A promised refund is listed until it is requested. */
async function readHistory(db: Queries, { id }: Booking): Promise<BookingView['history']> {
  const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.state', 'refunds.amount', 'payments.method'])
    .select(['refunds.created_at as at', 'refunds.updated_at as updatedAt'])
    .where('payments.booking_id', '=', id)
    .execute()
  const entries: BookingView['history'] = refunds.map((refund) => ({ kind: 'refund', ...refund }))
  for (const payment of payments) {
    if (isRefundable(payment.state) || payment.state === 'refunded')
      entries.push({
        kind: 'payment',
        paymentId: payment.id,
        purpose: payment.purpose,
        method: payment.method,
        state: payment.state,
        amount: getDisplayAmount(payment),
        fee: payment.fee,
        transactionId: payment.provider_reference,
        at: payment.created_at,
      })
    const due = getRefundDue(payment)
    const at = payment.refund_due_at ?? payment.updated_at
    if (due > 0) entries.push({ kind: 'refund', state: 'due', amount: due, method: payment.method, at, updatedAt: at })
  }
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : 1))
}
