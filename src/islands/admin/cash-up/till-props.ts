import type { CashUpDay } from '#contract/admin/till.ts'

export interface TillProps {
  day: CashUpDay
  person: CashUpDay['people'][number]
}

export const getTillHeadingId = (staffId: string): string => `till-${staffId}`
