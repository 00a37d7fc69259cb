import { type AuditAction, diffFields } from '#domain/audit.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { earlier, later } from '#domain/date-range.ts'
import { createsMembership, membershipEnd } from '#domain/membership.ts'
import { endAfterRenewalCancelled } from '#domain/renewal.ts'
import type { App } from '../app.ts'
import { type AuditActor, CUSTOMER } from '../audit/entries.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockMembership } from '../db/row-locks.ts'
import type { Booking, Membership } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { buildSearchText, readSearchText, toMember } from './member.ts'
import { recordMembershipChange, updateMembership } from './membership-changes.ts'
import { findMembershipOf } from './renewals.ts'

/** Creates a membership once per booking, restores one that was cancelled, or extends it. Day passes have none. */
export async function startMembership(db: Queries, booking: Booking, by: string | null, now: number): Promise<void> {
  if (!createsMembership(booking.plan_id)) return
  if (booking.renews !== null) return extendMembership(db, booking, by, now)
  const recorded = await db
    .insertInto('memberships')
    .values({
      id: crypto.randomUUID(),
      booking_id: booking.id,
      ...toMember(booking),
      membership_type: booking.plan_id,
      status: 'active',
      start_date: booking.start_date,
      end_date: membershipEnd(booking.start_date, booking.period, booking.periods),
      amount: booking.total_amount,
      billing_cycle: booking.period,
      location_id: booking.location_id,
      auto_renew: 0,
      search: buildSearchText(booking, [booking.id]),
      version: 1,
      created_at: instant(now),
      updated_at: instant(now),
    })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (recorded) return recordEvent(db, 'membership_new', recorded.id, now)
  const membership = await lockMembershipOf(db, booking)
  if (!membership) return
  const status = membership.status === 'cancelled' ? 'active' : membership.status
  // A renewal may have started the membership while this booking was cancelled.
  const start_date = earlier(membership.start_date, booking.start_date)
  await changeMembership(db, membership, { status, start_date }, 'membership_revived', by, now)
}

/** Takes the customer's details of the renewal. One of a membership that has ended since makes it active again. */
async function extendMembership(db: Queries, booking: Booking, by: string | null, now: number): Promise<void> {
  const membership = await lockMembershipOf(db, booking)
  if (!membership) throw new Error(`booking ${booking.id} renews an unknown membership`)
  const hasEnded = membership.status === 'expired' || membership.status === 'cancelled'
  const values = {
    status: hasEnded ? 'active' : membership.status,
    start_date: membership.status === 'cancelled' ? booking.start_date : membership.start_date,
    end_date: later(membership.end_date, addDays(booking.end_date, 1)),
    ...toMember(booking),
    search: await readSearchText(db, membership, booking),
  } as const
  await changeMembership(db, membership, values, 'membership_renewed', by, now)
}

/**
 * Removes the days of a renewal. Ends an active membership if no other confirmed booking of it remains; a suspended one
 * stays suspended.
 */
export async function endMembership(db: Queries, booking: Booking, by: string | null, now: number): Promise<void> {
  const membership = await lockMembershipOf(db, booking)
  if (!membership) return
  const bookings = await readBookings(db, membership)
  const remaining = bookings.filter(({ id, state }) => id !== booking.id && state === 'confirmed')
  const ends = membership.status === 'active' && remaining.length === 0
  // Days before the first remaining renewal are no longer covered, unless some of them were used.
  const startsWithRenewal = booking.renews === null && booking.original_end_date === null && remaining.length > 0
  const values = {
    status: ends ? 'cancelled' : membership.status,
    start_date: startsWithRenewal
      ? remaining.map(({ start_date }) => start_date).reduce(earlier)
      : membership.start_date,
    end_date: booking.renews === null ? membership.end_date : getEndWithoutRenewal(membership, booking, bookings),
  } as const
  const action = ends ? 'membership_cancelled' : 'membership_renewal_cancelled'
  await changeMembership(db, membership, values, action, by, now)
}

/** A renewal that was shortened keeps its days until then. */
function getEndWithoutRenewal({ end_date }: Membership, booking: Booking, bookings: readonly Booking[]): IsoDate {
  const renewals = bookings
    .filter(({ renews }) => renews !== null)
    .map((renewal) => ({
      from: renewal.start_date,
      to: renewal.original_end_date ?? renewal.end_date,
      isConfirmed: renewal.id !== booking.id && renewal.state === 'confirmed',
    }))
  const end = endAfterRenewalCancelled(end_date, renewals)
  return end !== end_date && booking.original_end_date !== null ? addDays(booking.end_date, 1) : end
}

const readBookings = (db: Queries, { id, booking_id }: Membership): Promise<Booking[]> =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where((row) => row.or([row('id', '=', booking_id), row('renews', '=', id)]))
    .execute()

async function lockMembershipOf(db: Queries, booking: Booking): Promise<Membership | undefined> {
  const membership = await findMembershipOf(db, booking)
  return membership && lockMembership(db, membership.id)
}

type MembershipAction = Extract<AuditAction, `membership_${string}`>

/** `by` is a staff id, `CUSTOMER`, or null for the system. */
async function changeMembership(
  db: Queries,
  membership: Membership,
  values: Partial<Membership>,
  action: MembershipAction,
  by: string | null,
  now: number,
): Promise<void> {
  const { before, after } = diffFields(toAudited(membership), toAudited({ ...membership, ...values }))
  if (Object.keys(after).length === 0) return
  const actor = by === null ? null : await loadActor(db, by)
  await updateMembership(db, actor, membership, values, { action, before, after }, now)
}

const toAudited = ({ status, start_date, end_date, customer_name, email, phone }: Membership) => ({
  status,
  startDate: start_date,
  endDate: end_date,
  customerName: customer_name,
  email,
  phone,
})

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
