import { formatAmount, type Paisa } from './money.ts'
import type { Period } from './plan.ts'

interface LineItem {
  kind: 'plan' | 'add_on' | 'fee'
  label: string
  quantity: number
  unitAmount: Paisa
}

export const PER_PERIOD: Readonly<Record<Period, string>> = {
  daily: 'per day',
  weekly: 'per week',
  monthly: 'per month',
  annual: 'per year',
}

/** A summary line of a booking: `Plan price, per year`, `Guest passes, 2 × 300`. No-break spaces join the factors. */
export function formatLineItem({ kind, label, quantity, unitAmount }: LineItem, period: Period): string {
  const name = kind === 'plan' ? `Plan price, ${PER_PERIOD[period]}` : label
  if (kind === 'plan' && quantity === 1) return name
  return `${name}, ${quantity}\u00a0×\u00a0${formatAmount(unitAmount)}`
}
