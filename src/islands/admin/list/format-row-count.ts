import { MAX_COUNTED } from '#contract/paging.ts'

/** One row of a list, and several. */
export type RowNames = readonly [one: string, many: string]

/** How many rows of a list are shown: "1 booking", or "25 of 1,312 bookings" where there are more. */
export function formatRowCount(
  shown: number,
  isMore: boolean,
  total: number | undefined,
  [one, many]: RowNames,
): string {
  if (!isMore) return shown === 1 ? `1 ${one}` : `${shown.toLocaleString('en')} ${many}`
  if (total === undefined) return `The first ${shown} ${many}`
  const all = total > MAX_COUNTED ? `more than ${MAX_COUNTED.toLocaleString('en')}` : total.toLocaleString('en')
  return `${shown} of ${all} ${many}`
}
