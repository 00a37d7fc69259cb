import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { business } from './business.ts'
import { keep, readKept } from './kept.ts'

/** The price tables that hold now: what staff kept, table by table over the content's (spec §3, §8). In paisa. */
export const priceTables = (): PriceTable[] =>
  readPriceTables(readKept('location_pricing'), business().catalogue.prices)

export const keepPriceTables = (tables: readonly PriceTable[]): void => keep('location_pricing', tables)
