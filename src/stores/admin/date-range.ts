/** The days of a filter, the earlier one first: whichever way round they were entered, they mean the same days. */
export const normaliseDateRange = ({
  from = '',
  to = '',
}: {
  from?: string
  to?: string
}): { from: string; to: string } => (from && to && from > to ? { from: to, to: from } : { from, to })
