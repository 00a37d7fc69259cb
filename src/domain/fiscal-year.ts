import { addDays, type IsoDate } from './calendar.ts'

export const FISCAL_YEAR_STATUSES = ['announced', 'forecast'] as const

/** From 1 Shrawan to the end of Asar. */
export interface FiscalYear {
  /** `2083/84` */
  label: string
  firstDay: IsoDate
  status: (typeof FISCAL_YEAR_STATUSES)[number]
}

/** The shortest year. The first day of the year after the last one listed is not known. */
const MIN_DAYS = 365

/** Undefined for an empty list. */
export function getFirstDayWithoutYear(years: readonly FiscalYear[]): IsoDate | undefined {
  const last = years.at(-1)
  return last && addDays(last.firstDay, MIN_DAYS)
}

/** Undefined before the first and after the last year of the list, which is in order. */
export function findFiscalYear(years: readonly FiscalYear[], day: IsoDate): FiscalYear | undefined {
  const end = getFirstDayWithoutYear(years)
  if (end === undefined || day >= end) return undefined
  return years.findLast(({ firstDay }) => firstDay <= day)
}
