import { readStored } from './storage.ts'

/** Prices stored in this browser. Most visitors have none, so nothing more is loaded for them. */
export const fetchShownPrices = async (): Promise<Record<string, string>> => {
  if (readStored('location_pricing').text === undefined) return {}
  return (await import('./ledger/browser/shown-prices.ts')).readShownPrices()
}
