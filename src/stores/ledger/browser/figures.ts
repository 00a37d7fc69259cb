import { priceFigures } from '#domain/figures.ts'
import { business } from './business.ts'
import { priceTables } from './price-record.ts'

/** The figures of the public pages by the prices that this browser keeps. */
export const keptFigures = (): Record<string, string> => priceFigures(business().catalogue.locations, priceTables())
