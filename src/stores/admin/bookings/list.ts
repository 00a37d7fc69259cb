import { BOOKING_SORTS, type BookingRow, type listBookings, ORDERS } from '#contract/admin/bookings.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { parsePlanId } from '#domain/plan.ts'
import { pickLatestVersion } from '../latest-version.ts'
import { staffLedger } from '../ledger.ts'
import { createList, type RowRules } from '../list.ts'
import { isBookingBefore, matchesBooking, type PartialBookingFilter } from './filter.ts'

export const bookingRules: RowRules<BookingRow, PartialBookingFilter> = {
  idOf: ({ bookingId }) => bookingId,
  isBefore: isBookingBefore,
  matches: matchesBooking,
  pickLatest: pickLatestVersion,
}

export const bookings = createList<typeof listBookings>({
  load: (input) => staffLedger.bookings(input),
  filter: {
    q: 'text',
    state: BOOKING_STATES,
    location: parseLocationId,
    plan: parsePlanId,
    method: RECORDED_METHODS,
    dates: ['covered', 'created'],
    from: parseIsoDate,
    to: parseIsoDate,
    sort: BOOKING_SORTS,
    order: ORDERS,
  },
  derive: ({ dates, from, to }) => ({ dates: from || to ? dates || 'covered' : '' }),
  ...bookingRules,
  reloadsSummary: true,
})

export const receiveBooking = bookings.receiveRow

/** Sorts by this column, or reverses its order. Names and days start ascending, the time of creation descending. */
export function sortBy(sort: (typeof BOOKING_SORTS)[number]): void {
  const current = bookings.$filter.get()
  const defaultOrder = sort === 'created' ? 'desc' : 'asc'
  const reversedOrder = defaultOrder === 'asc' ? 'desc' : 'asc'
  const isSorted = (current.sort || 'created') === sort
  bookings.changeFilter({
    sort,
    order: isSorted && (current.order || 'desc') === defaultOrder ? reversedOrder : defaultOrder,
  })
}
