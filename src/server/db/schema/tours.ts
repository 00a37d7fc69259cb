import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { TourState } from '#domain/tour.ts'
import type { Instant } from '../instant.ts'

export interface TourTables {
  tours: {
    id: string
    idempotency_key: string
    /** Hash of the request, so that a key cannot be used for a different one. */
    body_hash: string
    state: TourState
    location_id: LocationId
    day: IsoDate
    /** When it starts. */
    time: ClockTime
    /** From 1 to `TOURS_PER_SLOT`; one tour for each while it is not cancelled. */
    place: number
    name: string
    /** Empty if not given; a tour has an email or a phone. */
    email: string
    phone: string
    secret_version: number
    version: number
    created_at: Instant
    updated_at: Instant
  }
}
