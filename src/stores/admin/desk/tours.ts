import { atom } from 'nanostores'
import type { TourRow } from '#contract/admin/tours.ts'
import { type Failure, formatFailure, type Outcome, succeed } from '#contract/failure.ts'
import { addDays, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { MAX_TOUR_DAYS_AHEAD, TOUR_RETENTION_DAYS, type TourState } from '#domain/tour.ts'
import { now } from '../../clock.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { readParameter, setParameters } from '../../url-parameters.ts'
import { readIdFromUrl } from '../id-in-url.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** That of the URL. */
interface ToursFilter {
  /** Empty for all locations. */
  location: string
  view: '' | 'past'
  /** Only this day, instead of a view. */
  date?: IsoDate | undefined
}

interface Tours extends ToursFilter {
  /** The tour that a link opened; its day is shown. */
  openedId?: string
  /** A link opened a tour that does not exist. */
  isMissing?: true
  tours?: readonly TourRow[] | undefined
  failure?: Failure
}

export const $tours = atom<Tours>({ location: '', view: '' })

let latestRequest = 0

/** Called again, it keeps the list, because a dialog of one of its tours can be open. */
export async function openTours(): Promise<void> {
  if ($tours.get().tours) return readTours()
  const location = parseLocationId(readParameter('location')) ?? ''
  const date = parseIsoDate(readParameter('date'))
  const openedId = readIdFromUrl()
  $tours.set({ location, view: readParameter('view') === 'past' ? 'past' : '', date })
  if (openedId) await findOpenedTour(openedId)
  return readTours()
}

/** Shows the day of a tour, as links in the audit log do. */
async function findOpenedTour(openedId: string): Promise<void> {
  const outcome = await requireSession(staffLedger.tour(openedId))
  if (outcome.ok) $tours.set({ location: '', view: '', date: outcome.value.date, openedId })
  else if (outcome.failure.code === 'not_found') $tours.set({ ...$tours.get(), isMissing: true })
}

export function filterTours(change: Partial<ToursFilter>): void {
  const { location, view, date, tours } = $tours.get()
  const filter = { location, view, date, ...change }
  $tours.set({ ...filter, tours })
  setParameters({
    location: filter.location || undefined,
    view: filter.view || undefined,
    date: filter.date,
    open: undefined,
  })
  void readTours()
}

export async function readTours(): Promise<void> {
  const { location, view, date } = $tours.get()
  const request = ++latestRequest
  const days = date ? { from: date, to: date } : listedDays(view, kathmanduDate(now()))
  const outcome = await requireSession(staffLedger.tours({ ...days, ...(location && { location }) }))
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

/** The times at which a tour can be moved on a day. */
export async function readFreeTimes(tour: TourRow, date: string): Promise<Outcome<string[]>> {
  if (!parseIsoDate(date)) return succeed([])
  const outcome = await requireSession(staffLedger.tourSlots({ location: tour.locationId, date }))
  if (!outcome.ok) return outcome
  const isOwn = (time: string) => date === tour.date && time === tour.time
  return succeed(outcome.value.slots.filter(({ time, free }) => free > 0 && !isOwn(time)).map(({ time }) => time))
}

export const moveTour = ({ tourId, version }: TourRow, date: string, time: string): Promise<Outcome<TourRow>> =>
  requireSession(staffLedger.moveTour(tourId, { version, date, time }))

export const cancelTour = ({ tourId, version }: TourRow): Promise<Outcome<TourRow>> =>
  requireSession(staffLedger.cancelTour(tourId, { version }))

export const replaceTourLink = ({ tourId, version }: TourRow): Promise<Outcome<TourRow>> =>
  withIdempotencyKey(['replace tour link', tourId, version], (key) =>
    requireSession(staffLedger.replaceTourLink(tourId, { version }, key)),
  )

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
