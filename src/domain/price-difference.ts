import { type Paisa, paisa, ZERO } from './money.ts'

/**
 * The amount that staff may still charge after a move. `moved` is the price of the new days, `null` if never moved;
 * `charged` was paid before and not refunded.
 */
export const calculatePriceDifferenceDue = (placed: Paisa, moved: Paisa | null, charged: Paisa): Paisa =>
  moved === null ? ZERO : paisa(Math.max(moved - placed - charged, 0))
