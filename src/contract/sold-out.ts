import { findNearestFreeStarts, isFull } from '#domain/availability.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { findClosedReason } from '#domain/closure.ts'
import type { LocationId } from '#domain/location.ts'
import { addPeriods, coverage, MAX_DAYS_AHEAD } from '#domain/period.ts'
import { periodFor } from '#domain/plan.ts'
import { quoteDraft } from '#domain/quote.ts'
import { earliestStart, type Sales } from '#domain/same-day.ts'
import { countSeatsTaken } from '#domain/team.ts'
import type { CompleteDraft } from './booking-input.ts'
import type { Failure } from './failure.ts'

/** Days before and after the requested start that are searched. */
const SEARCH_DAYS = 90

type NearestStarts = NonNullable<Failure['nearest']>

/** Seats taken per day of a range, both ends included; days without bookings may be absent. */
export type LoadTakenSeats = (range: {
  locationId: LocationId
  from: IsoDate
  to: IsoDate
}) => Promise<ReadonlyMap<IsoDate, number>> | ReadonlyMap<IsoDate, number>

/** Returns `sold_out` with the nearest starts at the same location, then the nearest at every other one. */
export async function buildSoldOutFailure(
  draft: CompleteDraft,
  catalogue: Catalogue,
  sales: Sales,
  loadTaken: LoadTakenSeats,
): Promise<Failure> {
  const others = catalogue.locations.filter(({ id, available }) => available && id !== draft.locationId)
  const offers = await Promise.all([
    findNearestStarts(draft, catalogue, sales, loadTaken),
    ...others.map(async ({ id }) =>
      (await findNearestStarts({ ...draft, locationId: id }, catalogue, sales, loadTaken)).slice(0, 1),
    ),
  ])
  const needed = countSeatsTaken(draft)
  return {
    code: 'sold_out',
    nearest: offers.flat(),
    ...(needed > 1 && {
      message: `Fewer than ${needed} seats are left on the chosen dates. Choose other dates.`,
    }),
  }
}

/** Starts at which the requested number of periods is free, each with its price. */
async function findNearestStarts(
  draft: CompleteDraft,
  catalogue: Catalogue,
  sales: Sales,
  loadTaken: LoadTakenSeats,
): Promise<NearestStarts> {
  const { locationId, planId, startDate: requested } = draft
  const period = periodFor(planId, draft.billing)
  const { count } = coverage(requested, draft.endDate || undefined, period)
  const [earliest, latest] = [addDays(requested, -SEARCH_DAYS), addDays(requested, SEARCH_DAYS)]
  const first = earliestStart(sales, locationId)
  const furthest = addDays(sales.today, MAX_DAYS_AHEAD)
  const window = { from: earliest < first ? first : earliest, to: latest > furthest ? furthest : latest }
  const to = addPeriods(window.to, period, count)
  const taken = await loadTaken({ locationId, from: window.from, to })
  const location = catalogue.locations.find(({ id }) => id === locationId)
  const seats = location?.capacity ?? 0
  const isClosed = (day: IsoDate) => findClosedReason(location ?? {}, day) !== undefined
  const full = [...taken].flatMap(([date, taken]) =>
    isFull({ date, seats, taken }, countSeatsTaken(draft)) ? date : [],
  )
  return findNearestFreeStarts(requested, { period, count }, full, window, isClosed).flatMap((startDate) => {
    // A chosen end moves with the start.
    const endDate = addDays(addPeriods(startDate, period, count), -1)
    const quote = quoteDraft({ ...draft, startDate, endDate }, catalogue)
    return quote ? [{ locationId, startDate, totalAmount: quote.total }] : []
  })
}
