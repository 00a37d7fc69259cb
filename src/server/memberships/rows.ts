import type { MembershipRow } from '#contract/admin/memberships.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { times } from '#domain/money.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { countPricedSeats } from '#domain/team.ts'
import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Membership } from '../db/schema.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { type MembershipWithBookings, readMembershipBookings } from './bookings.ts'

export async function readMembershipRows(app: App, ids: readonly string[]): Promise<Map<string, MembershipRow>> {
  if (ids.length === 0) return new Map()
  const found = await app.db.read.selectFrom('memberships').selectAll().where('id', 'in', ids).execute()
  const rows = await toMembershipRows(app, app.db.read, found)
  return new Map(rows.map((row) => [row.membershipId, row]))
}

export async function toMembershipRow(app: App, db: Queries, membership: Membership): Promise<MembershipRow> {
  const [row] = await toMembershipRows(app, db, [membership])
  if (!row) throw new Error(`membership ${membership.id} has no row`)
  return row
}

async function toMembershipRows(app: App, db: Queries, memberships: readonly Membership[]): Promise<MembershipRow[]> {
  const catalogue = await readCurrentCatalogue(app, db)
  const found = await readMembershipBookings(db, memberships, kathmanduDate(app.now()))
  return found.map((row) => buildRow(catalogue, row))
}

/** `catalogue` has the current prices, for the cost of a renewal. */
function buildRow(catalogue: Catalogue, { membership, bookings, current }: MembershipWithBookings): MembershipRow {
  const { location_id, membership_type, billing_cycle } = membership
  const unitAmount = planPrice(pricesAt(catalogue.prices, location_id), membership_type, billing_cycle)
  return {
    membershipId: membership.id,
    bookingId: current.bookingId,
    bookings: bookings.map(({ bookingId, startDate, endDate }) => ({ bookingId, startDate, endDate })),
    customerName: membership.customer_name,
    email: membership.email,
    phone: membership.phone,
    company: current.company,
    pan: current.pan,
    customerNotes: current.notes,
    seats: current.seats,
    extras: current.extras,
    planId: membership_type,
    planName: findName(catalogue.plans, membership_type),
    locationId: location_id,
    locationName: findName(catalogue.locations, location_id),
    status: membership.status,
    startDate: membership.start_date,
    endDate: membership.end_date,
    amount: membership.amount,
    billingCycle: billing_cycle,
    renewalAmount:
      unitAmount === undefined ? null : times(unitAmount, countPricedSeats(membership_type, current.seats)),
    autoRenew: membership.auto_renew === 1,
    notes: membership.notes,
    version: membership.version,
    createdAt: membership.created_at,
    updatedAt: membership.updated_at,
  }
}
