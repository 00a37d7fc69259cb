import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CHANGE_HELD_TOO_LONG, CHANGE_NEEDS_INSTANT_METHOD } from '#contract/move-booking.ts'
import { holdChangeForAttempt } from '#domain/booking-change.ts'
import { paisa } from '#domain/money.ts'
import { getReceivedAmount, isInstantMethod, methodFee } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { excludeFromBills } from '../bills/issue.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { getChangeHold, isBeingReviewed } from '../bookings/change-view.ts'
import { applyChange } from '../bookings/changes.ts'
import { changeNotAppliedEmail } from '../bookings/emails.ts'
import { isRefundAccountMissing } from '../bookings/refund-account.ts'
import { markRefundDue } from '../bookings/refund-due.ts'
import { applyPurchase } from '../bookings/room-hours.ts'
import { hoursNotBoughtEmail } from '../bookings/room-hours-emails.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking, BookingChange, Payment } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { notifyStaff } from './alerts.ts'
import { handleDuplicatePayment } from './duplicate-payments.ts'
import type { Gateway } from './gateways/gateway.ts'
import { insertPayment } from './new-payment.ts'

export interface InsertedAttempt {
  payment: Payment
  seatsHeldUntil: number
}

/** Starts a payment of an open change, and holds the change until it can be finished. */
export async function insertChangeAttempt(
  app: App,
  db: Queries,
  { bookingId, changeId }: { bookingId: string; changeId: string },
  { method, window }: Gateway,
): Promise<Outcome<InsertedAttempt>> {
  if (!isInstantMethod(method)) return fail('unsupported_method', { message: CHANGE_NEEDS_INSTANT_METHOD })
  const now = app.now()
  const booking = await lockBooking(db, bookingId)
  const change = await db
    .selectFrom('booking_changes')
    .selectAll()
    .where('id', '=', changeId)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!booking || !change) return fail('not_found')
  if (change.state !== 'open' || change.expires_at <= instant(now)) return fail('not_payable')
  const earlier = await db.selectFrom('payments').select('state').where('change_id', '=', change.id).execute()
  if (isBeingReviewed(earlier)) return fail('not_payable')
  const until = holdChangeForAttempt(getChangeHold(app, booking, change), window, now)
  if (until === undefined) return fail('no_more_extensions', { message: CHANGE_HELD_TOO_LONG })
  const fee = methodFee(method, change.amount)
  const payment = await insertPayment(db, booking, method, now, {
    amount: paisa(change.amount + fee),
    fee,
    purpose: change.kind === 'hours' ? 'hours' : 'difference',
    change_id: change.id,
  })
  await db
    .updateTable('booking_changes')
    .set({ expires_at: instant(until), updated_at: instant(now) })
    .where('id', '=', change.id)
    .execute()
  return succeed({ payment, seatsHeldUntil: until })
}

/** The change that a payment pays; undefined for other payments. */
export async function findChangeOfPayment(
  db: Queries,
  { change_id }: Pick<Payment, 'change_id'>,
): Promise<BookingChange | undefined> {
  if (change_id === null) return undefined
  return db.selectFrom('booking_changes').selectAll().where('id', '=', change_id).executeTakeFirstOrThrow()
}

/** Applies the change for a payment that has arrived, or marks it as refund due: late money changes no booking. */
export async function settleChangePayment(
  app: App,
  db: Queries,
  booking: Booking,
  change: BookingChange,
  payment: Payment,
  isToBeRefunded: boolean,
): Promise<void> {
  const isPurchase = change.kind === 'hours'
  if (change.state === 'open' && !isToBeRefunded)
    return (isPurchase ? applyPurchase : applyChange)(app, db, booking, change, payment)
  if (change.state === 'applied' && (await handleDuplicatePayment(app, db, booking, payment))) return
  await excludeFromBills(db, payment)
  await markRefundDue(db, [payment], app.now())
  const email = (isPurchase ? hoursNotBoughtEmail : changeNotAppliedEmail)(booking, buildBookingLink(app, booking), {
    amount: getReceivedAmount(payment),
    needsAccount: await isRefundAccountMissing(app, db, booking),
  })
  await queueEmail(db, email, app.now())
  await notifyStaff(app, db, isPurchase ? 'hours_not_added' : 'not_moved', booking, payment)
}
