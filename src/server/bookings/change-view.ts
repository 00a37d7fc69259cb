import type { BookingView } from '#contract/bookings.ts'
import { FAILURES } from '#contract/failure.ts'
import type { MethodOffer } from '#contract/method-offers.ts'
import { CHANGE_HELD_TOO_LONG, CHANGE_NEEDS_INSTANT_METHOD } from '#contract/move-booking.ts'
import { holdChangeForAttempt } from '#domain/booking-change.ts'
import { isInstantMethod, MIN_CARD_AMOUNT, methodFee, PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, BookingChange, Payment } from '../db/schema.ts'
import { getClosingTime } from './closing-time.ts'
import { getUnavailableReason } from './method-offers.ts'
import { toOwnPayment } from './own-payment.ts'

/** The latest change that waits for its payment, as the customer sees it. */
export async function readChange(app: App, db: Queries, booking: Booking): Promise<BookingView['change']> {
  const change = await db
    .selectFrom('booking_changes')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('state', '=', 'open')
    // Until the next run of the job, a change whose time is over is still open.
    .where('expires_at', '>', instant(app.now()))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!change) return null
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('change_id', '=', change.id)
    .orderBy('created_at')
    .execute()
  return {
    changeId: change.id,
    kind: change.kind,
    minutes: change.minutes,
    startDate: change.start_date,
    endDate: change.end_date,
    startTime: change.start_time,
    endTime: change.end_time,
    amount: change.amount,
    expiresAt: change.expires_at,
    payments: payments.map((payment) => toOwnPayment(payment, null)),
    methods: PAYMENT_METHODS.map((id) =>
      toOffer(
        id,
        isBeingReviewed(payments) ? FAILURES.not_payable.message : findUnavailableReason(app, booking, change, id),
      ),
    ),
  }
}

const toOffer = (id: PaymentMethod, reason: string | undefined): MethodOffer =>
  reason === undefined ? { id, available: true } : { id, available: false, reason }

function findUnavailableReason(
  app: App,
  booking: Booking,
  change: BookingChange,
  method: PaymentMethod,
): string | undefined {
  if (!isInstantMethod(method)) return CHANGE_NEEDS_INSTANT_METHOD
  const unavailable = getUnavailableReason(app, method)
  if (unavailable) return unavailable
  const amount = change.amount + methodFee(method, change.amount)
  if (method === 'stripe' && amount < MIN_CARD_AMOUNT) return FAILURES.amount_too_small.message
  const hold = getChangeHold(app, booking, change)
  const until = holdChangeForAttempt(hold, app.gateways[method]?.window ?? 0, app.now())
  return until === undefined ? CHANGE_HELD_TOO_LONG : undefined
}

/** Whether staff compare a different amount, so that the change is not paid again. */
export const isBeingReviewed = (payments: readonly Pick<Payment, 'state'>[]): boolean =>
  payments.some(({ state }) => state === 'mismatch')

/** The instants that limit for how long a change waits for its payment, in milliseconds. */
export const getChangeHold = (
  app: App,
  { location_id }: Booking,
  { created_at, expires_at, end_date, closes_at }: BookingChange,
): { openedAt: number; expiresAt: number; closesAt: number } => ({
  openedAt: Date.parse(created_at),
  expiresAt: Date.parse(expires_at),
  closesAt: getClosingTime(app, { location_id, end_date, closes_at }),
})
