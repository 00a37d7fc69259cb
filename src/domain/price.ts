import { LOCATION_IDS, type LocationId, parseLocationId } from './location.ts'
import { type Paisa, paisa, times } from './money.ts'
import { isDayPass, PERIODS, type Period, PLAN_IDS, type PlanId } from './plan.ts'

/** Prices in paisa. Without `weekly`, weeks are not sold. */
export interface PeriodPrices {
  weekly?: Paisa | undefined
  monthly: Paisa
  annual: Paisa
}
export interface PlanPrices {
  explorer: { daily: Paisa; originalDaily?: Paisa | undefined }
  professional: PeriodPrices
  enterprise: PeriodPrices
  'private-office': PeriodPrices
}
export interface PriceTable {
  locationId: LocationId
  locationName: string
  prices: PlanPrices
}

const periods = (weekly: number, monthly: number, annual: number): PeriodPrices => ({
  weekly: paisa(weekly),
  monthly: paisa(monthly),
  annual: paisa(annual),
})

/** Used for a location without a table and for unreadable stored tables. */
const GENERIC_PRICES: PlanPrices = {
  explorer: { daily: paisa(50_000), originalDaily: paisa(100_000) },
  professional: periods(250_000, 950_000, 10_260_000),
  enterprise: periods(450_000, 1_850_000, 19_980_000),
  'private-office': periods(900_000, 3_500_000, 37_800_000),
}

/** Undefined if the table does not sell that period. */
export function planPrice(prices: PlanPrices, plan: PlanId, period: Period): Paisa | undefined {
  if (isDayPass(plan)) return period === 'daily' ? prices.explorer.daily : undefined
  return period === 'daily' ? undefined : prices[plan][period]
}

export const listSoldPeriods = (prices: PlanPrices, plan: PlanId): Period[] =>
  PERIODS.filter((period) => planPrice(prices, plan, period) !== undefined)

/** What the promotion takes off a day pass; 0 if the table has no original price. */
export const dayPassSaving = ({ daily, originalDaily }: PlanPrices['explorer']): Paisa =>
  paisa((originalDaily ?? daily) - daily)

/** Whole percent, rounded. */
export const savingPercent = (price: number, original: number): number =>
  Math.round(((original - price) * 100) / original)

export const annualSaving = (prices: PeriodPrices): Paisa => paisa(times(prices.monthly, 12) - prices.annual)

/** The lowest annual saving of all plans in percent, so that it is true of each. */
export const annualSavingPercent = ({ explorer: _, ...plans }: PlanPrices): number =>
  Math.min(...Object.values(plans).map(({ monthly, annual }) => savingPercent(annual, times(monthly, 12))))

/** Whether every plan that is sold by the month costs the same. */
export const hasOneMonthlyPrice = ({ explorer: _, ...plans }: PlanPrices): boolean =>
  new Set(Object.values(plans).map(({ monthly }) => monthly)).size === 1

export function pricesAt(tables: readonly PriceTable[], location: LocationId): PlanPrices {
  return tables.find((table) => table.locationId === location)?.prices ?? GENERIC_PRICES
}

/**
 * Reads stored tables of any form: an unreadable table falls back to `defaults`, former ids are replaced, and tables of
 * unknown locations are dropped.
 */
export function readPriceTables(stored: unknown, defaults: readonly PriceTable[]): PriceTable[] {
  const rows = Array.isArray(stored) ? stored : []
  const read = rows.flatMap((row) => readPriceTable(row) ?? [])
  return LOCATION_IDS.map(
    (id): PriceTable =>
      read.find((table) => table.locationId === id) ??
      defaults.find((table) => table.locationId === id) ?? { locationId: id, locationName: id, prices: GENERIC_PRICES },
  )
}

function readPriceTable(row: unknown): PriceTable | undefined {
  if (!isRecord(row) || !isRecord(row.prices)) return undefined
  const id = parseLocationId(row.locationId)
  const explorer = isRecord(row.prices.explorer) ? row.prices.explorer : {}
  const daily = amount(explorer.daily)
  if (!id || daily === undefined) return undefined
  const prices: Partial<PlanPrices> = { explorer: { daily, originalDaily: amount(explorer.originalDaily) } }
  for (const plan of PLAN_IDS) {
    if (isDayPass(plan)) continue
    const read = readPeriods(row.prices[plan])
    if (!read) return undefined
    prices[plan] = read
  }
  const name = row.locationName ?? row.name
  return { locationId: id, locationName: typeof name === 'string' ? name : id, prices: prices as PlanPrices }
}

function readPeriods(value: unknown): PeriodPrices | undefined {
  if (!isRecord(value)) return undefined
  const [weekly, monthly, annual] = [amount(value.weekly), amount(value.monthly), amount(value.annual)]
  if (monthly === undefined || annual === undefined) return undefined
  return { weekly, monthly, annual }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A price is a positive whole number of paisa; anything else, zero included, counts as not set. */
const amount = (value: unknown): Paisa | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? paisa(value) : undefined
