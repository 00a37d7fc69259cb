import { computed } from 'nanostores'
import { nearestFreeStarts } from '#domain/availability.ts'
import { addDays, type IsoDate, isoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { BookingDraft } from '#domain/draft.ts'
import { type LocationId, locationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import { afterPeriods, type Coverage, MAX_DAYS_AHEAD } from '#domain/period.ts'
import { isDayPass, type PlanId, periodFor } from '#domain/plan.ts'
import { coverageOf, quoteOf } from '#domain/quote.ts'
import { firstStart } from '#domain/same-day.ts'
import { $catalogue } from './catalogue.ts'
import { $draft, change } from './draft.ts'
import { $placing } from './placing.ts'
import { $sales } from './sales.ts'
import { $fullDays, $seats, fullDays, loadSeats } from './seats.ts'

/** Another booking that can be had where the wanted one cannot: what to choose, and what comes of it. */
export interface Offer {
  locationId: LocationId
  planId: PlanId
  startDate: IsoDate
  endDate: IsoDate | ''
  covered: Coverage
  total: Paisa
}

/** How far around the wanted start free dates are looked for. */
const DAYS_AROUND = 60
const MAX_OFFERS = 4

/** The nearest ways out: those that the server named, else those that the known seats show. */
export const $offers = computed(
  [$draft, $catalogue, $seats, $fullDays, $placing, $sales],
  (draft, catalogue, seats, full, placing, sales): Offer[] => {
    const { planId, startDate } = draft
    const covered = coverageOf(draft)
    if (!planId || !startDate || !covered) return []
    const named =
      placing.state === 'failed' && placing.failure.code === 'sold_out' ? placing.failure.nearest : undefined
    if (named?.length) {
      return named.flatMap(({ locationId: at, startDate: start }) =>
        offer({ ...draft, locationId: locationId(at) ?? '' }, isoDate(start), covered.count, catalogue),
      )
    }
    if (full.length === 0) return []
    const bought = { period: periodFor(planId, draft.billing), count: covered.count }
    const sameThing = inOrder(catalogue, draft.locationId).flatMap((at) => {
      const known = seats[at]
      if (!known) return []
      const earliest = latest(firstStart(sales, at), addDays(startDate, -DAYS_AROUND))
      const window = { from: earliest, to: lastStart(startDate, sales.today) }
      return nearestFreeStarts(startDate, bought, fullDays(known, planId), window).flatMap((start) =>
        offer({ ...draft, locationId: at }, start, covered.count, catalogue),
      )
    })
    const dayFirst =
      isDayPass(planId) ||
      full.includes(startDate) ||
      !draft.locationId ||
      startDate < firstStart(sales, draft.locationId)
        ? []
        : offer({ ...draft, planId: 'explorer' }, startDate, 1, catalogue)
    return [...sameThing.slice(0, MAX_OFFERS - dayFirst.length), ...dayFirst]
  },
)

/** Asks about the seats that `$offers` looks at. */
export async function lookForOffers(): Promise<void> {
  const { startDate } = $draft.get()
  const covered = coverageOf($draft.get())
  if (!startDate || !covered) return
  const from = latest($sales.get().today, addDays(startDate, -DAYS_AROUND))
  const to = addDays(covered.to, DAYS_AROUND)
  await Promise.all(inOrder($catalogue.get(), '').map((at) => loadSeats(at, from, to)))
}

export const takeOffer = ({ locationId, planId, startDate, endDate }: Offer): void =>
  change({ locationId, planId, startDate, endDate })

/** The draft moved to another start, place or plan, with as many periods as before. */
function offer(draft: BookingDraft, start: IsoDate | undefined, count: number, catalogue: Catalogue): Offer[] {
  const { planId, locationId } = draft
  if (!planId || !locationId || !start) return []
  const last = addDays(afterPeriods(start, periodFor(planId, draft.billing), count), -1)
  const moved: BookingDraft = { ...draft, startDate: start, endDate: draft.endDate && last }
  const covered = coverageOf(moved)
  const quote = quoteOf(moved, catalogue)
  if (!covered || !quote) return []
  return [{ locationId, planId, startDate: start, endDate: moved.endDate, covered, total: quote.total }]
}

/** Open locations, the chosen one first. */
function inOrder(catalogue: Catalogue, chosen: LocationId | ''): LocationId[] {
  const open = catalogue.locations.filter(({ available }) => available).map(({ id }) => id)
  return [...open.filter((id) => id === chosen), ...open.filter((id) => id !== chosen)]
}

const latest = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b)

function lastStart(start: IsoDate, today: IsoDate): IsoDate {
  const [near, far] = [addDays(start, DAYS_AROUND), addDays(today, MAX_DAYS_AHEAD)]
  return near < far ? near : far
}
