import { computed } from 'nanostores'
import { findNearestFreeStarts } from '#domain/availability.ts'
import { addDays, type IsoDate, isoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { BookingDraft } from '#domain/draft.ts'
import { type LocationId, locationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import { addPeriods, type Coverage, MAX_DAYS_AHEAD } from '#domain/period.ts'
import { isDayPass, type PlanId, periodFor } from '#domain/plan.ts'
import { getDraftCoverage, quoteDraft } from '#domain/quote.ts'
import { earliestStart } from '#domain/same-day.ts'
import { $catalogue } from './catalogue.ts'
import { $draft, changeDraft } from './draft.ts'
import { $placement } from './placement.ts'
import { $sales } from './sales.ts'
import { $fullDays, $seats, listFullDays, loadSeats } from './seats.ts'

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
  [$draft, $catalogue, $seats, $fullDays, $placement, $sales],
  (draft, catalogue, seats, full, placing, sales): Offer[] => {
    const { planId, startDate } = draft
    const covered = getDraftCoverage(draft)
    if (!planId || !startDate || !covered) return []
    const named =
      placing.state === 'failed' && placing.failure.code === 'sold_out' ? placing.failure.nearest : undefined
    if (named?.length) {
      return named.flatMap(({ locationId: at, startDate: start }) =>
        buildOffers({ ...draft, locationId: locationId(at) ?? '' }, isoDate(start), covered.count, catalogue),
      )
    }
    if (full.length === 0) return []
    const bought = { period: periodFor(planId, draft.billing), count: covered.count }
    const sameThing = listOpenLocations(catalogue, draft.locationId).flatMap((at) => {
      const known = seats[at]
      if (!known) return []
      const earliest = maxDate(earliestStart(sales, at), addDays(startDate, -DAYS_AROUND))
      const window = { from: earliest, to: getLastStart(startDate, sales.today) }
      return findNearestFreeStarts(startDate, bought, listFullDays(known, planId), window).flatMap((start) =>
        buildOffers({ ...draft, locationId: at }, start, covered.count, catalogue),
      )
    })
    const dayFirst =
      isDayPass(planId) ||
      full.includes(startDate) ||
      !draft.locationId ||
      startDate < earliestStart(sales, draft.locationId)
        ? []
        : buildOffers({ ...draft, planId: 'explorer' }, startDate, 1, catalogue)
    return [...sameThing.slice(0, MAX_OFFERS - dayFirst.length), ...dayFirst]
  },
)

/** Asks about the seats that `$offers` looks at. */
export async function loadOfferSeats(): Promise<void> {
  const { startDate } = $draft.get()
  const covered = getDraftCoverage($draft.get())
  if (!startDate || !covered) return
  const from = maxDate($sales.get().today, addDays(startDate, -DAYS_AROUND))
  const to = addDays(covered.to, DAYS_AROUND)
  await Promise.all(listOpenLocations($catalogue.get(), '').map((at) => loadSeats(at, from, to)))
}

export const acceptOffer = ({ locationId, planId, startDate, endDate }: Offer): void =>
  changeDraft({ locationId, planId, startDate, endDate })

/** The draft moved to another start, place or plan, with as many periods as before. */
function buildOffers(draft: BookingDraft, start: IsoDate | undefined, count: number, catalogue: Catalogue): Offer[] {
  const { planId, locationId } = draft
  if (!planId || !locationId || !start) return []
  const last = addDays(addPeriods(start, periodFor(planId, draft.billing), count), -1)
  const moved: BookingDraft = { ...draft, startDate: start, endDate: draft.endDate && last }
  const covered = getDraftCoverage(moved)
  const quote = quoteDraft(moved, catalogue)
  if (!covered || !quote) return []
  return [{ locationId, planId, startDate: start, endDate: moved.endDate, covered, total: quote.total }]
}

/** Open locations, the chosen one first. */
function listOpenLocations(catalogue: Catalogue, chosen: LocationId | ''): LocationId[] {
  const open = catalogue.locations.filter(({ available }) => available).map(({ id }) => id)
  return [...open.filter((id) => id === chosen), ...open.filter((id) => id !== chosen)]
}

const maxDate = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b)

function getLastStart(start: IsoDate, today: IsoDate): IsoDate {
  const [near, far] = [addDays(start, DAYS_AROUND), addDays(today, MAX_DAYS_AHEAD)]
  return near < far ? near : far
}
