import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Instant } from '../instant.ts'

export interface ClosureTables {
  /** Days on which a location is closed, or open at other hours. */
  closures: {
    id: string
    /** Null is every location. */
    location_id: LocationId | null
    first_day: IsoDate
    last_day: IsoDate
    /** Shown to visitors. */
    reason: string
    /** Null on closed days, as `closes`. */
    opens: ClockTime | null
    closes: ClockTime | null
    /** The revision that set it last. */
    version: number
  }
  /** `changes` is a JSON list of `{ id, before, after }`. */
  closure_revisions: { version: number; changes: string; staff_id: string; created_at: Instant }
  /** Bookings on days that staff closed. `handled_by` is null for the customer. */
  closure_bookings: {
    closure_id: string
    booking_id: string
    created_at: Instant
    handled_at: Instant | null
    handled_by: string | null
  }
}
