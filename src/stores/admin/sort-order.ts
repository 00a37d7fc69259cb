/** Newest first, then by id, as on the server. */
export const isNewer = (row: readonly [createdAt: string, id: string], other: readonly [string, string]): boolean =>
  row[0] > other[0] || (row[0] === other[0] && row[1] > other[1])
