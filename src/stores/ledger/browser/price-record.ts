import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { getBusiness } from './business.ts'
import { readJson, writeJson } from './record-storage.ts'

/** Returns the current price tables in paisa: what staff stored, table by table over the content's. */
export const readStoredPrices = (): PriceTable[] =>
  readPriceTables(readJson('location_pricing'), getBusiness().catalogue.prices)

export const savePriceTables = (tables: readonly PriceTable[]): void => writeJson('location_pricing', tables)
