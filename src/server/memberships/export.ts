import { succeed } from '#contract/failure.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { lastDayOf, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { TableExport } from '../audit/export-table.ts'
import { findName, getCatalogue } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Membership } from '../db/schema.ts'
import { type Columns, createTable, formatKathmanduTime, type Table, toMoneyCell } from '../exports/table.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { type MembershipWithBookings, readMembershipBookings } from './bookings.ts'

export const MEMBERSHIPS_EXPORT: TableExport<object, Staff> = {
  action: 'memberships_exported',
  open: (app, { workplaces }) => succeed(buildMembershipTable(app.db.read, workplaces, kathmanduDate(app.now()))),
}

export function buildMembershipTable(db: Queries, workplaces: Workplaces, today: IsoDate): Table {
  return createTable({
    name: 'Memberships',
    columns: buildColumns(getCatalogue()),
    readBatch: async (after: Membership | undefined, limit) => {
      const memberships = await db
        .selectFrom('memberships')
        .selectAll()
        .where('id', '>', after?.id ?? '')
        .where(isWithinWorkplaces(workplaces))
        .orderBy('id')
        .limit(limit)
        .execute()
      return { rows: await readMembershipBookings(db, memberships, today), cursors: memberships }
    },
  })
}

const buildColumns = (catalogue: Catalogue): Columns<MembershipWithBookings> => ({
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
  'Amount (NPR)': ({ membership }) => toMoneyCell(membership.amount),
  'Renewal requested': ({ membership }) => (membership.auto_renew === 1 ? 'yes' : 'no'),
  Notes: ({ membership }) => membership.notes,
  Created: ({ membership }) => formatKathmanduTime(membership.created_at),
  'All booking IDs': ({ bookings }) => bookings.map(({ bookingId }) => bookingId).join(' '),
})
