import type { Generated } from 'kysely'
import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Instant } from '../instant.ts'

export type ClaimKind = 'booking' | 'offer' | 'guest' | 'block'

export interface SeatTables {
  /**
   * `taken` is the sum of the claims of a day; `unpaid` of them belong to announced transfers without a receipt. `short`
   * is what its blocks lack.
   */
  seat_days: {
    location_id: LocationId
    day: IsoDate
    seats: number
    taken: number
    unpaid: Generated<number>
    short: Generated<number>
  }
  seat_claims: {
    kind: ClaimKind
    /** A booking, a change of a booking (of the kind `booking`), an offer, a guest or a block. */
    subject_id: string
    location_id: LocationId
    first_day: IsoDate
    last_day: IsoDate
    seats: number
    /** What a block, which has a claim for each day, lacks on it. */
    short: Generated<number>
  }
  /** Seats that staff took out. */
  seat_blocks: {
    id: string
    idempotency_key: string
    body_hash: string
    location_id: LocationId
    first_day: IsoDate
    last_day: IsoDate
    seats: number
    reason: string
    staff_id: string
    created_at: Instant
    removed_at: Instant | null
  }
  /** The seats of a location from a day on; before the first row those of the content. */
  location_seats: {
    location_id: LocationId
    from_day: IsoDate
    seats: number
    reason: string
    staff_id: string
    created_at: Instant
  }
}
