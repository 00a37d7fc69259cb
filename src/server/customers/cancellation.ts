import type { BookingView } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { cancelOwnBooking } from '#contract/own-booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { buildBookingLink } from '../bookings/access.ts'
import type { BookingAuditEntry } from '../bookings/booking.ts'
import { attachCalendar } from '../bookings/calendar.ts'
import { needsRefundAccount, readOwnCancellationTerms } from '../bookings/cancellation-terms.ts'
import { readReleases } from '../bookings/email-booking.ts'
import { bookingCancelledEmail, bookingShortenedEmail } from '../bookings/emails.ts'
import { readBooking } from '../bookings/placement.ts'
import { saveRefundAccount } from '../bookings/refund-account.ts'
import { markRefundDue } from '../bookings/refund-due.ts'
import { endBookingToday } from '../bookings/shortening.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { markHandledByCustomer } from '../closures/cases.ts'
import type { Queries } from '../db/database.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import type { Booking } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { readNextRenewal } from '../memberships/renewals.ts'
import { insertAutomaticRefund, sendRequestedRefunds } from '../payments/automatic-refunds.ts'
import { readBoughtMinutes } from '../rooms/view.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

type CancelInput = Input<typeof cancelOwnBooking>

/** Releases the seats. Card and Khalti refunds are sent after the commit, the others by a manager. */
export async function cancelAsCustomer(
  app: App,
  own: OwnBooking,
  input: CancelInput,
  key: string,
): Promise<Outcome<BookingView>> {
  const request = toIdempotentRequest(key, ['cancel', own.id, input])
  const cancelled = await runCustomerAction(app, own, request, (db, booking) => cancel(app, db, booking, input))
  if (!cancelled.ok) return cancelled
  await sendRequestedRefunds(app, own.id)
  return readBooking(app, own.id, own.secret)
}

async function cancel(
  app: App,
  db: Queries,
  booking: Booking,
  { refundTo, expectedRefund }: CancelInput,
): Promise<Outcome<BookingAuditEntry>> {
  const terms = await readOwnCancellationTerms(app, db, booking)
  if (!terms) return fail('wrong_state')
  const { from, refund, payments, refunds } = terms
  if (expectedRefund !== undefined && expectedRefund !== refund) return fail('changed_meanwhile')
  if (from === 'tomorrow') return succeed(await shorten(app, db, booking))
  const releases = await readReleases(app, db, booking)
  assertUpdated(await transitionBooking(app, db, booking, 'cancelled', null, CUSTOMER))
  await markHandledByCustomer(db, booking, app.now())
  // The address of an unpaid hold may be a stranger's. The page shows that it is cancelled.
  if (booking.state !== 'held') {
    const received = sumRefundableAmounts(payments)
    const lostMinutes = received > 0 && refund === 0 ? await readBoughtMinutes(app, db, booking) : 0
    const email = bookingCancelledEmail({ ...booking, ...releases, lostMinutes }, buildBookingLink(app, booking), {
      received,
      refund,
      needsAccount: !refundTo && needsRefundAccount(app, refunds),
      renewal: await readNextRenewal(db, booking),
    })
    await queueEmail(db, await attachCalendar(app, db, booking.id, email), app.now())
  }
  if (refund > 0) await markRefundDue(db, payments, app.now())
  for (const { payment, amount, isAutomatic } of refunds)
    if (isAutomatic) await insertAutomaticRefund(app, db, payment, amount)
  const account =
    refundTo && needsRefundAccount(app, refunds)
      ? await saveRefundAccount(app, db, booking, refundTo)
      : succeed(undefined)
  if (!account.ok) return account
  const after = { state: 'cancelled', refundDue: refund, ...(account.value && { refundAccount: account.value }) }
  return succeed({ action: 'booking_cancelled', before: { state: booking.state }, after })
}

async function shorten(app: App, db: Queries, booking: Booking): Promise<BookingAuditEntry> {
  const today = kathmanduDate(app.now())
  const kept = { guestDays: { from: today, to: today }, roomsUntil: today }
  const releases = await readReleases(app, db, booking, kept)
  const shortened = await endBookingToday(app, db, booking)
  await markHandledByCustomer(db, booking, app.now())
  const ended = { ...shortened, ...releases, lostMinutes: await readBoughtMinutes(app, db, shortened) }
  const email = bookingShortenedEmail(ended, buildBookingLink(app, shortened), await readNextRenewal(db, shortened))
  await queueEmail(db, await attachCalendar(app, db, booking.id, email), app.now())
  const [before, after] = [{ endDate: booking.end_date }, { endDate: shortened.end_date }]
  return { action: 'booking_cancelled', before, after }
}
