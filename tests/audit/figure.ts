/** One cell of the table: what was measured, and a sentence for each way in which it is not good enough. */
export interface Figure {
  name: string
  shown: string
  broken: string[]
}

export const count = (name: string, broken: string[]): Figure => ({ name, shown: String(broken.length), broken })

/** A measure that must not pass its limit; `undefined` means that it is printed and nothing is asked of it. */
export function atMost(
  name: string,
  value: number,
  limit: number | undefined,
  unit: (value: number) => string,
): Figure {
  // What could not be measured is no number, and not good enough.
  const over = limit !== undefined && !(value <= limit)
  return { name, shown: unit(value), broken: over ? [`${unit(value)}, at most ${unit(limit)}`] : [] }
}

export const KB = 1_024
export const kilobytes = (bytes: number): string => `${(bytes / KB).toFixed(bytes < 10 * KB ? 2 : 1)} KB`
export const milliseconds = (time: number): string => `${Math.round(time)} ms`
export const seconds = (time: number): string => `${(time / 1_000).toFixed(1)} s`
