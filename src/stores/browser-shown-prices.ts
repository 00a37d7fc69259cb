import { readStored } from './storage.ts'

/** The figures of the public pages by the prices that this browser keeps. Most keep none: nothing more is loaded for them. */
export const fetchShownPrices = async (): Promise<Record<string, string>> => {
  if (readStored('location_pricing').text === undefined) return {}
  return (await import('./ledger/browser/shown-prices.ts')).readShownPrices()
}
