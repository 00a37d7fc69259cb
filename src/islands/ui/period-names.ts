import type { Billing, Period } from '#domain/plan.ts'

export const PERIOD_UNITS: Readonly<Record<Period, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  annual: 'year',
}

export const BILLING_NAMES: Readonly<Record<Billing, string>> = { weekly: 'Week', monthly: 'Month', annual: 'Year' }
