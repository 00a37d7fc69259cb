import { type Outcome, succeed } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { lastDayOf, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import { type Columns, formatKathmanduTime, streamCsv, toRupeeCell } from '../csv/exports.ts'
import type { Membership } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { type MembershipWithBookings, readMembershipBookings } from './bookings.ts'

export async function streamMembershipsCsv(app: App, staff: Staff): Promise<Outcome<ReadableStream<Uint8Array>>> {
  await recordExport(app, staff, 'memberships_exported', {})
  const today = kathmanduDate(app.now())
  const readBatch = async (after: Membership | undefined, limit: number) => {
    const memberships = await app.db.read
      .selectFrom('memberships')
      .selectAll()
      .where('id', '>', after?.id ?? '')
      .where(isWithinWorkplaces(staff.workplaces))
      .orderBy('id')
      .limit(limit)
      .execute()
    return { rows: await readMembershipBookings(app.db.read, memberships, today), cursors: memberships }
  }
  return succeed(streamCsv({ columns: buildColumns(app), readBatch }))
}

const buildColumns = ({ catalogue }: App): Columns<MembershipWithBookings> => ({
  'Booking ID': ({ current }) => current.bookingId,
  Status: ({ membership }) => MEMBERSHIP_LABELS[membership.status],
  Member: ({ membership }) => membership.customer_name,
  Email: ({ membership }) => membership.email,
  Phone: ({ membership }) => membership.phone,
  Company: ({ current }) => current.company,
  PAN: ({ current }) => current.pan,
  Location: ({ membership }) => findName(catalogue.locations, membership.location_id),
  Plan: ({ membership }) => findName(catalogue.plans, membership.membership_type),
  Seats: ({ current }) => current.seats,
  Period: ({ membership }) => membership.billing_cycle,
  Start: ({ membership }) => membership.start_date,
  'Last day': ({ membership }) => lastDayOf(membership.end_date),
  'Amount (NPR)': ({ membership }) => toRupeeCell(membership.amount),
  'Renewal requested': ({ membership }) => (membership.auto_renew === 1 ? 'yes' : 'no'),
  Notes: ({ membership }) => membership.notes,
  Created: ({ membership }) => formatKathmanduTime(membership.created_at),
  'All booking IDs': ({ bookings }) => bookings.map(({ bookingId }) => bookingId).join(' '),
})
