import type { Failure } from '#contract/failure.ts'
import { isFull, nearestFreeStarts } from '#domain/availability.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { afterPeriods, coverage, MAX_DAYS_AHEAD } from '#domain/period.ts'
import { periodFor } from '#domain/plan.ts'
import { quote } from '#domain/quote.ts'
import type { App } from './app.ts'
import { type CompleteDraft, quoteChoices } from './choices.ts'
import { currentCatalogue } from './prices.ts'
import { capacityOf, takenSeats } from './seats.ts'

/** How far before and after the wanted start the search goes. */
const SEARCH_DAYS = 90

type Offers = NonNullable<Failure['nearest']>

/** The refusal, with the nearest ways out at the same place, earlier and later, then the nearest at every other one. */
export async function soldOut(app: App, draft: CompleteDraft): Promise<Failure> {
  const catalogue = await currentCatalogue(app, app.db.read)
  const others = catalogue.locations.filter(({ id, available }) => available && id !== draft.locationId)
  const offers = await Promise.all([
    offersAt(app, catalogue, draft),
    ...others.map(async ({ id }) => (await offersAt(app, catalogue, { ...draft, locationId: id })).slice(0, 1)),
  ])
  return { code: 'sold_out', nearest: offers.flat() }
}

/** Starts from which as many periods as were asked for can be booked, each with what that costs. */
async function offersAt(app: App, catalogue: Catalogue, draft: CompleteDraft): Promise<Offers> {
  const { locationId, planId, startDate: wanted } = draft
  const period = periodFor(planId, draft.billing)
  const { count } = coverage(wanted, draft.endDate || undefined, period)
  const today = kathmanduDate(app.now())
  const [earliest, latest] = [addDays(wanted, -SEARCH_DAYS), addDays(wanted, SEARCH_DAYS)]
  const furthest = addDays(today, MAX_DAYS_AHEAD)
  const window = { from: earliest < today ? today : earliest, to: latest > furthest ? furthest : latest }
  const to = afterPeriods(window.to, period, count)
  const taken = await takenSeats(app.db.read, { locationId, from: window.from, to })
  const seats = capacityOf(app, locationId)
  const full = [...taken].flatMap(([date, taken]) => (isFull({ date, seats, taken }, planId) ? date : []))
  return nearestFreeStarts(wanted, { period, count }, full, window).flatMap((startDate) => {
    // A chosen end moves along with the start.
    const endDate = addDays(afterPeriods(startDate, period, count), -1)
    const priced = quote({ ...quoteChoices(draft), startDate, endDate }, catalogue)
    return priced ? [{ locationId, startDate, totalAmount: priced.total }] : []
  })
}
