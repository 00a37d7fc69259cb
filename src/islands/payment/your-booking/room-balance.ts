import type { BookingView } from '#contract/bookings.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { formatBoughtMinutes } from '#domain/room.ts'

export type BookingRooms = NonNullable<BookingView['rooms']>
export type RoomBalance = BookingRooms['balance']

/** `6 of 8 included hours left until 9 Jan 2027. 1.5 bought hours left.` */
export function formatBalance({ included, bought }: RoomBalance): string {
  const sentences = included.map(({ from, to, minutes, left }, index) => {
    const hours = `${left / 60} of ${minutes / 60} included hours left`
    return `${hours} ${index === 0 ? `until ${formatDate(to)}` : `from ${formatDate(from)} to ${formatDate(to)}`}.`
  })
  if (bought > 0) sentences.push(`${formatBoughtMinutes(bought)} left.`)
  return sentences.join(' ') || 'You have no meeting-room hours.'
}

/** The included and bought minutes that can be used on a day. */
export const countMinutesLeft = ({ included, bought }: RoomBalance, date: IsoDate): number =>
  bought + (included.find(({ from, to }) => date >= from && date <= to)?.left ?? 0)
