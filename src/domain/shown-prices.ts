import type { AddOn } from './catalogue.ts'
import { type BookableLocation, LOCATION_IDS, type LocationId } from './location.ts'
import { formatAmount, npr, type Paisa } from './money.ts'
import type { PlanId } from './plan.ts'
import {
  annualSaving,
  annualSavingPercent,
  dayPassSaving,
  hasOneMonthlyPrice,
  type PriceTable,
  pricesAt,
} from './price.ts'
import { type CellName, listAmounts } from './price-list.ts'

/** Placeholders that texts may use in braces, so that no price is written twice. */
export const PRICE_PLACEHOLDERS = ['lowestDayPass', 'lowestDayPassLocation', 'meetingHour', 'guestDay'] as const
export type PlaceholderPrices = Readonly<Record<(typeof PRICE_PLACEHOLDERS)[number], string>>

type PricedLocation = Pick<BookableLocation, 'id' | 'name' | 'available'>

export function getPlaceholderPrices(
  locations: readonly PricedLocation[],
  prices: readonly PriceTable[],
  addOns: readonly Pick<AddOn, 'id' | 'price'>[],
): PlaceholderPrices {
  const hour = addOns.find(({ id }) => id === 'meeting-room-hours')
  const guest = addOns.find(({ id }) => id === 'guest-passes')
  if (!hour || !guest) throw new Error('There is no meeting-room hour or guest pass to show a price for')
  return { ...findLowestDayPass(locations, prices), meetingHour: npr(hour.price), guestDay: npr(guest.price) }
}

/** Only locations that can be booked count. */
function findLowestDayPass(
  locations: readonly PricedLocation[],
  prices: readonly PriceTable[],
): Pick<PlaceholderPrices, 'lowestDayPass' | 'lowestDayPassLocation'> {
  const open = locations.filter(({ available }) => available)
  const [lowest] = (open.length > 0 ? open : locations)
    .map(({ id, name }) => ({ name, price: pricesAt(prices, id).explorer.daily }))
    .sort((one, other) => one.price - other.price)
  if (!lowest) throw new Error('There is no location to show a price for')
  return { lowestDayPass: npr(lowest.price), lowestDayPassLocation: lowest.name }
}

/** Names of the prices on public pages, as marked in the HTML. */
export type ShownPriceName =
  | CellName
  | `${LocationId}/${PlanId}/saving`
  | `${LocationId}/explorer/before`
  | `${LocationId}/savingPercent`
  /** The monthly price of a location whose plans all cost the same. */
  | `${LocationId}/onePrice`
  | 'lowestDayPass'
  | 'lowestDayPassLocation'

/** Names of the texts about free seats. */
export type ShownSeatsName = `${LocationId}/free`

/**
 * Returns the prices as pages show them; empty if there is none. The build writes them into pages, and the server
 * returns the current ones.
 */
export function getShownPrices(
  locations: readonly PricedLocation[],
  prices: readonly PriceTable[],
): Readonly<Record<ShownPriceName, string>> {
  const format = (amount: Paisa | null | undefined) =>
    amount !== null && amount !== undefined && amount > 0 ? formatAmount(amount) : ''
  const cells = Object.entries(listAmounts(prices)).map(([name, amount]) => [name, format(amount)])
  const derived = LOCATION_IDS.flatMap((id) => {
    const { explorer, ...plans } = pricesAt(prices, id)
    return [
      [`${id}/explorer/before`, format(explorer.originalDaily)],
      [`${id}/explorer/saving`, format(dayPassSaving(explorer))],
      ...Object.entries(plans).map(([plan, periods]) => [`${id}/${plan}/saving`, format(annualSaving(periods))]),
      [`${id}/savingPercent`, String(annualSavingPercent(pricesAt(prices, id)) || '')],
      [`${id}/onePrice`, hasOneMonthlyPrice(pricesAt(prices, id)) ? format(plans.professional.monthly) : ''],
    ]
  })
  return { ...Object.fromEntries([...cells, ...derived]), ...findLowestDayPass(locations, prices) }
}

/** Splits a text at its placeholders, keeping them. */
export const PLACEHOLDER_PATTERN = /(\{\w+\})/

export const fillPlaceholders = (text: string, prices: PlaceholderPrices): string =>
  PRICE_PLACEHOLDERS.reduce((filled, name) => filled.replaceAll(`{${name}}`, prices[name]), text)
