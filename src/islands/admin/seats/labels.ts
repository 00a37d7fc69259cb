import type { Capacity } from '#contract/admin/capacity.ts'
import { addDays, formatRange, type IsoDate } from '#domain/calendar.ts'
import type { DateRange } from '#domain/date-range.ts'
import { formatCount } from '../format-count.ts'

interface SeatsOfDay {
  date: IsoDate
  seats: number
}

/** Some days, and a text such as `3 seats are still booked on 10 Dec – 12 Dec 2026.` */
export interface SeatWarning {
  from: IsoDate
  text: string
}

export const listStillBooked = (days: readonly SeatsOfDay[]): SeatWarning[] => listSeats(days, 'still booked')

/** Names the seats that a block lacks. */
export const listMissingSeats = (short: Capacity['blocks'][number]['short']): SeatWarning[] => [
  ...listStillBooked(short.map(({ date, booked }) => ({ date, seats: booked }))),
  ...listSeats(
    short.map(({ date, seats, booked }) => ({ date, seats: seats - booked })),
    'blocked already',
  ),
]

const listSeats = (days: readonly SeatsOfDay[], status: string): SeatWarning[] =>
  joinDays(days.filter(({ seats }) => seats > 0)).map(({ from, to, seats }) => ({
    from,
    text: `${formatCount(seats, 'seat')} ${seats === 1 ? 'is' : 'are'} ${status} on ${formatRange(from, to)}.`,
  }))

/** Joins consecutive days with the same number of seats. */
function joinDays(days: readonly SeatsOfDay[]): (DateRange & { seats: number })[] {
  const ranges: (DateRange & { seats: number })[] = []
  for (const { date, seats } of days) {
    const last = ranges.at(-1)
    if (last?.seats === seats && last.to === addDays(date, -1)) last.to = date
    else ranges.push({ from: date, to: date, seats })
  }
  return ranges
}
