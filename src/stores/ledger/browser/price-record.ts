import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { getBusiness } from './business.ts'
import { readJson, writeJson } from './record-storage.ts'

/** Current price tables in paisa: stored ones replace the content's. */
export const readStoredPrices = (): PriceTable[] =>
  readPriceTables(readJson('location_pricing'), getBusiness().catalogue.prices)

export const savePriceTables = (tables: readonly PriceTable[]): void => writeJson('location_pricing', tables)
