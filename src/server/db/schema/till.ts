import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import type { Instant } from '../instant.ts'

export interface TillTables {
  /** The last count of one person's till on a day. */
  cash_ups: {
    location_id: LocationId
    day: IsoDate
    staff_id: string
    /** Raised with each count and approval. */
    version: number
    /** Cash at the start. */
    opening: Paisa
    /** JSON of `TillAmounts`, as is `expected`: what should have been there at the count. */
    counted: string
    expected: string
    banked: Paisa
    reason: string
    /** Null until it is signed, as `signed_at`. */
    signed_name: string | null
    signed_at: Instant | null
    /** Orders the tills of a location: each starts with what the ones before it left. */
    first_signed_at: Instant | null
    /** Who counted: the person of the till, or a manager. */
    counted_by: string
    /** The manager who accepted the difference. */
    approved_by: string | null
    updated_at: Instant
  }
  /** What the desk left for the next shift; empty if it was removed. */
  handover_notes: {
    location_id: LocationId
    day: IsoDate
    body: string
    /** Raised with each change. */
    version: number
    staff_id: string
    updated_at: Instant
  }
}
