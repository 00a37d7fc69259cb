import type { BookingView } from '#contract/bookings.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { isDayPass } from '#domain/plan.ts'

export const isPassOnClosedDay = ({ planId, closedDays = [] }: BookingView): boolean =>
  isDayPass(planId) && closedDays.length > 0

/** A paid day pass whose customer has to choose another day; without a limit of moves, the customer has not come. */
export const mustMovePass = (booking: BookingView): boolean =>
  isPassOnClosedDay(booking) && booking.actions.move?.left === null

/** What the customer of a paid day pass on a closed day can do. */
export const describeClosedPass = ({ endDate, closedDays = [], now }: BookingView): string =>
  `We ${endDate < kathmanduDate(Date.parse(now)) ? 'were' : 'are'} closed on ${formatClosedDays(closedDays)}. Move your day pass for free, or cancel it and get everything back.`
