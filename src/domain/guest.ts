import { addDays, addMonths, formatRange, type IsoDate } from './calendar.ts'
import type { DateRange } from './date-range.ts'
import { allowanceFor, type Period } from './plan.ts'
import { listAllowancePeriods } from './room-balance.ts'

interface BookedGuests {
  period: Period
  startDate: IsoDate
  endDate: IsoDate
  seats: number
  /** Guest days of each seat and month. */
  includedGuestDays: number
  /** Passes bought with the booking. */
  bought: number
  /** The days of its guests, one for each guest. */
  days: readonly IsoDate[]
}

interface GuestBalance {
  /** By month, or week if it is billed weekly. */
  included: (DateRange & { guests: number; left: number })[]
  /** Bought passes that are left. */
  bought: number
}

/** Guests use the included days of their month first, then bought passes, also those of the days before a move. */
export function calculateGuestBalance(booking: BookedGuests): GuestBalance {
  const { period, seats, includedGuestDays, days } = booking
  const guests = period === 'daily' ? 0 : allowanceFor(includedGuestDays, period, seats)
  const countUsed = ({ from, to }: DateRange) => days.filter((day) => day >= from && day <= to).length
  const periods = listAllowancePeriods(booking)
  const passes = [...listEarlierPeriods(booking), ...periods].map((range) => Math.max(0, countUsed(range) - guests))
  return {
    included: periods.map((range) => ({ ...range, guests, left: Math.max(0, guests - countUsed(range)) })),
    bought: Math.max(
      0,
      passes.reduce((left, used) => left - used, booking.bought),
    ),
  }
}

/** The months, or weeks, before the first day in which guests came, of a booking that was moved after its start. */
function listEarlierPeriods({ period, startDate, days }: BookedGuests): DateRange[] {
  const periods: DateRange[] = []
  const startOf = (index: number) =>
    period === 'weekly' ? addDays(startDate, -7 * index) : addMonths(startDate, -index)
  for (let index = 0; days.some((day) => day < startOf(index)); index++)
    periods.push({ from: startOf(index + 1), to: addDays(startOf(index), -1) })
  return periods
}

export const hasGuestDayLeft = ({ included, bought }: GuestBalance, day: IsoDate): boolean =>
  bought > 0 || included.some(({ from, to, left }) => day >= from && day <= to && left > 0)

/** Whether a guest of any day from `today` on is included or bought. */
export const hasAnyGuestDayLeft = ({ included, bought }: GuestBalance, today: IsoDate): boolean =>
  bought > 0 || included.some(({ to, left }) => to >= today && left > 0)

/** `2 of 5 included guest days left, 10 Dec 2026 – 9 Jan 2027. 3 bought guest passes left.` */
export function formatGuestDaysLeft({ included, bought }: GuestBalance, today: IsoDate): string {
  const month = included.find(({ to }) => to >= today) ?? included.at(-1)
  return [
    month &&
      month.guests > 0 &&
      `${month.left} of ${month.guests} included guest days left, ${formatRange(month.from, month.to)}.`,
    bought > 0 && `${bought} bought guest ${bought === 1 ? 'pass' : 'passes'} left.`,
  ]
    .filter(Boolean)
    .join(' ')
}
