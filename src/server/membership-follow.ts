import { searchText } from '#domain/booking.ts'
import { membershipEnd } from '#domain/membership.ts'
import { customerOf } from './booking-row.ts'
import type { Queries } from './db/database.ts'
import { type BookingTable, instant, type MembershipTable } from './db/schema.ts'
import { recordEvent } from './events.ts'

/** A booking was moved: its membership covers its new dates. */
export const followDates = (db: Queries, booking: BookingTable, now: number): Promise<void> =>
  follow(
    db,
    booking,
    {
      start_date: booking.start_date,
      end_date: membershipEnd(booking.start_date, booking.period, booking.periods),
    },
    now,
  )

/** The customer of a booking was mended: its membership is theirs. */
export function followCustomer(db: Queries, booking: BookingTable, now: number): Promise<void> {
  const { email, phone } = booking
  const customer_name = customerOf(booking)
  const search = searchText(customer_name, email, phone, booking.id).slice(0, 600)
  return follow(db, booking, { customer_name, email, phone, search }, now)
}

async function follow(db: Queries, { id }: BookingTable, fields: Partial<MembershipTable>, now: number): Promise<void> {
  const changed = await db
    .updateTable('memberships')
    .set((row) => ({ ...fields, version: row('version', '+', 1), updated_at: instant(now) }))
    .where('booking_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (changed) await recordEvent(db, 'membership_update', changed.id, now)
}
