import { LOCATION_IDS, type LocationId } from './location.ts'
import { type Paisa, readRupees, rupees } from './money.ts'
import { toLatinDigits } from './number.ts'
import { BILLINGS, isDayPass, type Period, PLAN_IDS, type PlanId } from './plan.ts'
import { type PeriodPrices, type PlanPrices, type PriceTable, planPrice, pricesAt } from './price.ts'

/** One price that staff set: a plan at a location, for a period. */
export interface PriceCell {
  locationId: LocationId
  planId: PlanId
  period: Period
}
/** A cell by its name, as in `kausimaa/professional/monthly`. */
export type CellName = `${LocationId}/${PlanId}/${Period}`
/** What cells hold, in paisa; null where a week is not sold. */
export type Amounts = Readonly<Record<CellName, Paisa | null>>

/** What a plan can be sold by. */
export const periodsForPlan = (plan: PlanId): readonly Period[] => (isDayPass(plan) ? ['daily'] : BILLINGS)

/** Every price of the list (locations × plans × periods), in the order in which staff see them. */
export const PRICE_CELLS: readonly PriceCell[] = LOCATION_IDS.flatMap((locationId) =>
  PLAN_IDS.flatMap((planId) => periodsForPlan(planId).map((period) => ({ locationId, planId, period }))),
)

export const cellName = ({ locationId, planId, period }: PriceCell): CellName => `${locationId}/${planId}/${period}`

const CELLS = new Map<string, PriceCell>(PRICE_CELLS.map((cell) => [cellName(cell), cell]))
export const priceCell = (name: string): PriceCell | undefined => CELLS.get(name)

/** An empty weekly price means that the week is not sold; every other price is required. */
export const canBeEmpty = ({ period }: Pick<PriceCell, 'period'>): boolean => period === 'weekly'

/** What the tables hold, cell by cell. */
export const listAmounts = (tables: readonly PriceTable[]): Amounts =>
  Object.fromEntries(
    PRICE_CELLS.map((cell) => [
      cellName(cell),
      planPrice(pricesAt(tables, cell.locationId), cell.planId, cell.period) ?? null,
    ]),
  ) as Amounts

/** Whether changes, one after the other, leave any price as another: what was put back is as it was. In paisa. */
export function hasNetChange(
  changes: readonly { cell: string; before: number | null; after: number | null }[],
): boolean {
  const first = new Map(changes.toReversed().map(({ cell, before }) => [cell, before]))
  return [...new Map(changes.map(({ cell, after }) => [cell, after]))].some(([cell, last]) => last !== first.get(cell))
}

/** The tables with other prices in some of their cells. A price from before a promotion is dropped once it is none. */
export const applyAmounts = (tables: readonly PriceTable[], changed: Partial<Amounts>): PriceTable[] =>
  tables.map((table) => ({ ...table, prices: applyAmountsToTable(table, changed) }))

function applyAmountsToTable({ locationId, prices }: PriceTable, changed: Partial<Amounts>): PlanPrices {
  const of = (planId: PlanId, period: Period): Paisa | undefined => {
    const amount = changed[cellName({ locationId, planId, period })]
    return amount === undefined ? planPrice(prices, planId, period) : (amount ?? undefined)
  }
  const daily = of('explorer', 'daily') ?? prices.explorer.daily
  const { originalDaily } = prices.explorer
  const periods = (planId: Exclude<PlanId, 'explorer'>): PeriodPrices => {
    const weekly = of(planId, 'weekly')
    return {
      ...(weekly !== undefined && { weekly }),
      monthly: of(planId, 'monthly') ?? prices[planId].monthly,
      annual: of(planId, 'annual') ?? prices[planId].annual,
    }
  }
  return {
    explorer: { daily, ...(originalDaily !== undefined && originalDaily > daily && { originalDaily }) },
    professional: periods('professional'),
    enterprise: periods('enterprise'),
    'private-office': periods('private-office'),
  }
}

/** Nobody means to go beyond these: what lies outside was mistyped. */
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

/** Reads what was typed: `9,500`, `9500`, `NPR 9 500`, `९,५००` or nothing, which is null. */
export function readPrice(text: string): Paisa | null | 'not_a_price' {
  const digits = toLatinDigits(text.replace(/^\s*NPR/i, '').replaceAll(/\s/g, ''))
  return digits === '' ? null : (readRupees(digits) ?? 'not_a_price')
}

/** What is wrong with an amount by itself, in paisa. */
export function amountProblem(cell: PriceCell, amount: number | null): PriceProblem | undefined {
  if (amount === null) return canBeEmpty(cell) ? undefined : 'missing'
  if (!Number.isSafeInteger(amount)) return 'not_a_price'
  if (amount % 100 !== 0) return 'not_whole'
  if (amount < MIN_PRICE) return 'too_low'
  return amount > MAX_PRICE ? 'too_high' : undefined
}

/** A week costs less than a month, a year more than a month and at most twelve: else no saving could be told. */
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

/**
 * What is wrong with changed prices, by cell. Where a month, a week and a year do not go together, it is said of the
 * week or the year, whichever of them was changed; rows that nobody touched are not judged.
 */
export function priceProblems(
  held: Amounts,
  changed: Readonly<Record<string, number | null>>,
): Readonly<Record<CellName, PriceProblem>> {
  const cells = PRICE_CELLS.filter((cell) => changed[cellName(cell)] !== undefined)
  const alone = cells.flatMap((cell) => {
    const problem = amountProblem(cell, changed[cellName(cell)] ?? null)
    return problem ? [[cellName(cell), problem] as const] : []
  })
  const now: Readonly<Record<string, number | null>> = { ...held, ...changed, ...pickAmounts(held, alone) }
  const together = cells.flatMap(({ locationId, planId }) => {
    if (planId === 'explorer') return []
    const name = (period: Period) => cellName({ locationId, planId, period })
    const [week, month, year] = BILLINGS.map((period) => now[name(period)] ?? undefined)
    if (month === undefined || year === undefined) return []
    const prices = { ...(week !== undefined && { weekly: week }), monthly: month, annual: year }
    const ofYear = annualPriceProblem(prices)
    return [
      ...(isWeeklyPriceValid(prices) ? [] : [[name('weekly'), 'week_not_below_month'] as const]),
      ...(ofYear ? [[name('annual'), ofYear] as const] : []),
    ]
  })
  return Object.fromEntries([...together, ...alone])
}

/** A price that is wrong by itself spoils no judgement of its neighbours: they are held against what was there. */
const pickAmounts = (held: Amounts, wrong: readonly (readonly [CellName, PriceProblem])[]) =>
  Object.fromEntries(wrong.map(([name]) => [name, held[name] ?? null]))
