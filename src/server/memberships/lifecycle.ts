import { toSearchText } from '#domain/booking.ts'
import { fullName } from '#domain/contact.ts'
import { createsMembership, type MembershipState, membershipEnd } from '#domain/membership.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'

/**
 * Records a membership for any plan except the day pass, once per booking. One that ended with its booking returns with
 * it.
 */
export async function startMembership(
  db: Queries,
  booking: BookingTable,
  by: string | null,
  now: number,
): Promise<void> {
  if (!createsMembership(booking.plan_id)) return
  const customerName = fullName({ firstName: booking.first_name, lastName: booking.last_name })
  const recorded = await db
    .insertInto('memberships')
    .values({
      id: crypto.randomUUID(),
      booking_id: booking.id,
      customer_name: customerName,
      email: booking.email,
      phone: booking.phone,
      membership_type: booking.plan_id,
      status: 'active',
      start_date: booking.start_date,
      end_date: membershipEnd(booking.start_date, booking.period, booking.periods),
      amount: booking.total_amount,
      billing_cycle: booking.period,
      location_id: booking.location_id,
      auto_renew: 0,
      notes: null,
      // Cut as a booking's.
      search: toSearchText(customerName, booking.email, booking.phone, booking.id).slice(0, 600),
      version: 1,
      created_at: instant(now),
      updated_at: instant(now),
    })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (recorded) await recordEvent(db, 'membership_new', recorded.id, now)
  else await setMembershipStatus(db, booking, 'cancelled', 'active', by, now)
}

/** A booking that was confirmed is no longer: its active membership ends; one that staff suspended stays with them. */
export const endMembership = (db: Queries, booking: BookingTable, by: string | null, now: number): Promise<void> =>
  setMembershipStatus(db, booking, 'active', 'cancelled', by, now)

const ACTIONS = { active: 'membership_revived', cancelled: 'membership_cancelled' } as const

/** `by` is who of the staff did what it follows. */
async function setMembershipStatus(
  db: Queries,
  booking: BookingTable,
  from: MembershipState,
  to: keyof typeof ACTIONS,
  by: string | null,
  now: number,
): Promise<void> {
  const moved = await db
    .updateTable('memberships')
    .set((row) => ({ status: to, version: row('version', '+', 1), updated_at: instant(now) }))
    .where('booking_id', '=', booking.id)
    .where('status', '=', from)
    .returning(['id', 'customer_name'])
    .executeTakeFirst()
  if (!moved) return
  await recordAuditEntry(
    db,
    {
      by: by === null ? null : await loadStaffName(db, by),
      action: ACTIONS[to],
      subject: 'membership',
      subjectId: moved.id,
      label: moved.customer_name,
      before: { status: from },
      after: { status: to },
    },
    now,
  )
  await recordEvent(db, 'membership_update', moved.id, now)
}

const loadStaffName = (db: Queries, id: string) =>
  db.selectFrom('staff').select(['id', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
