import type { BookingRow, listBookings } from '#contract/admin/bookings.ts'
import { matchesSearch, toSearchText } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { normaliseDateRange } from '../date-range.ts'
import type { ListFilter, PartialFilter } from '../list.ts'

export type BookingFilter = ListFilter<typeof listBookings>
export type PartialBookingFilter = PartialFilter<typeof listBookings>

export const FILTER_NAMES = ['location', 'plan', 'state', 'method', 'dates'] as const
export const listActiveFilters = (filter: BookingFilter): (typeof FILTER_NAMES)[number][] =>
  FILTER_NAMES.filter((name) => (name === 'dates' ? filter.from || filter.to : filter[name]))

export function matchesBooking(row: BookingRow, filter: PartialBookingFilter): boolean {
  const { q = '', state, location, plan, method } = filter
  const { from, to } = normaliseDateRange(filter)
  const text = toSearchText(row.customerName, row.email, row.phone, row.company, row.bookingId)
  const created = kathmanduDate(Date.parse(row.createdAt))
  const [first, last] = filter.dates === 'created' ? [created, created] : [row.startDate, row.endDate]
  return (
    (!state || row.state === state) &&
    (!location || row.locationId === location) &&
    (!plan || row.planId === plan) &&
    (!method || row.method === method) &&
    (!from || last >= from) &&
    (!to || first <= to) &&
    matchesSearch(text, q)
  )
}

const SORT_VALUES = {
  created: (row: BookingRow) => row.createdAt,
  start: (row: BookingRow) => row.startDate,
  name: (row: BookingRow) => toSearchText(row.customerName, row.email),
} as const

export function isBookingBefore(a: BookingRow, b: BookingRow, { sort, order }: PartialBookingFilter): boolean {
  const value = SORT_VALUES[sort || 'created']
  const [first, second] = [value(a), value(b)]
  const [low, high] = order === 'asc' ? [a, b] : [b, a]
  if (first === second) return low.bookingId < high.bookingId
  return order === 'asc' ? first < second : first > second
}
