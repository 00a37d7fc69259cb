import { getBikramMonth, LAST_ANNOUNCED_DAY } from './bikram-sambat.ts'
import { addDays, addMonths, formatMonth, getFirstOfMonth, type IsoDate } from './calendar.ts'
import { type DateRange, earlier } from './date-range.ts'
import { type FiscalYear, getFirstDayWithoutYear } from './fiscal-year.ts'

/** What a report covers. */
export interface ReportPeriod extends DateRange {
  /** `Mangsir 2083`, `Nov 2026` or `Fiscal year 2083/84`. */
  name: string
}

function getMonth(date: IsoDate): ReportPeriod {
  const from = getFirstOfMonth(date)
  return { name: formatMonth(date), from, to: addDays(addMonths(from, 1), -1) }
}

/** Latest first. */
export const listMonths = (today: IsoDate, count: number): ReportPeriod[] => listBack(today, count, getMonth)

/** Months of the Nepali calendar, latest first, from the last announced one on. */
export const listBikramMonths = (today: IsoDate, count: number): ReportPeriod[] =>
  listBack(earlier(today, LAST_ANNOUNCED_DAY), count, getBikramMonth)

/** Ends before the first day of the calendar. */
function listBack(last: IsoDate, count: number, getPeriod: (day: IsoDate) => ReportPeriod | undefined): ReportPeriod[] {
  const periods: ReportPeriod[] = []
  for (let period = getPeriod(last); period && periods.length < count; period = getPeriod(addDays(period.from, -1)))
    periods.push(period)
  return periods
}

/** The listed years that have started, latest first. */
export function listFiscalYears(years: readonly FiscalYear[], today: IsoDate, count: number): ReportPeriod[] {
  const end = getFirstDayWithoutYear(years)
  return years
    .map(({ label, firstDay }, index) => ({
      name: `Fiscal year ${label}`,
      from: firstDay,
      to: addDays(years[index + 1]?.firstDay ?? end ?? firstDay, -1),
    }))
    .filter(({ from }) => from <= today)
    .toReversed()
    .slice(0, count)
}
