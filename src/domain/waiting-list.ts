import type { IsoDate } from './calendar.ts'
import type { Catalogue } from './catalogue.ts'
import type { LocationId } from './location.ts'
import type { PlanId } from './plan.ts'

/** An entry is `unconfirmed` until the visitor opens the emailed link, and `waiting` until we have written. */
export type WaitingState = 'unconfirmed' | 'waiting' | 'offered' | 'notified' | 'booked' | 'removed'

/** States in which an address has one entry for the same subject. */
export const OPEN_WAITING_STATES = ['unconfirmed', 'waiting', 'offered'] as const satisfies readonly WaitingState[]

export const WAITING_RETENTION_DAYS = 30

/** What a visitor waits for: a day at a location, a plan at it, or the whole location if both are null. */
export interface WaitingSubject {
  locationId: LocationId
  planId: PlanId | null
  day: IsoDate | null
}

export function isBookable(
  { locations, plans }: Pick<Catalogue, 'locations' | 'plans'>,
  { locationId, planId }: Omit<WaitingSubject, 'day'>,
): boolean {
  const isOpen = locations.some(({ id, available }) => id === locationId && available)
  return isOpen && (planId === null || plans.some(({ id, available }) => id === planId && available))
}
