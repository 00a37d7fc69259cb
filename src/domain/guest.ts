import type { IsoDate } from './calendar.ts'
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

/** Guests use the included days of their month first, then bought passes. */
export function calculateGuestBalance(booking: BookedGuests): GuestBalance {
  const { period, seats, includedGuestDays, days } = booking
  const guests = period === 'daily' ? 0 : allowanceFor(includedGuestDays, period, seats)
  let { bought } = booking
  const included = listAllowancePeriods(booking).map((range) => {
    const used = days.filter((day) => day >= range.from && day <= range.to).length
    bought -= Math.max(0, used - guests)
    return { ...range, guests, left: Math.max(0, guests - used) }
  })
  return { included, bought: Math.max(0, bought) }
}

export const hasGuestDayLeft = ({ included, bought }: GuestBalance, day: IsoDate): boolean =>
  bought > 0 || included.some(({ from, to, left }) => day >= from && day <= to && left > 0)
