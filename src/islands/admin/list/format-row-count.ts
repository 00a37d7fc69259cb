import { MAX_COUNTED } from '#contract/paging.ts'
import { npr, type Paisa } from '#domain/money.ts'

export type RowNames = readonly [one: string, many: string]

/** `1 booking`, or `25 of 1,312 bookings` when there are more. */
export function formatRowCount(
  shownCount: number,
  hasMore: boolean,
  total: number | undefined,
  [one, many]: RowNames,
): string {
  if (!hasMore) return shownCount === 1 ? `1 ${one}` : `${shownCount.toLocaleString('en')} ${many}`
  if (total === undefined) return `The first ${shownCount} ${many}`
  const totalText = total > MAX_COUNTED ? `more than ${MAX_COUNTED.toLocaleString('en')}` : total.toLocaleString('en')
  return `${shownCount} of ${totalText} ${many}`
}

/** Adds the sum of all rows, also of those that are not shown. */
export const formatTotals = (count: string, sum: Paisa | undefined): string =>
  sum === undefined ? count : `${count}, in total ${npr(sum)}`
