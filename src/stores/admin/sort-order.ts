/** Newest first; of one instant by the id, as the server does. */
export const isNewer = (row: readonly [createdAt: string, id: string], other: readonly [string, string]): boolean =>
  row[0] > other[0] || (row[0] === other[0] && row[1] > other[1])
