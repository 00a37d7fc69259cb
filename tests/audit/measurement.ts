/** One cell of the table: the value, and a sentence for each violated limit. */
export interface Measurement {
  name: string
  shown: string
  broken: string[]
}

/** Returns every violated limit, after the name of its measurement. */
export const listFaults = (measurements: readonly Measurement[]) =>
  measurements.flatMap(({ name, broken }) => broken.map((fault) => `${name}: ${fault}`))

export const count = (name: string, broken: string[]): Measurement => ({ name, shown: String(broken.length), broken })

/** A value with an upper limit; `undefined` means that it is printed only. */
export function atMost(
  name: string,
  value: number,
  limit: number | undefined,
  unit: (value: number) => string,
): Measurement {
  // NaN, a failed measurement, violates the limit.
  const over = limit !== undefined && !(value <= limit)
  return { name, shown: unit(value), broken: over ? [`${unit(value)}, at most ${unit(limit)}`] : [] }
}

export const KB = 1_024
export const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(bytes < 10 * KB ? 2 : 1)} KB`
export const milliseconds = (time: number) => `${Math.round(time)} ms`
export const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`
