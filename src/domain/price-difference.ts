import { type Paisa, paisa, ZERO } from './money.ts'

/**
 * Paisa that staff may still take for the days that a booking was moved to. It keeps the price it was placed at, and
 * nobody has to pay more. `moved` is what its days cost when it was moved, null where it never was; `taken` what was
 * taken for that before and has not gone back.
 */
export const calculatePriceDifferenceDue = (placed: Paisa, moved: Paisa | null, taken: Paisa): Paisa =>
  moved === null ? ZERO : paisa(Math.max(moved - placed - taken, 0))
