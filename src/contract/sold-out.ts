import { type DaySeats, findNearestFreeStarts, isFull } from '#domain/availability.ts'
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

/** Loads the seats of every day of a range, both ends included. */
type LoadSeats = (range: {
  locationId: LocationId
  from: IsoDate
  to: IsoDate
}) => Promise<readonly DaySeats[]> | readonly DaySeats[]

/** Returns `sold_out` with the nearest starts at the same location, then the nearest at every other one. */
export async function buildSoldOutFailure(
  draft: CompleteDraft,
  catalogue: Catalogue,
  sales: Sales,
  loadSeats: LoadSeats,
): Promise<Failure> {
  const others = catalogue.locations.filter(({ id, available }) => available && id !== draft.locationId)
  const offers = await Promise.all([
    findNearestStarts(draft, catalogue, sales, loadSeats),
    ...others.map(async ({ id }) =>
      (await findNearestStarts({ ...draft, locationId: id }, catalogue, sales, loadSeats)).slice(0, 1),
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
  loadSeats: LoadSeats,
): Promise<NearestStarts> {
  const { locationId, planId, startDate: requested } = draft
  const period = periodFor(planId, draft.billing)
  const { count } = coverage(requested, draft.endDate || undefined, period)
  const [earliest, latest] = [addDays(requested, -SEARCH_DAYS), addDays(requested, SEARCH_DAYS)]
  const first = earliestStart(sales, locationId)
  const furthest = addDays(sales.today, MAX_DAYS_AHEAD)
  const window = { from: earliest < first ? first : earliest, to: latest > furthest ? furthest : latest }
  const to = addPeriods(window.to, period, count)
  const days = await loadSeats({ locationId, from: window.from, to })
  const location = catalogue.locations.find(({ id }) => id === locationId)
  const isClosed = (day: IsoDate) => findClosedReason(location ?? {}, day) !== undefined
  const full = days.filter((day) => isFull(day, countSeatsTaken(draft))).map(({ date }) => date)
  return findNearestFreeStarts(requested, { period, count }, full, window, isClosed).flatMap((startDate) => {
    // A chosen end moves with the start.
    const endDate = addDays(addPeriods(startDate, period, count), -1)
    const quote = quoteDraft({ ...draft, startDate, endDate }, catalogue)
    return quote ? [{ locationId, startDate, totalAmount: quote.total }] : []
  })
}
