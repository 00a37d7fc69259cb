import type { ClockTime } from '#domain/calendar.ts'
import type { BookableLocation } from '#domain/location.ts'

/** What a customer needs to find and enter a location; the page reads it from content. */
export interface VisitLocation extends Pick<BookableLocation, 'id' | 'openingHours'> {
  fullAddress: string
  googleMapsUrl?: string | undefined
  /** How to enter, such as the floor or a bell. */
  doorNote?: string | undefined
  /** Visitors can book a tour. */
  tours?: { hours: { from: ClockTime; to: ClockTime } } | undefined
}

export interface VisitContent {
  locations: readonly VisitLocation[]
  /** Phone number. */
  whatsapp: string
}
