import { toSearchText } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { fullName } from '#domain/contact.ts'
import { createsMembership, type MembershipState, membershipEnd } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { type AuditActor, CUSTOMER } from '../audit/entries.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { type Booking, instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { recordMembershipChange } from './membership-changes.ts'

/** Creates a membership once per booking, or restores one that was cancelled. Day passes have none. */
export async function startMembership(db: Queries, booking: Booking, by: string | null, now: number): Promise<void> {
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

/** Ends an active membership; a suspended one does not change. */
export const endMembership = (db: Queries, booking: Booking, by: string | null, now: number): Promise<void> =>
  setMembershipStatus(db, booking, 'active', 'cancelled', by, now)

const ACTIONS = { active: 'membership_revived', cancelled: 'membership_cancelled' } as const

/** `by` is a staff id, `CUSTOMER`, or null for the system. */
async function setMembershipStatus(
  db: Queries,
  booking: Booking,
  from: MembershipState,
  to: keyof typeof ACTIONS,
  by: string | null,
  now: number,
): Promise<void> {
  const changed = await db
    .updateTable('memberships')
    .set((row) => ({ status: to, version: row('version', '+', 1), updated_at: instant(now) }))
    .where('booking_id', '=', booking.id)
    .where('status', '=', from)
    .returning(['id', 'customer_name'])
    .executeTakeFirst()
  if (!changed) return
  const entry = { action: ACTIONS[to], before: { status: from }, after: { status: to } }
  await recordMembershipChange(db, by === null ? null : await loadActor(db, by), changed, entry, now)
}

const loadActor = async (db: Queries, id: string): Promise<AuditActor> =>
  id === CUSTOMER
    ? CUSTOMER
    : db.selectFrom('staff').select(['id', 'email']).where('id', '=', id).executeTakeFirstOrThrow()

const BATCH_SIZE = 200

/** Expires active memberships whose end date has passed, each once. */
export async function expireMemberships(app: App): Promise<void> {
  const today = kathmanduDate(app.now())
  const overdue = (db: Queries) =>
    db
      .selectFrom('memberships')
      .select('id')
      .where('status', '=', 'active')
      .where('end_date', '<', today)
      .limit(BATCH_SIZE)
  while ((await overdue(app.db.read).execute()).length > 0) {
    await runTransaction(app.db, async (db) => {
      const expired = await db
        .updateTable('memberships')
        .set((row) => ({ status: 'expired', version: row('version', '+', 1), updated_at: instant(app.now()) }))
        .where('id', 'in', overdue(db))
        // Another process may have changed it.
        .where('status', '=', 'active')
        .returning(['id', 'customer_name'])
        .execute()
      const entry = {
        action: 'membership_expired',
        before: { status: 'active' },
        after: { status: 'expired' },
      } as const
      for (const membership of expired) await recordMembershipChange(db, null, membership, entry, app.now())
    })
    app.notifier.notify()
  }
}
