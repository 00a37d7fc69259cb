import { getShownPrices } from '#domain/shown-prices.ts'
import { getBusiness } from './business.ts'
import { readStoredPrices } from './price-record.ts'

/** The figures of the public pages by the prices that this browser keeps. */
export const readShownPrices = (): Record<string, string> =>
  getShownPrices(getBusiness().catalogue.locations, readStoredPrices())
