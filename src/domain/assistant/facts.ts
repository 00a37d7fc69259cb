import type { IsoDate } from '../calendar.ts'
import type { AddOn, AddOnId } from '../catalogue.ts'
import type { BookableLocation } from '../location.ts'
import { type Paisa, rupees } from '../money.ts'
import type { OpeningHoursGroup } from '../opening-hours.ts'
import { CARD_FEE_FIXED } from '../payment.ts'
import { BILLINGS, type BookablePlan, type Period, type PlanId } from '../plan.ts'
import { annualSaving, type PriceTable, planPrice, pricesAt } from '../price.ts'
import type { Room } from '../room.ts'

/** Everything the assistant knows: page content, current prices and today's seats; docs/rules.md#assistant. */
export interface AssistantFacts {
  brand: {
    name: string
    nativeName: string
    cities: string
    phone: string
    whatsapp: string
    email: string
    hours: readonly OpeningHoursGroup[]
  }
  locations: readonly AssistantLocation[]
  rooms: readonly Room[]
  plans: readonly AssistantPlan[]
  addOns: readonly AddOn[]
  prices: readonly PriceTable[]
  paymentMethods: readonly { name: string; feeText: string; processingTime: string }[]
  amenities: readonly { title: string; text: string }[]
  questions: readonly { question: string; answer: string }[]
  about: readonly string[]
  /** Kathmandu's day, and the seats that are free on it at each location that can be booked. */
  today: IsoDate
  free: readonly { locationId: string; seats: number }[]
}

export interface AssistantLocation extends BookableLocation {
  address: string
  fullAddress: string
  knownAs: readonly string[]
  rating?: number | undefined
  features: readonly string[]
  amenities: readonly string[]
}

interface AssistantPlan extends BookablePlan {
  subtitle: string
  features: readonly string[]
}

/** Absent fields apply to all. */
export interface PricedFact {
  amount: Paisa
  pattern?: string
  locationId?: string
  planId?: PlanId
  period?: Period
  addOn?: Pick<AddOn, 'id' | 'per'>
}

/** Charges that are in no price table. */
const SMALL_CHARGES: readonly PricedFact[] = [
  { amount: rupees(2), pattern: 'print' },
  { amount: rupees(5), pattern: 'colour' },
  { amount: CARD_FEE_FIXED, pattern: 'card' },
]
/** An original price must be called one. */
const ORIGINAL_PRICE_PATTERN = 'usual|normal|regular|instead|original|\\bwas\\b|promo'
/** Patterns (as text) that identify an add-on in a sentence. */
export const ADD_ON_PATTERNS: Readonly<Record<AddOnId, string>> = {
  'meeting-room-hours': 'meeting',
  'guest-passes': 'guest',
  'virtual-office': 'virtual',
  'mail-handling': 'mail',
}

export function listPricedFacts({ locations, addOns, prices }: AssistantFacts): PricedFact[] {
  const plans = locations.flatMap(({ id: locationId }): PricedFact[] => {
    const table = pricesAt(prices, locationId)
    const { daily, originalDaily } = table.explorer
    const day = { locationId, planId: 'explorer', period: 'daily' } as const
    const periods = (['professional', 'enterprise', 'private-office'] as const).flatMap((planId): PricedFact[] => [
      ...BILLINGS.flatMap((period) => {
        const amount = planPrice(table, planId, period)
        return amount === undefined ? [] : [{ amount, locationId, planId, period }]
      }),
      { amount: annualSaving(table[planId]), pattern: '\\bsav|less|cheaper', locationId, planId, period: 'annual' },
    ])
    return [
      { ...day, amount: daily },
      ...(originalDaily ? [{ ...day, amount: originalDaily, pattern: ORIGINAL_PRICE_PATTERN }] : []),
      ...periods,
    ]
  })
  return [
    ...plans,
    ...addOns.map(({ id, per, price }) => ({ amount: price, pattern: ADD_ON_PATTERNS[id], addOn: { id, per } })),
    ...SMALL_CHARGES,
  ]
}
