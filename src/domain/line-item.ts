import { formatAmount } from './money.ts'
import type { Period } from './plan.ts'
import type { QuoteLine } from './quote.ts'

export const PER_PERIOD: Readonly<Record<Period, string>> = {
  daily: 'per day',
  weekly: 'per week',
  monthly: 'per month',
  annual: 'per year',
}

/** Formats a summary line: `Guest passes, 2 × 300`. No-break spaces join the factors. */
export function formatLineItem(
  { kind, label, quantity, unitAmount }: Omit<QuoteLine, 'id' | 'amount'>,
  period: Period,
): string {
  const name = kind === 'plan' ? `Price ${PER_PERIOD[period]}` : label
  if (kind === 'plan' && quantity === 1) return name
  return `${name}, ${quantity}\u00a0×\u00a0${formatAmount(unitAmount)}`
}
