import { computed } from 'nanostores'
import { findNearestFreeStarts } from '#domain/availability.ts'
import type { BookingDraft } from '#domain/booking-draft.ts'
import { addDays, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { findClosedReason } from '#domain/closure.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import { addPeriods, type Coverage, MAX_DAYS_AHEAD } from '#domain/period.ts'
import { isDayPass, type PlanId, periodFor } from '#domain/plan.ts'
import { getDraftCoverage, quoteDraft } from '#domain/quote.ts'
import { earliestStart } from '#domain/same-day.ts'
import { countSeatsTaken } from '#domain/team.ts'
import { loadSeats } from '../seats.ts'
import { $catalogue } from './catalogue.ts'
import { $draft, changeDraft } from './draft.ts'
import { $placement } from './placement.ts'
import { $renewal } from './renewal.ts'
import { $sales } from './sales.ts'
import { $fullDays, $seats, listFullDays } from './seats.ts'

/** An alternative for a booking whose days are full. */
export interface Offer {
  locationId: LocationId
  planId: PlanId
  startDate: IsoDate
  endDate: IsoDate | ''
  coverage: Coverage
  total: Paisa
}

/** Days around the chosen start that are searched. */
const DAYS_AROUND = 60
const MAX_OFFERS = 4

/** Alternatives that the server named, else those that the known seats allow. A renewal has none. */
export const $offers = computed(
  [$draft, $catalogue, $seats, $fullDays, $placement, $sales, $renewal],
  (draft, catalogue, seats, full, placement, sales, renewal): Offer[] => {
    const { planId, startDate } = draft
    const coverage = getDraftCoverage(draft)
    if (!planId || !startDate || !coverage || renewal) return []
    const nearest =
      placement.state === 'failed' && placement.failure.code === 'sold_out' ? placement.failure.nearest : undefined
    if (nearest?.length) {
      return nearest.flatMap(({ locationId, startDate: start }) =>
        buildOffers(
          { ...draft, locationId: parseLocationId(locationId) ?? '' },
          parseIsoDate(start),
          coverage.count,
          catalogue,
        ),
      )
    }
    if (full.length === 0) return []
    const duration = { period: periodFor(planId, draft.billing), count: coverage.count }
    const needed = countSeatsTaken({ ...draft, planId })
    const samePlanOffers = listOpenLocations(catalogue, draft.locationId).flatMap((locationId) => {
      const days = seats[locationId]
      if (!days) return []
      const earliest = maxDate(earliestStart(sales, locationId), addDays(startDate, -DAYS_AROUND))
      const latest = minDate(addDays(startDate, DAYS_AROUND), addDays(sales.today, MAX_DAYS_AHEAD))
      const window = { from: earliest, to: latest }
      return findNearestFreeStarts(startDate, duration, listFullDays(days, needed), window, (day) =>
        isClosed(catalogue, locationId, day),
      ).flatMap((start) => buildOffers({ ...draft, locationId }, start, coverage.count, catalogue))
    })
    const dayPassOffers =
      isDayPass(planId) ||
      full.includes(startDate) ||
      !draft.locationId ||
      startDate < earliestStart(sales, draft.locationId) ||
      isClosed(catalogue, draft.locationId, startDate)
        ? []
        : buildOffers({ ...draft, planId: 'explorer' }, startDate, 1, catalogue)
    return [...samePlanOffers.slice(0, MAX_OFFERS - dayPassOffers.length), ...dayPassOffers]
  },
)

export async function loadOfferSeats(): Promise<void> {
  const { startDate } = $draft.get()
  const coverage = getDraftCoverage($draft.get())
  if (!startDate || !coverage) return
  const from = maxDate($sales.get().today, addDays(startDate, -DAYS_AROUND))
  const to = addDays(coverage.to, DAYS_AROUND)
  await Promise.all(listOpenLocations($catalogue.get(), '').map((locationId) => loadSeats(locationId, from, to)))
}

export const acceptOffer = ({ locationId, planId, startDate, endDate }: Offer): void =>
  changeDraft({ locationId, planId, startDate, endDate })

const isClosed = ({ locations }: Catalogue, locationId: LocationId, day: IsoDate): boolean =>
  findClosedReason(locations.find(({ id }) => id === locationId) ?? {}, day) !== undefined

/** The draft with another start, location or plan, and the same number of periods. */
function buildOffers(draft: BookingDraft, start: IsoDate | undefined, count: number, catalogue: Catalogue): Offer[] {
  const { planId, locationId } = draft
  if (!planId || !locationId || !start) return []
  const last = addDays(addPeriods(start, periodFor(planId, draft.billing), count), -1)
  const movedDraft: BookingDraft = { ...draft, startDate: start, endDate: draft.endDate && last }
  const coverage = getDraftCoverage(movedDraft)
  const quote = quoteDraft(movedDraft, catalogue)
  if (!coverage || !quote) return []
  return [{ locationId, planId, startDate: start, endDate: movedDraft.endDate, coverage, total: quote.total }]
}

/** Open locations, the chosen one first. */
function listOpenLocations(catalogue: Catalogue, chosenId: LocationId | ''): LocationId[] {
  const open = catalogue.locations.filter(({ available }) => available).map(({ id }) => id)
  return [...open.filter((id) => id === chosenId), ...open.filter((id) => id !== chosenId)]
}

const maxDate = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b)
const minDate = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b)
