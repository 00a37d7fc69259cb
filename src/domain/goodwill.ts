import { countRangeDays, type DateRange } from './date-range.ts'
import { type Paisa, paisa } from './money.ts'

/** What staff may refund for closed days of a longer booking: an equal part of its price for each, rounded down. */
export const proposeGoodwill = (total: Paisa, covered: DateRange, closedDays: number): Paisa =>
  paisa(Math.floor(total / countRangeDays(covered)) * closedDays)
