import * as z from 'zod'
import { daysBetween } from '#domain/calendar.ts'
import { FISCAL_YEAR_STATUSES, type FiscalYear } from '#domain/fiscal-year.ts'
import { ContentError, readList } from './entries.ts'
import { isoDate } from './values.ts'

const FILE = 'content/fiscal-years.json'

export const fiscalYearSchema = z.strictObject({
  label: z.string().regex(/^20\d{2}\/\d{2}$/, 'write the two years in Bikram Sambat, such as "2083/84"'),
  /** 1 Shrawan. */
  firstDay: isoDate,
  /** Whether the calendar of its first day is announced. */
  status: z.enum(FISCAL_YEAR_STATUSES),
})

/** Checks the list, in which each year follows the one before it. */
export function readFiscalYears(data: unknown): FiscalYear[] {
  const years = readList(FILE, data, fiscalYearSchema)
  const problems = years.flatMap((year, index) => {
    const before = years[index - 1]
    return [...checkLabel(year.label, before?.label), ...(before ? checkFirstDay(year, before) : [])].map(
      (problem) => `${FILE}, entry ${index + 1}, ${problem}.`,
    )
  })
  if (problems.length > 0) throw new ContentError(problems)
  return years
}

function checkLabel(label: string, before: string | undefined): string[] {
  const start = before === undefined ? Number(label.slice(0, 4)) : Number(before.slice(0, 4)) + 1
  const expected = `${start}/${String(start + 1).slice(-2)}`
  return label === expected ? [] : [`label: is "${label}"; write "${expected}"`]
}

function checkFirstDay({ firstDay }: FiscalYear, before: FiscalYear): string[] {
  const days = daysBetween(before.firstDay, firstDay)
  return days === 365 || days === 366
    ? []
    : [`firstDay: is "${firstDay}"; write a day 365 or 366 days after "${before.firstDay}"`]
}
