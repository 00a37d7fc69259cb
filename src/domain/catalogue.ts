import type { BookableLocation } from './location.ts'
import type { Paisa } from './money.ts'
import type { BookablePlan } from './plan.ts'
import type { PriceTable } from './price.ts'

export const ADD_ON_IDS = ['meeting-room-hours', 'guest-passes', 'virtual-office', 'mail-handling'] as const
export type AddOnId = (typeof ADD_ON_IDS)[number]

/** Add-ons of the booking form: `hour` and `guest_day` ones have a counter, `month` ones are selected or not. */
export interface AddOn {
  id: AddOnId
  name: string
  price: Paisa
  per: 'hour' | 'guest_day' | 'month'
}

/** What the booking rules need to know about the business. The server owns it; the wizard gets a copy. */
export interface Catalogue {
  locations: readonly BookableLocation[]
  plans: readonly BookablePlan[]
  addOns: readonly AddOn[]
  prices: readonly PriceTable[]
}
