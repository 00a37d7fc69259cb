import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { PlanId } from '#domain/plan.ts'
import type { SeatOfferState } from '#domain/seat-offer.ts'
import type { WaitingState } from '#domain/waiting-list.ts'
import type { Instant } from '../instant.ts'

export interface WaitingTables {
  /** A visitor who wants to know when something can be booked. */
  waiting_entries: {
    id: string
    /** In lower case. */
    email: string
    /** Empty if not given. */
    phone: string
    location_id: LocationId
    /** Null is any plan. */
    plan_id: PlanId | null
    /** The full day; null waits for the location or plan to open. */
    day: IsoDate | null
    state: WaitingState
    created_at: Instant
    /** When the visitor confirmed the email address; null before. Also the order of the list. */
    confirmed_at: Instant | null
    changed_at: Instant
  }
  /** A seat of one day that is held for an entry of the waiting list. */
  seat_offers: {
    id: string
    entry_id: string
    /** That of the entry. */
    email: string
    location_id: LocationId
    day: IsoDate
    state: SeatOfferState
    /** The booking that took it. */
    booking_id: string | null
    expires_at: Instant
    created_at: Instant
  }
}
