import type { Period } from '#domain/plan.ts'
import { type PriceCell, priceCell } from '#domain/price-list.ts'
import type { ScreenProps } from '../screens.ts'

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  daily: 'Day',
  weekly: 'Week',
  monthly: 'Month',
  annual: 'Year',
}

/** Formats as `Professional, month`. */
export const formatPlanPeriod = ({ planId, period }: PriceCell, { plans }: PriceNames): string =>
  `${plans[planId] ?? planId}, ${PERIOD_NAMES[period].toLowerCase()}`

/** Formats as `Kausimaa, Professional, month`; a price that is no longer sold keeps its name. */
export function formatPriceName(name: string, names: PriceNames): string {
  const cell = priceCell(name)
  return cell ? `${names.locations[cell.locationId] ?? cell.locationId}, ${formatPlanPeriod(cell, names)}` : name
}

export const formatPriceCount = (count: number): string => (count === 1 ? '1 price' : `${count} prices`)

export type PriceNames = Pick<ScreenProps, 'locations' | 'plans'>
