import type { AddOn } from './catalogue.ts'
import { type BookableLocation, LOCATION_IDS, type LocationId } from './location.ts'
import { formatAmount, npr, type Paisa } from './money.ts'
import type { PlanId } from './plan.ts'
import { annualSaving, annualSavingPercent, dayPassSaving, type PriceTable, pricesAt } from './price.ts'
import { type CellName, listAmounts } from './price-list.ts'

/** Names that texts may put in braces for a price of the tables, so that no price is written twice. */
export const PRICE_PLACEHOLDERS = ['lowestDayPass', 'lowestDayPassLocation', 'meetingHour', 'guestDay'] as const
export type PlaceholderPrices = Readonly<Record<(typeof PRICE_PLACEHOLDERS)[number], string>>

type PricedLocation = Pick<BookableLocation, 'id' | 'name' | 'available'>

/** The figures as they are shown. */
export function getPlaceholderPrices(
  locations: readonly PricedLocation[],
  prices: readonly PriceTable[],
  addOns: readonly Pick<AddOn, 'id' | 'price'>[],
): PlaceholderPrices {
  const hour = addOns.find(({ id }) => id === 'meeting-room-hours')
  const guest = addOns.find(({ id }) => id === 'guest-passes')
  if (!hour || !guest) throw new Error('There is no meeting-room hour or guest pass to name a price of')
  return { ...findLowestDayPass(locations, prices), meetingHour: npr(hour.price), guestDay: npr(guest.price) }
}

/** The lowest day pass is that of the locations that can be booked. */
function findLowestDayPass(
  locations: readonly PricedLocation[],
  prices: readonly PriceTable[],
): Pick<PlaceholderPrices, 'lowestDayPass' | 'lowestDayPassLocation'> {
  const open = locations.filter(({ available }) => available)
  const [lowest] = (open.length > 0 ? open : locations)
    .map(({ id, name }) => ({ name, price: pricesAt(prices, id).explorer.daily }))
    .sort((one, other) => one.price - other.price)
  if (!lowest) throw new Error('There is no location to name a price of')
  return { lowestDayPass: npr(lowest.price), lowestDayPassLocation: lowest.name }
}

/** Every figure of the public pages that follows from the prices alone, by the name that marks it in a page. */
export type ShownPriceName =
  | CellName
  | `${LocationId}/${PlanId}/saving`
  | `${LocationId}/explorer/before`
  | `${LocationId}/savingPercent`
  | 'lowestDayPass'
  | 'lowestDayPassLocation'

/**
 * As the pages show them, without `NPR` where it stands beside the figure; empty where there is none: a week that is not
 * sold, a saving that is none. The build writes them into the pages, the server tells those of now.
 */
export function getShownPrices(
  locations: readonly PricedLocation[],
  prices: readonly PriceTable[],
): Readonly<Record<ShownPriceName, string>> {
  const shown = (amount: Paisa | null | undefined) =>
    amount !== null && amount !== undefined && amount > 0 ? formatAmount(amount) : ''
  const cells = Object.entries(listAmounts(prices)).map(([name, amount]) => [name, shown(amount)])
  const derived = LOCATION_IDS.flatMap((id) => {
    const { explorer, ...plans } = pricesAt(prices, id)
    return [
      [`${id}/explorer/before`, shown(explorer.originalDaily)],
      [`${id}/explorer/saving`, shown(dayPassSaving(explorer))],
      ...Object.entries(plans).map(([plan, periods]) => [`${id}/${plan}/saving`, shown(annualSaving(periods))]),
      [`${id}/savingPercent`, String(annualSavingPercent(pricesAt(prices, id)) || '')],
    ]
  })
  return { ...Object.fromEntries([...cells, ...derived]), ...findLowestDayPass(locations, prices) }
}

/** Parts a text into its figures, braces and all, and what stands between them. */
export const PLACEHOLDER_PATTERN = /(\{\w+\})/

export const fillPlaceholders = (text: string, known: PlaceholderPrices): string =>
  PRICE_PLACEHOLDERS.reduce((filled, name) => filled.replaceAll(`{${name}}`, known[name]), text)
