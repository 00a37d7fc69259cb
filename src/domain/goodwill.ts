import { countRangeDays, type DateRange } from './date-range.ts'
import { type Paisa, rupees } from './money.ts'

/** What staff may refund for closed days of a longer booking: their part of its price, rounded down to whole rupees. */
export const proposeGoodwill = (total: Paisa, covered: DateRange, closedDays: number): Paisa =>
  rupees(Math.floor((total * closedDays) / countRangeDays(covered) / 100))
