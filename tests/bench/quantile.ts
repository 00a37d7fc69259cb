/** Returns the value that a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
