const ROUND_STEPS = [1, 2, 3, 4, 5, 6, 8, 10]

/** Returns a round grid step of which three cover the highest value. */
export function calculateGridStep(highest: number): number {
  const third = Math.max(1, highest / 3)
  const power = 10 ** Math.floor(Math.log10(third))
  const step = ROUND_STEPS.find((each) => each * power >= third) ?? 10
  return step * power
}
