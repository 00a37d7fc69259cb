import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import type { Membership } from '../db/schema.ts'
import { readCurrentCatalogue } from '../prices/current.ts'

export async function readMembershipRows(app: App, ids: readonly string[]): Promise<Map<string, MembershipRow>> {
  if (ids.length === 0) return new Map()
  const found = await app.db.read.selectFrom('memberships').selectAll().where('id', 'in', ids).execute()
  const catalogue = await readCurrentCatalogue(app, app.db.read)
  return new Map(found.map((membership) => [membership.id, toMembershipRow(catalogue, membership)]))
}

/** `catalogue` has the current prices, for the cost of a renewal. */
export function toMembershipRow(catalogue: Catalogue, membership: Membership): MembershipRow {
  const { location_id, membership_type, billing_cycle } = membership
  return {
    membershipId: membership.id,
    bookingId: membership.booking_id,
    customerName: membership.customer_name,
    email: membership.email,
    phone: membership.phone,
    planId: membership_type,
    planName: findName(catalogue.plans, membership_type),
    locationId: location_id,
    locationName: findName(catalogue.locations, location_id),
    status: membership.status,
    startDate: membership.start_date,
    endDate: membership.end_date,
    amount: membership.amount,
    billingCycle: billing_cycle,
    renewalAmount: planPrice(pricesAt(catalogue.prices, location_id), membership_type, billing_cycle) ?? null,
    autoRenew: membership.auto_renew === 1,
    notes: membership.notes,
    version: membership.version,
    createdAt: membership.created_at,
    updatedAt: membership.updated_at,
  }
}
