import { LOCATION_IDS, type LocationId, locationId } from './location.ts'
import { type Paisa, paisa, times } from './money.ts'
import { BILLINGS, isDayPass, type Period, PLAN_IDS, type PlanId } from './plan.ts'

/** Prices in paisa. Without `weekly`, weeks are not sold. */
export interface PeriodPrices {
  weekly?: Paisa
  monthly: Paisa
  annual: Paisa
}
export interface PlanPrices {
  explorer: { daily: Paisa; originalDaily?: Paisa }
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
export const GENERIC_PRICES: PlanPrices = {
  explorer: { daily: paisa(50_000), originalDaily: paisa(100_000) },
  professional: periods(250_000, 950_000, 10_260_000),
  enterprise: periods(450_000, 1_850_000, 19_980_000),
  'private-office': periods(900_000, 3_500_000, 37_800_000),
}

/** The price of one period, or undefined where the table does not sell that period. */
export function planPrice(prices: PlanPrices, plan: PlanId, period: Period): Paisa | undefined {
  if (plan === 'explorer') return period === 'daily' ? prices.explorer.daily : undefined
  return period === 'daily' ? undefined : prices[plan][period]
}

export function listSoldPeriods(prices: PlanPrices, plan: PlanId): Period[] {
  if (isDayPass(plan)) return ['daily']
  return BILLINGS.filter((period) => planPrice(prices, plan, period) !== undefined)
}

/** What the promotion takes off a day pass; 0 if the table has no original price. */
export const dayPassSaving = ({ daily, originalDaily }: PlanPrices['explorer']): Paisa =>
  paisa((originalDaily ?? daily) - daily)

/** Returns the saving in whole percent, rounded. */
export const savingPercent = (price: number, original: number): number =>
  Math.round(((original - price) * 100) / original)

/** Returns 12 × monthly − annual. */
export const annualSaving = (prices: PeriodPrices): Paisa => paisa(times(prices.monthly, 12) - prices.annual)

/** What paying by the year saves with every plan, in percent: the least of them, so that it is promised of none wrongly. */
export const annualSavingPercent = ({ explorer: _, ...plans }: PlanPrices): number =>
  Math.min(...Object.values(plans).map(({ monthly, annual }) => savingPercent(annual, times(monthly, 12))))

export function pricesAt(tables: readonly PriceTable[], location: LocationId): PlanPrices {
  return tables.find((table) => table.locationId === location)?.prices ?? GENERIC_PRICES
}

/**
 * Reads stored tables, which may be anything: an unreadable table falls back to `defaults`. Former ids are replaced; a
 * table of an unknown location is dropped.
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
  const id = locationId(row.locationId)
  const explorer = isRecord(row.prices.explorer) ? row.prices.explorer : {}
  const daily = amount(explorer.daily)
  if (!id || daily === undefined) return undefined
  const original = amount(explorer.originalDaily)
  const prices: Partial<PlanPrices> = {
    explorer: { daily, ...(original !== undefined && { originalDaily: original }) },
  }
  for (const plan of PLAN_IDS) {
    if (plan === 'explorer') continue
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
  return { ...(weekly !== undefined && { weekly }), monthly, annual }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A price is a positive whole number of paisa; anything else, zero included, counts as not set. */
const amount = (value: unknown): Paisa | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? paisa(value) : undefined
