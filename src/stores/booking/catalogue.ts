import { atom, computed } from 'nanostores'
import type { Catalogue } from '#domain/catalogue.ts'
import type { PriceTable } from '#domain/price.ts'
import { ledger } from '../ledger/index.ts'

const $builtCatalogue = atom<Catalogue>({ locations: [], plans: [], addOns: [], prices: [] })
const $prices = atom<readonly PriceTable[] | null>(null)

/** What can be booked: as the page was built, with the prices that hold now once they have come. */
export const $catalogue = computed(
  [$builtCatalogue, $prices],
  (built, prices): Catalogue => (prices ? { ...built, prices } : built),
)

export const setCatalogue = (built: Catalogue): void => $builtCatalogue.set(built)

/**
 * Loads the current prices, which staff may have changed since the page was built. Without a response the built ones
 * stay.
 */
export async function refreshPrices(): Promise<void> {
  const answer = await ledger.prices()
  if (answer.ok) $prices.set(answer.value)
}
