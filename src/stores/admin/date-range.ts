/** Returns the dates of a filter, the earlier one first. */
export const normaliseDateRange = ({
  from = '',
  to = '',
}: {
  from?: string | undefined
  to?: string | undefined
}): { from: string; to: string } => (from && to && from > to ? { from: to, to: from } : { from, to })
