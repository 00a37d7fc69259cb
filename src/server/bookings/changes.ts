import { kathmanduDate } from '#domain/calendar.ts'
import { subtractRange } from '#domain/date-range.ts'
import type { Paisa } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { CUSTOMER, recordAuditEntry } from '../audit/entries.ts'
import { markHandledByCustomer } from '../closures/cases.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, BookingChange, Payment } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { updateMembershipDates } from '../memberships/update-from-booking.ts'
import { releaseRooms } from '../rooms/reservations.ts'
import { buildBookingLink } from './access.ts'
import { getCustomerName } from './booking.ts'
import { attachCalendar } from './calendar.ts'
import { addClaim, replaceClaims, type SeatClaim, toSeatClaim } from './claims.ts'
import { getClosingTime } from './closing-time.ts'
import { loadEmailBooking, readReleases } from './email-booking.ts'
import { bookingMovedForPaymentEmail } from './emails.ts'
import { releaseGuests } from './guests.ts'
import { type BookingDates, readFreeCancellationEndAfterMove } from './move.ts'
import { closeChange, listHeldSeats } from './open-change.ts'
import { lockDays } from './seats.ts'
import { assertUpdated } from './transitions.ts'
import { updateBooking } from './updates.ts'

/** `price` is that of the new days, `amount` the difference to pay. */
interface NewChange {
  dates: BookingDates
  price: Paisa
  amount: Paisa
}

/** Holds the new days of a locked booking besides the old ones, once per booking. */
export async function openChange(
  app: App,
  db: Queries,
  booking: Booking,
  { dates, price, amount }: NewChange,
): Promise<'opened' | 'already_done' | 'sold_out'> {
  const now = app.now()
  const closesAt = getClosingTime(app, { location_id: booking.location_id, ...dates })
  const change = await db
    .insertInto('booking_changes')
    .values({
      id: crypto.randomUUID(),
      booking_id: booking.id,
      state: 'open',
      from_start_date: booking.start_date,
      from_end_date: booking.end_date,
      ...dates,
      price,
      amount,
      expires_at: instant(Math.min(now + app.env.holdMinutes * 60_000, closesAt)),
      created_at: instant(now),
      updated_at: instant(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!change) return 'already_done'
  const held = listHeldSeats(booking, change)
  if (held.length > 0) await lockDays(db, held)
  for (const claim of held) if (!(await addClaim(app, db, claim))) return 'sold_out'
  return 'opened'
}

/** Moves a locked booking to the days that its change holds, in the transaction that confirms the payment. */
export async function applyChange(
  app: App,
  db: Queries,
  booking: Booking,
  change: BookingChange,
  payment: Payment,
): Promise<void> {
  await closeChange(app, db, change, 'applied')
  const { start_date, end_date, start_time, end_time, closes_at } = change
  const changed = await updateBooking(app, db, booking, {
    ...{ start_date, end_date, start_time, end_time, closes_at },
    moved_price: change.price,
    free_until: await readFreeCancellationEndAfterMove(app, db, booking, change),
    customer_moves: booking.customer_moves + 1,
  })
  const released = listDaysLeft(booking, changed)
  if (released.length > 0) await lockDays(db, released)
  const held = [toSeatClaim(booking), ...listHeldSeats(booking, change)]
  assertUpdated(await replaceClaims(app, db, held, toSeatClaim(changed)))
  const releases = await readReleases(app, db, booking, { guestDays: toSeatClaim(changed) })
  await releaseGuests(app, db, booking, toSeatClaim(changed))
  await releaseRooms(app, db, booking, kathmanduDate(app.now()))
  await updateMembershipDates(db, CUSTOMER, { from: booking, to: changed }, app.now())
  await markHandledByCustomer(db, booking, app.now(), change.created_at)
  await recordAuditEntry(
    db,
    {
      by: CUSTOMER,
      action: 'booking_moved',
      subject: 'booking',
      subjectId: booking.id,
      label: getCustomerName(booking),
      before: { startDate: booking.start_date, endDate: booking.end_date },
      after: { startDate: start_date, endDate: end_date, amount: change.amount },
    },
    app.now(),
  )
  const moved = { ...(await loadEmailBooking(app, db, changed)), ...releases }
  const email = bookingMovedForPaymentEmail(moved, buildBookingLink(app, moved), getReceivedAmount(payment))
  await queueEmail(db, await attachCalendar(app, db, booking.id, email), app.now())
}

/** The seats of days that the booking no longer covers. */
const listDaysLeft = (from: Booking, to: Booking): SeatClaim[] =>
  subtractRange({ from: from.start_date, to: from.end_date }, { from: to.start_date, to: to.end_date }).map(
    (range) => ({ ...toSeatClaim(from), ...range }),
  )
