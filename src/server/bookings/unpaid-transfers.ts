import { CROWDED, TRANSFERS_FULL } from '#contract/payments.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import { calculatePeakSeats, calculateUnpaidSeatLimit, isCrowded } from '#domain/unpaid-holds.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { toSeatClaim } from './claims.ts'
import { addUnpaidSeats, lockDays, readMaxUnpaidSeats, readMinSeats, removeUnpaidSeats } from './seats.ts'

/** Counts an announced transfer; false if a day exceeds `UNPAID_SHARE`. Bookings by staff are not counted. */
export async function countUnpaidTransfer(app: App, db: Queries, booking: Booking): Promise<boolean> {
  if (booking.placed_by !== null) return true
  const claim = toSeatClaim(booking)
  await lockDays(db, [claim])
  if (!(await addUnpaidSeats(db, claim, await readUnpaidLimit(app, db, booking)))) return false
  await db.updateTable('bookings').set({ transfer_unpaid: 1 }).where('id', '=', booking.id).execute()
  return true
}

/** Stops counting a transfer with evidence. The new version makes concurrent changes re-read the locked booking. */
export async function stopCountingUnpaidTransfer(db: Queries, booking: Booking): Promise<void> {
  if (booking.transfer_unpaid === 0) return
  const claim = toSeatClaim(booking)
  await lockDays(db, [claim])
  await removeUnpaidSeats(db, claim)
  await db
    .updateTable('bookings')
    .set({ transfer_unpaid: 0, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .execute()
}

/** Returns why some methods are not available, because of other unpaid bookings on the same days. */
export async function getDayRestrictions(
  app: App,
  db: Queries,
  booking: Booking,
): Promise<Partial<Record<PaymentMethod, string>>> {
  if (booking.state !== 'held' || !booking.expires_at) return {}
  const [now, expiresAt] = [app.now(), Date.parse(booking.expires_at)]
  const slow = PAYMENT_METHODS.filter((id) => expiresAt < now + (app.gateways[id]?.window ?? 0))
  const crowded = slow.length > 0 && (await isCrowdedByHolds(app, db, booking))
  const full =
    booking.placed_by === null &&
    (await readMaxUnpaidSeats(db, toSeatClaim(booking))) + booking.seats > (await readUnpaidLimit(app, db, booking))
  return {
    ...(crowded && Object.fromEntries(slow.map((id) => [id, CROWDED]))),
    ...(full && { bank_transfer: TRANSFERS_FULL }),
  }
}

/**
 * Whether unpaid holds take more than half of the seats on one of the booking's days. It counts as one seat itself, so that
 * a large team alone has time to pay.
 */
export async function isCrowdedByHolds(app: App, db: Queries, booking: Booking): Promise<boolean> {
  const held = await db
    .selectFrom('bookings')
    .select(['id', 'start_date as from', 'end_date as to', 'seats'])
    .where('state', '=', 'held')
    .where('location_id', '=', booking.location_id)
    .where('start_date', '<=', booking.end_date)
    .where('end_date', '>=', booking.start_date)
    .execute()
  const counted = held.map((hold) => (hold.id === booking.id ? { ...hold, seats: 1 } : hold))
  const claim = toSeatClaim(booking)
  return isCrowded(calculatePeakSeats(counted, claim), await readMinSeats(app, db, claim))
}

const readUnpaidLimit = async (app: App, db: Queries, booking: Booking): Promise<number> =>
  calculateUnpaidSeatLimit(await readMinSeats(app, db, toSeatClaim(booking)), app.env.unpaidShare)
