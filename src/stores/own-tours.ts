import { computed } from 'nanostores'
import type { BookedTour, TourView } from '#contract/tours.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { persistent } from './persistent.ts'
import { isOnlyInMemory } from './storage.ts'
import { $today } from './today.ts'

/** A tour that was booked in this browser, with the secret that opens it. */
export interface OwnTour extends BookedTour {
  /** Where its confirmation was sent; empty without an email. */
  email: string
}

const STORAGE_KEY = 'tour-store'
const NO_TOURS: readonly OwnTour[] = []

/** Without an email, a visitor has the link of a tour nowhere else. */
const $storedTours = persistent<readonly OwnTour[]>(STORAGE_KEY, NO_TOURS, (stored) =>
  Array.isArray(stored) ? stored.flatMap((tour) => parseTour(tour) ?? []) : NO_TOURS,
)

/** The latest first, without those whose day has passed. */
export const $ownTours = computed([$storedTours, $today], (tours, today) => tours.filter(({ date }) => date >= today))

export const addOwnTour = (tour: OwnTour): void => saveTours([tour, ...$ownTours.get()])

/** Follows a move and a new link. A tour that was cancelled or has started is removed. */
export function updateOwnTour({ tourId, date, time, canChange }: TourView, secret: string): void {
  const tours = $ownTours.get()
  saveTours(
    canChange
      ? tours.map((tour) => (tour.tourId === tourId ? { ...tour, secret, date, time } : tour))
      : tours.filter((tour) => tour.tourId !== tourId),
  )
}

/** Removes the tour from this browser; it stays on the server. */
export const forgetOwnTour = ({ tourId, secret }: Pick<OwnTour, 'tourId' | 'secret'>): void =>
  saveTours($ownTours.get().filter((tour) => tour.tourId !== tourId || tour.secret !== secret))

/** False if tours are lost when the page is left. */
export const areToursSaved = (): boolean => !isOnlyInMemory(STORAGE_KEY)

/** Opens the tour on any device. */
export const getTourPath = ({ tourId, secret }: OwnTour): string => `/your-booking#${tourId}.${secret}`

const saveTours = (tours: readonly OwnTour[]): void => $storedTours.set(tours.length > 0 ? tours : NO_TOURS)

function parseTour(stored: unknown): OwnTour | undefined {
  const { tourId, secret, locationId, date, time, email } = (stored ?? {}) as Record<string, unknown>
  const day = parseIsoDate(date)
  const texts = [tourId, secret, locationId, time, email]
  if (!day || !texts.every((text) => typeof text === 'string')) return undefined
  return { ...(stored as OwnTour), date: day }
}
