import type { BookingView } from '#contract/bookings.ts'
import type { Paisa } from '#domain/money.ts'
import { canHoldMoney, getReceivedAmount, isInstantMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { CUSTOMER, recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, BookingChange, Payment } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { grantBoughtMinutes } from '../rooms/balances.ts'
import { listMeetingRooms } from '../rooms/day.ts'
import { buildBookingLink } from './access.ts'
import { getCustomerName } from './booking.ts'
import { getClosingTime } from './closing-time.ts'
import { closeChange, findOpenChange } from './open-change.ts'
import { hoursBoughtEmail } from './room-hours-emails.ts'

/**
 * Whether the customer can buy room hours, and at which price. Not while a move waits for its payment: the page shows
 * the latest change, and the move, which cannot be held again, would end behind the purchase.
 */
export async function readHoursAction(
  app: App,
  db: Queries,
  booking: Booking,
): Promise<BookingView['actions']['hours']> {
  const price = app.catalogue.addOns.find(({ per }) => per === 'hour')?.price
  const hasRoom = listMeetingRooms(app, booking.location_id).length > 0
  const canUse = booking.state === 'confirmed' && getClosingTime(app, booking) > app.now()
  if (price === undefined || !hasRoom || !canUse) return null
  const move = await findOpenChange(db, booking)
  return move && move.expires_at > instant(app.now()) ? null : { pricePerHour: price }
}

/**
 * Opens a purchase for a locked booking, and returns its id. One that is open already is replaced; undefined if that one
 * is being paid.
 */
export async function openPurchase(
  app: App,
  db: Queries,
  booking: Booking,
  { minutes, amount }: { minutes: number; amount: Paisa },
): Promise<string | undefined> {
  const earlier = await findOpenPurchase(db, booking)
  if (earlier && (await isBeingPaid(db, earlier))) return undefined
  if (earlier) await closeChange(app, db, earlier, 'expired')
  const id = crypto.randomUUID()
  const now = app.now()
  const { start_date, end_date, start_time, end_time, closes_at } = booking
  await db
    .insertInto('booking_changes')
    .values({
      id,
      booking_id: booking.id,
      kind: 'hours',
      minutes,
      state: 'open',
      from_start_date: start_date,
      from_end_date: end_date,
      ...{ start_date, end_date, start_time, end_time, closes_at },
      price: amount,
      amount,
      expires_at: instant(Math.min(now + app.env.holdMinutes * 60_000, getClosingTime(app, booking))),
      created_at: instant(now),
      updated_at: instant(now),
    })
    .execute()
  return id
}

const findOpenPurchase = (db: Queries, { id }: Pick<Booking, 'id'>): Promise<BookingChange | undefined> =>
  db
    .selectFrom('booking_changes')
    .selectAll()
    .where('booking_id', '=', id)
    .where('kind', '=', 'hours')
    .where('state', '=', 'open')
    .executeTakeFirst()

async function isBeingPaid(db: Queries, { id }: BookingChange): Promise<boolean> {
  const payments = await db
    .selectFrom('payments')
    .select(['state', 'method', 'gateway_id'])
    .where('change_id', '=', id)
    .execute()
  return payments.some((payment) => canHoldMoney(payment, false))
}

/** Ends the open purchase of a locked booking, if any, such as when the booking is cancelled. */
export async function expirePurchase(app: App, db: Queries, booking: Pick<Booking, 'id'>): Promise<void> {
  const purchase = await findOpenPurchase(db, booking)
  if (purchase) await closeChange(app, db, purchase, 'expired')
}

/** Adds the bought minutes to a locked booking, in the transaction that confirms the payment. */
export async function applyPurchase(
  app: App,
  db: Queries,
  booking: Booking,
  change: BookingChange,
  payment: Payment,
): Promise<void> {
  const minutes = change.minutes ?? 0
  await closeChange(app, db, change, 'applied')
  await grantBoughtMinutes(app, db, booking, { minutes, changeId: change.id })
  // Customers pay by instant methods only; other money is in the entry of the staff member's sale.
  if (isInstantMethod(payment.method)) {
    await recordAuditEntry(
      db,
      {
        by: CUSTOMER,
        action: 'room_hours_bought',
        subject: 'booking',
        subjectId: booking.id,
        label: getCustomerName(booking),
        after: { hours: minutes / 60, amount: change.amount },
      },
      app.now(),
    )
  }
  const paid = { minutes, amount: getReceivedAmount(payment) }
  await queueEmail(db, hoursBoughtEmail(booking, buildBookingLink(app, booking), paid), app.now())
  await recordEvent(db, 'booking_update', booking.id, app.now())
}
