import { type Outcome, succeed } from '#contract/failure.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import { type Columns, formatKathmanduTime, streamCsv, toRupeeCell } from '../csv/exports.ts'
import type { Membership } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

export async function streamMembershipsCsv(app: App, staff: Staff): Promise<Outcome<ReadableStream<Uint8Array>>> {
  await recordExport(app, staff, 'memberships_exported', {})
  const readBatch = async (after: Membership | undefined, limit: number) => {
    const rows = await app.db.read
      .selectFrom('memberships')
      .selectAll()
      .where('id', '>', after?.id ?? '')
      .where(isWithinWorkplaces(staff.workplaces))
      .orderBy('id')
      .limit(limit)
      .execute()
    return { rows, cursors: rows }
  }
  return succeed(streamCsv(buildColumns(app), readBatch))
}

const buildColumns = ({ catalogue }: App): Columns<Membership> => ({
  'Booking ID': ({ booking_id }) => booking_id,
  Status: ({ status }) => MEMBERSHIP_LABELS[status],
  Member: ({ customer_name }) => customer_name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Location: ({ location_id }) => findName(catalogue.locations, location_id),
  Plan: ({ membership_type }) => findName(catalogue.plans, membership_type),
  Period: ({ billing_cycle }) => billing_cycle,
  Start: ({ start_date }) => start_date,
  End: ({ end_date }) => end_date,
  'Amount (NPR)': ({ amount }) => toRupeeCell(amount),
  'Renewal requested': ({ auto_renew }) => (auto_renew === 1 ? 'yes' : 'no'),
  Notes: ({ notes }) => notes,
  Created: ({ created_at }) => formatKathmanduTime(created_at),
})
