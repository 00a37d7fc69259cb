import type { LocationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import type { Period, PlanId } from '#domain/plan.ts'
import type { Instant } from '../instant.ts'

export interface PriceTables {
  /** Overrides of the content's prices; null is not for sale. */
  prices: { location_id: LocationId; plan_id: PlanId; period: Period; amount: Paisa | null; version: number }
  price_revisions: {
    /** From 1, for optimistic locking. */
    version: number
    /** `PriceChange`s as JSON, with the prices before. */
    changes: string
    undoes: number | null
    staff_id: string
    created_at: Instant
  }
}
