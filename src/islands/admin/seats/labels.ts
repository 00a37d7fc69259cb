import type { Capacity } from '#contract/admin/capacity.ts'
import { addDays, formatRange, type IsoDate } from '#domain/calendar.ts'
import type { DateRange } from '#domain/date-range.ts'
import { formatCount } from '../format-count.ts'

/** Some days, and a text such as `10 Dec – 12 Dec 2026: 3 of 4 seats are still booked.` */
export interface SeatWarning {
  from: IsoDate
  text: string
}

/** Names the days on which more seats are taken than the location has. */
export const listOverbooked = (days: Capacity['short']): SeatWarning[] =>
  joinDays(
    days.map(({ date, seats, taken, short }) => ({
      date,
      text: `${formatCount(taken, 'seat')} taken, ${seats} available: move ${formatCount(short, 'seat')}`,
    })),
  )

/** Names the seats that a block lacks. */
export const listMissingSeats = ({ seats: total, short }: Capacity['blocks'][number]): SeatWarning[] => {
  const describe = (seats: number, status: string) => `${seats} of ${formatCount(total, 'seat')} still ${status}`
  return joinDays(
    short.map(({ date, seats, booked }) => {
      const parts = [
        booked > 0 && describe(booked, 'booked'),
        seats > booked && describe(seats - booked, 'in another block'),
      ]
      return { date, text: parts.filter((part) => part !== false).join(', ') }
    }),
  )
}

/** Joins consecutive days with the same text. */
function joinDays(days: readonly { date: IsoDate; text: string }[]): SeatWarning[] {
  const ranges: (DateRange & { text: string })[] = []
  for (const { date, text } of days) {
    const last = ranges.at(-1)
    if (last?.text === text && last.to === addDays(date, -1)) last.to = date
    else ranges.push({ from: date, to: date, text })
  }
  return ranges.map(({ from, to, text }) => ({ from, text: `${formatRange(from, to)}: ${text}.` }))
}
