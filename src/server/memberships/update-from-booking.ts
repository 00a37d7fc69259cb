import { diffFields } from '#domain/audit.ts'
import { toSearchText } from '#domain/booking.ts'
import { addDays, daysBetween, kathmanduDate } from '#domain/calendar.ts'
import { fullName } from '#domain/contact.ts'
import { membershipEnd, membershipStateAfterMove } from '#domain/membership.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { type BookingTable, instant, type MembershipTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'

/**
 * A booking was moved: its membership covers its new dates. Days that staff had added or taken stay added or taken, and
 * one that had run out is active again where its new end is still to come.
 */
export async function updateMembershipDates(
  db: Queries,
  by: Staff,
  { from, to }: { from: BookingTable; to: BookingTable },
  now: number,
): Promise<void> {
  const membership = await db
    .selectFrom('memberships')
    .select(['id', 'customer_name', 'status', 'start_date', 'end_date', 'version'])
    .where('booking_id', '=', to.id)
    .executeTakeFirst()
  if (!membership) return
  const { id, customer_name, status, start_date, end_date, version } = membership
  const startDate = addDays(to.start_date, daysBetween(from.start_date, start_date))
  const endDate = addDays(getMembershipEnd(to), daysBetween(getMembershipEnd(from), end_date))
  const state = membershipStateAfterMove(status, end_date, endDate, kathmanduDate(now))
  await updateMembership(db, id, version, { start_date: startDate, end_date: endDate, status: state }, now)
  const change = diffFields({ status, startDate: start_date, endDate: end_date }, { status: state, startDate, endDate })
  await recordAuditEntry(
    db,
    { by, action: 'membership_moved', subject: 'membership', subjectId: id, label: customer_name, ...change },
    now,
  )
}

const getMembershipEnd = ({ start_date, period, periods }: BookingTable) => membershipEnd(start_date, period, periods)

/** The customer of a booking was mended: its membership is theirs. */
export async function updateMembershipCustomer(
  db: Queries,
  by: Staff,
  booking: BookingTable,
  now: number,
): Promise<void> {
  const membership = await db
    .selectFrom('memberships')
    .select(['id', 'customer_name', 'email', 'phone', 'version'])
    .where('booking_id', '=', booking.id)
    .executeTakeFirst()
  if (!membership) return
  const { id, version, ...was } = membership
  const { email, phone } = booking
  const customer_name = fullName({ firstName: booking.first_name, lastName: booking.last_name })
  const change = diffFields(
    { customerName: was.customer_name, email: was.email, phone: was.phone },
    { customerName: customer_name, email, phone },
  )
  if (Object.keys(change.after).length === 0) return
  const search = toSearchText(customer_name, email, phone, booking.id).slice(0, 600)
  await updateMembership(db, id, version, { customer_name, email, phone, search }, now)
  await recordAuditEntry(
    db,
    { by, action: 'membership_changed', subject: 'membership', subjectId: id, label: customer_name, ...change },
    now,
  )
}

/** Changes a membership that is still as it was read, and tells every open tab. */
async function updateMembership(
  db: Queries,
  id: string,
  version: number,
  values: Partial<MembershipTable>,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set({ ...values, version: version + 1, updated_at: instant(now) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  await recordEvent(db, 'membership_update', id, now)
}
