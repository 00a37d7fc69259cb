import { atom } from 'nanostores'
import type { Catalogue } from '#domain/catalogue.ts'
import { ledger } from '../ledger/index.ts'

/** The catalogue of the page, with current prices once they have loaded. */
export const $catalogue = atom<Catalogue>({ locations: [], plans: [], addOns: [], prices: [] })

/** Loads current prices. Without a response the built ones stay. */
export async function refreshPrices(): Promise<void> {
  const response = await ledger.prices()
  if (response.ok) $catalogue.set({ ...$catalogue.get(), prices: response.value })
}
