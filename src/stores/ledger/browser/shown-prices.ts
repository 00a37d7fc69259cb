import { getShownPrices } from '#domain/shown-prices.ts'
import { getBusiness } from './business.ts'
import { readStoredPrices } from './price-record.ts'

export const readShownPrices = (): Record<string, string> =>
  getShownPrices(getBusiness().catalogue.locations, readStoredPrices())
