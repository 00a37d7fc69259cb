import type { BookingDraft } from './booking-draft.ts'
import type { IsoDate } from './calendar.ts'
import type { AddOn, AddOnId, Catalogue } from './catalogue.ts'
import type { LocationId } from './location.ts'
import { type Paisa, sum, times } from './money.ts'
import { type Coverage, coverage } from './period.ts'
import { type Billing, type PlanId, periodFor } from './plan.ts'
import { planPrice, pricesAt } from './price.ts'
import { countPricedSeats } from './team.ts'

export interface QuoteLine {
  kind: 'plan' | 'add_on'
  id: PlanId | AddOnId
  label: string
  quantity: number
  unitAmount: Paisa
  amount: Paisa
}
export interface Quote {
  lines: QuoteLine[]
  /** Without the fee of a payment method, `methodFee`. */
  total: Paisa
  coverage: Coverage | undefined
}
interface QuoteChoices {
  locationId: LocationId
  planId: PlanId
  billing: Billing
  seats: number
  startDate?: IsoDate | undefined
  endDate?: IsoDate | undefined
  addOns: readonly AddOnId[]
  meetingRoomHours: number
  guestPasses: number
}

/**
 * Plan price × seats × periods started (one without a start date), plus add-ons. Undefined if the location's table does not
 * sell the period. `renewed` replaces the dates.
 */
export function quote(choices: QuoteChoices, catalogue: Catalogue, renewed?: Coverage): Quote | undefined {
  const period = periodFor(choices.planId, choices.billing)
  const unitAmount = planPrice(pricesAt(catalogue.prices, choices.locationId), choices.planId, period)
  const plan = catalogue.plans.find((known) => known.id === choices.planId)
  if (unitAmount === undefined || !plan) return undefined
  const coveredRange = renewed ?? (choices.startDate && coverage(choices.startDate, choices.endDate, period))
  const months = coveredRange?.months ?? (period === 'annual' ? 12 : 1)
  const seats = countPricedSeats(plan.id, choices.seats)
  const label = seats > 1 ? `${plan.name}, ${seats} seats` : plan.name
  const lines = [
    createLine('plan', plan.id, label, (coveredRange?.count ?? 1) * seats, unitAmount),
    ...catalogue.addOns.map((addOn) =>
      createLine('add_on', addOn.id, addOn.name, getAddOnQuantity(addOn, choices, months), addOn.price),
    ),
  ].filter(({ quantity }) => quantity > 0)
  return { lines, total: sum(lines.map(({ amount }) => amount)), coverage: coveredRange || undefined }
}

/** Undefined until location and plan are chosen. */
export function quoteDraft(draft: BookingDraft, catalogue: Catalogue, renewed?: Coverage): Quote | undefined {
  const { locationId, planId, startDate, endDate } = draft
  if (!locationId || !planId) return undefined
  return quote(
    { ...draft, locationId, planId, startDate: startDate || undefined, endDate: endDate || undefined },
    catalogue,
    renewed,
  )
}

export function getDraftCoverage({ planId, billing, startDate, endDate }: BookingDraft): Coverage | undefined {
  return startDate && planId ? coverage(startDate, endDate || undefined, periodFor(planId, billing)) : undefined
}

/** Counters are charged by number only; an id in `addOns` only marks them as selected. */
function getAddOnQuantity(addOn: AddOn, choices: QuoteChoices, months: number): number {
  switch (addOn.per) {
    case 'hour':
      return choices.meetingRoomHours
    case 'guest_day':
      return choices.guestPasses
    case 'month':
      return choices.addOns.includes(addOn.id) ? months : 0
  }
}

const createLine = (
  kind: QuoteLine['kind'],
  id: QuoteLine['id'],
  label: string,
  quantity: number,
  unitAmount: Paisa,
): QuoteLine => ({ kind, id, label, quantity, unitAmount, amount: times(unitAmount, quantity) })
