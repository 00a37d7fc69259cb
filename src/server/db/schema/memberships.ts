import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { MembershipState } from '#domain/membership.ts'
import type { Paisa } from '#domain/money.ts'
import type { Period, PlanId } from '#domain/plan.ts'
import type { Instant } from '../instant.ts'

export interface MembershipTables {
  memberships: {
    id: string
    booking_id: string
    customer_name: string
    email: string
    phone: string
    membership_type: PlanId
    status: MembershipState
    start_date: IsoDate
    end_date: IsoDate
    amount: Paisa
    billing_cycle: Period
    location_id: LocationId
    /** 0 or 1, as SQLite has no boolean. */
    auto_renew: number
    notes: string | null
    search: string
    version: number
    created_at: Instant
    updated_at: Instant
  }
  /** Sent reminders, one per end date and number of days before it. */
  membership_reminders: { membership_id: string; end_date: IsoDate; days: number; created_at: Instant }
  /** One renewal per membership and first day. Exists while the renewing booking holds seats. */
  renewal_claims: { membership_id: string; first_day: IsoDate; booking_id: string }
}
