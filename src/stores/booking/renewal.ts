import { atom, computed } from 'nanostores'
import { addDays, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { type Coverage, coverPeriods } from '#domain/period.ts'
import { type Billing, type PlanId, parseBilling, parsePlanId, periodFor } from '#domain/plan.ts'
import { getDraftCoverage } from '#domain/quote.ts'
import { parseSeats } from '#domain/team.ts'
import { readTabValue, writeTabValue } from '../storage.ts'
import { $draft } from './draft.ts'

/** The next period of a membership. */
export interface Renewal {
  membershipId: string
  /** Of a booking of the membership. */
  secret: string
  startDate: IsoDate
  endDate: IsoDate
  locationId: LocationId
  planId: PlanId
  billing: Billing
  seats: number
}

/** Survives a reload, but not the tab: it contains a secret. */
const STORAGE_KEY = 'booking-renewal'

const $started = atom<Renewal | null>(null)

/** The renewal of the draft. Null once the draft is for something else, as after a reset. */
export const $renewal = computed([$started, $draft], (renewal, draft) =>
  renewal !== null &&
  draft.locationId === renewal.locationId &&
  draft.planId === renewal.planId &&
  draft.billing === renewal.billing &&
  draft.seats === renewal.seats &&
  draft.startDate === renewal.startDate
    ? renewal
    : null,
)

/** The days covered by a renewal, which are counted from the start of its membership. */
export const $renewedDays = computed($renewal, (renewal): Coverage | undefined => {
  if (!renewal) return undefined
  const { planId, billing, startDate, endDate } = renewal
  return coverPeriods(startDate, addDays(endDate, 1), periodFor(planId, billing), 1)
})

export const $coverage = computed([$draft, $renewedDays], (draft, renewed) => renewed ?? getDraftCoverage(draft))

export const restoreRenewal = (): void => $started.set(parseRenewal(readTabValue(STORAGE_KEY)))

/** Starts the renewal of a booking with the draft's choices. */
export function startRenewal(terms: object): void {
  const { locationId, planId, billing, seats } = $draft.get()
  const renewal = parseRenewal({ ...terms, locationId, planId, billing, seats })
  $started.set(renewal)
  writeTabValue(STORAGE_KEY, renewal ?? undefined)
}

/** The choices stay, as those of a new booking. */
export const makeNewBooking = (): void => startRenewal({})

function parseRenewal(stored: unknown): Renewal | null {
  const { membershipId, secret, ...terms } = (stored ?? {}) as Record<string, unknown>
  const [startDate, endDate] = [parseIsoDate(terms.startDate), parseIsoDate(terms.endDate)]
  const [locationId, planId, billing] = [
    parseLocationId(terms.locationId),
    parsePlanId(terms.planId),
    parseBilling(terms.billing),
  ]
  if (typeof membershipId !== 'string' || typeof secret !== 'string') return null
  if (!startDate || !endDate || !locationId || !planId || !billing) return null
  const seats = parseSeats(terms.seats) ?? 1
  return { membershipId, secret, startDate, endDate, locationId, planId, billing, seats }
}
