import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { business } from './business.ts'
import { keep, readKept } from './kept.ts'

/** Returns the current price tables in paisa: what staff stored, table by table over the content's. */
export const priceTables = (): PriceTable[] =>
  readPriceTables(readKept('location_pricing'), business().catalogue.prices)

export const keepPriceTables = (tables: readonly PriceTable[]): void => keep('location_pricing', tables)
