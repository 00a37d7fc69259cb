import { atom } from 'nanostores'
import type { TourRow } from '#contract/admin/tours.ts'
import type { Failure } from '#contract/failure.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { MAX_TOUR_DAYS_AHEAD, TOUR_RETENTION_DAYS, type TourState } from '#domain/tour.ts'
import { formatFailure } from '../../api.ts'
import { now } from '../../clock.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** The filter is that of the URL. */
interface Tours {
  /** Empty for all locations. */
  location: string
  view: '' | 'past'
  tours?: readonly TourRow[]
  failure?: Failure
}

export const $tours = atom<Tours>({ location: '', view: '' })

let latestRequest = 0

export function openTours(): Promise<void> {
  const location = parseLocationId(readParameter('location')) ?? ''
  $tours.set({ location, view: readParameter('view') === 'past' ? 'past' : '' })
  return readTours()
}

export function filterTours(change: Partial<Pick<Tours, 'location' | 'view'>>): void {
  const { location, view } = { ...$tours.get(), ...change }
  $tours.set({ location, view })
  setParameters({ location: location || undefined, view: view || undefined })
  void readTours()
}

export async function readTours(): Promise<void> {
  const { location, view } = $tours.get()
  const request = ++latestRequest
  const outcome = await requireSession(
    staffLedger.tours({ ...listedDays(view, kathmanduDate(now())), ...(location && { location }) }),
  )
  if (request !== latestRequest) return
  const { failure: _, ...before } = $tours.get()
  if (!outcome.ok) return $tours.set({ ...before, failure: outcome.failure })
  const { items } = outcome.value
  // The latest tour first.
  $tours.set({ ...before, tours: view === 'past' ? items.toReversed() : items })
}

const listedDays = (view: Tours['view'], today: IsoDate): { from: IsoDate; to: IsoDate } =>
  view === 'past'
    ? { from: addDays(today, -TOUR_RETENTION_DAYS), to: addDays(today, -1) }
    : { from: today, to: addDays(today, MAX_TOUR_DAYS_AHEAD) }

/** Tours whose outcome is sent, and why the last one could not be recorded. */
export const $tourOutcomes = atom<{ busy: readonly string[]; problem?: string }>({ busy: [] })

/** Records whether the visitor came, or clears it. `reload` reads the list again, also after a failure. */
export async function recordTourOutcome(
  { tourId, version }: TourRow,
  outcome: Extract<TourState, 'came' | 'missed'> | null,
  reload: () => Promise<void>,
): Promise<void> {
  const { busy } = $tourOutcomes.get()
  if (busy.includes(tourId)) return
  $tourOutcomes.set({ busy: [...busy, tourId] })
  const response = await requireSession(staffLedger.recordTourOutcome(tourId, { outcome, version }))
  await reload()
  $tourOutcomes.set({
    busy: $tourOutcomes.get().busy.filter((id) => id !== tourId),
    ...(!response.ok && { problem: formatFailure(response.failure) }),
  })
}
