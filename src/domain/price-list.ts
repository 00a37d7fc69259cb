import { LOCATION_IDS, type LocationId } from './location.ts'
import { type Paisa, readRupees, rupees } from './money.ts'
import { toLatinDigits } from './number.ts'
import { BILLINGS, isDayPass, type Period, PLAN_IDS, type PlanId } from './plan.ts'
import { type PeriodPrices, type PlanPrices, type PriceTable, planPrice, pricesAt } from './price.ts'

/** One price that staff set. */
export interface PriceCell {
  locationId: LocationId
  planId: PlanId
  period: Period
}
/** Such as `kausimaa/professional/monthly`. */
export type CellName = `${LocationId}/${PlanId}/${Period}`
/** In paisa; `null` if the week is not sold. */
export type Amounts = Readonly<Record<CellName, Paisa | null>>

export const periodsForPlan = (plan: PlanId): readonly Period[] => (isDayPass(plan) ? ['daily'] : BILLINGS)

/** Every price (locations × plans × periods), in display order. */
export const PRICE_CELLS: readonly PriceCell[] = LOCATION_IDS.flatMap((locationId) =>
  PLAN_IDS.flatMap((planId) => periodsForPlan(planId).map((period) => ({ locationId, planId, period }))),
)

export const cellName = ({ locationId, planId, period }: PriceCell): CellName => `${locationId}/${planId}/${period}`

const CELLS = new Map<string, PriceCell>(PRICE_CELLS.map((cell) => [cellName(cell), cell]))
export const priceCell = (name: string): PriceCell | undefined => CELLS.get(name)

/** An empty weekly price means that the week is not sold; every other price is required. */
export const canBeEmpty = ({ period }: Pick<PriceCell, 'period'>): boolean => period === 'weekly'

export const listAmounts = (tables: readonly PriceTable[]): Amounts =>
  Object.fromEntries(
    PRICE_CELLS.map((cell) => [
      cellName(cell),
      planPrice(pricesAt(tables, cell.locationId), cell.planId, cell.period) ?? null,
    ]),
  ) as Amounts

/** Whether consecutive changes leave any price different. */
export function hasNetChange(
  changes: readonly { cell: string; before: number | null; after: number | null }[],
): boolean {
  const first = new Map(changes.toReversed().map(({ cell, before }) => [cell, before]))
  return [...new Map(changes.map(({ cell, after }) => [cell, after]))].some(([cell, last]) => last !== first.get(cell))
}

/** Returns the tables with changed prices. An original price that is no longer higher is dropped. */
export const applyAmounts = (tables: readonly PriceTable[], changed: Partial<Amounts>): PriceTable[] =>
  tables.map((table) => ({ ...table, prices: applyAmountsToTable(table, changed) }))

function applyAmountsToTable({ locationId, prices }: PriceTable, changed: Partial<Amounts>): PlanPrices {
  const getPrice = (planId: PlanId, period: Period): Paisa | undefined => {
    const amount = changed[cellName({ locationId, planId, period })]
    return amount === undefined ? planPrice(prices, planId, period) : (amount ?? undefined)
  }
  const daily = getPrice('explorer', 'daily') ?? prices.explorer.daily
  const { originalDaily } = prices.explorer
  const periods = (planId: Exclude<PlanId, 'explorer'>): PeriodPrices => ({
    weekly: getPrice(planId, 'weekly'),
    monthly: getPrice(planId, 'monthly') ?? prices[planId].monthly,
    annual: getPrice(planId, 'annual') ?? prices[planId].annual,
  })
  return {
    explorer: {
      daily,
      originalDaily: originalDaily !== undefined && originalDaily > daily ? originalDaily : undefined,
    },
    professional: periods('professional'),
    enterprise: periods('enterprise'),
    'private-office': periods('private-office'),
  }
}

/** Prices outside these limits are typing errors. */
export const MIN_PRICE = rupees(10)
export const MAX_PRICE = rupees(9_999_999)

export type PriceProblem =
  | 'missing'
  | 'not_a_price'
  | 'not_whole'
  | 'too_low'
  | 'too_high'
  | 'week_not_below_month'
  | 'year_not_above_month'
  | 'year_above_twelve_months'

/** Reads `9,500`, `9500`, `NPR 9 500`, `९,५००`, or `null` for an empty text. */
export function readPrice(text: string): Paisa | null | 'not_a_price' {
  const digits = toLatinDigits(text.replace(/^\s*NPR/i, '').replaceAll(/\s/g, ''))
  return digits === '' ? null : (readRupees(digits) ?? 'not_a_price')
}

/** Checks one amount without its neighbours. */
export function amountProblem(cell: PriceCell, amount: number | null): PriceProblem | undefined {
  if (amount === null) return canBeEmpty(cell) ? undefined : 'missing'
  if (!Number.isSafeInteger(amount)) return 'not_a_price'
  if (amount % 100 !== 0) return 'not_whole'
  if (amount < MIN_PRICE) return 'too_low'
  return amount > MAX_PRICE ? 'too_high' : undefined
}

interface PeriodAmounts {
  weekly?: number | undefined
  monthly: number
  annual: number
}
export const isWeeklyPriceValid = ({ weekly, monthly }: PeriodAmounts): boolean =>
  weekly === undefined || weekly < monthly
export const annualPriceProblem = ({ monthly, annual }: PeriodAmounts): PriceProblem | undefined => {
  if (annual <= monthly) return 'year_not_above_month'
  return annual > monthly * 12 ? 'year_above_twelve_months' : undefined
}

/** Problems of changed prices, by cell. A conflict between periods is reported at the changed cell. */
export function priceProblems(
  current: Amounts,
  changed: Readonly<Record<string, number | null>>,
): Readonly<Record<CellName, PriceProblem>> {
  const cells = PRICE_CELLS.filter((cell) => changed[cellName(cell)] !== undefined)
  const ownProblems = cells.flatMap((cell) => {
    const problem = amountProblem(cell, changed[cellName(cell)] ?? null)
    return problem ? [[cellName(cell), problem] as const] : []
  })
  const compared: Readonly<Record<string, number | null>> = {
    ...current,
    ...changed,
    ...pickAmounts(current, ownProblems),
  }
  const periodProblems = cells.flatMap(({ locationId, planId }) => {
    if (isDayPass(planId)) return []
    const name = (period: Period) => cellName({ locationId, planId, period })
    const [week, month, year] = BILLINGS.map((period) => compared[name(period)] ?? undefined)
    if (month === undefined || year === undefined) return []
    const prices = { weekly: week, monthly: month, annual: year }
    const annualProblem = annualPriceProblem(prices)
    return [
      ...(isWeeklyPriceValid(prices) ? [] : [[name('weekly'), 'week_not_below_month'] as const]),
      ...(annualProblem ? [[name('annual'), annualProblem] as const] : []),
    ]
  })
  return Object.fromEntries([...periodProblems, ...ownProblems])
}

/** Neighbours of an invalid price are compared with its stored amount. */
const pickAmounts = (current: Amounts, invalid: readonly (readonly [CellName, PriceProblem])[]) =>
  Object.fromEntries(invalid.map(([name]) => [name, current[name] ?? null]))

/** More than this many times the old price, or less than that part of it, is probably a slip. */
const USUAL_FACTOR = 3

export const isUnusualChange = (before: Paisa | null, after: Paisa | null): boolean =>
  before !== null && after !== null && (after > before * USUAL_FACTOR || after * USUAL_FACTOR < before)
