import { findNearestFreeStarts, isFull } from '#domain/availability.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { LocationId } from '#domain/location.ts'
import { addPeriods, coverage, MAX_DAYS_AHEAD } from '#domain/period.ts'
import { periodFor } from '#domain/plan.ts'
import { quote } from '#domain/quote.ts'
import { earliestStart, type Sales } from '#domain/same-day.ts'
import { type CompleteDraft, toQuoteChoices } from './booking-input.ts'
import type { Failure } from './failure.ts'

/** How far before and after the wanted start the search goes. */
const SEARCH_DAYS = 90

type NearestStarts = NonNullable<Failure['nearest']>

/** Seats taken per day of a range, both ends included; days that nobody booked may be absent. */
export type LoadTakenSeats = (range: {
  locationId: LocationId
  from: IsoDate
  to: IsoDate
}) => Promise<ReadonlyMap<IsoDate, number>> | ReadonlyMap<IsoDate, number>

/** The refusal, with the nearest ways out at the same place, earlier and later, then the nearest at every other one. */
export async function buildSoldOutFailure(
  draft: CompleteDraft,
  catalogue: Catalogue,
  sales: Sales,
  taken: LoadTakenSeats,
): Promise<Failure> {
  const others = catalogue.locations.filter(({ id, available }) => available && id !== draft.locationId)
  const offers = await Promise.all([
    findNearestStarts(draft, catalogue, sales, taken),
    ...others.map(async ({ id }) =>
      (await findNearestStarts({ ...draft, locationId: id }, catalogue, sales, taken)).slice(0, 1),
    ),
  ])
  return { code: 'sold_out', nearest: offers.flat() }
}

/** Starts from which as many periods as were asked for can be booked, each with what that costs. */
async function findNearestStarts(
  draft: CompleteDraft,
  catalogue: Catalogue,
  sales: Sales,
  takenIn: LoadTakenSeats,
): Promise<NearestStarts> {
  const { locationId, planId, startDate: wanted } = draft
  const period = periodFor(planId, draft.billing)
  const { count } = coverage(wanted, draft.endDate || undefined, period)
  const [earliest, latest] = [addDays(wanted, -SEARCH_DAYS), addDays(wanted, SEARCH_DAYS)]
  const first = earliestStart(sales, locationId)
  const furthest = addDays(sales.today, MAX_DAYS_AHEAD)
  const window = { from: earliest < first ? first : earliest, to: latest > furthest ? furthest : latest }
  const to = addPeriods(window.to, period, count)
  const taken = await takenIn({ locationId, from: window.from, to })
  const seats = catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0
  const full = [...taken].flatMap(([date, taken]) => (isFull({ date, seats, taken }, planId) ? date : []))
  return findNearestFreeStarts(wanted, { period, count }, full, window).flatMap((startDate) => {
    // A chosen end moves along with the start.
    const endDate = addDays(addPeriods(startDate, period, count), -1)
    const priced = quote({ ...toQuoteChoices(draft), startDate, endDate }, catalogue)
    return priced ? [{ locationId, startDate, totalAmount: priced.total }] : []
  })
}
