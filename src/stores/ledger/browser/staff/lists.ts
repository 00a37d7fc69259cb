import type { BookingRow, listBookings } from '#contract/admin/bookings.ts'
import type { listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { searchAll } from '#contract/admin/search.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { getDaysUntilLastDay } from '#domain/membership.ts'
import { sum } from '#domain/money.ts'
import { isBookingBefore, matchesBooking } from '../../../admin/bookings/filter.ts'
import { isMembershipBefore, matchesMembership } from '../../../admin/memberships/filter.ts'
import { environment } from '../../../environment.ts'
import { readBookingList } from '../booking-record.ts'
import { readCurrentBookings, readCurrentMemberships } from '../transitions.ts'
import { toBookingRow, toMembershipRow } from './rows.ts'

const MAX_RESULTS = 6

/** Holds are not listed. */
export function readBookingRows(): BookingRow[] {
  readCurrentBookings()
  return readBookingList().map(toBookingRow)
}

export const readMembershipRows = (): MembershipRow[] => readCurrentMemberships().map(toMembershipRow)

export function queryBookings(input: Input<typeof listBookings>): Outcome<Output<typeof listBookings>> {
  const rows = readBookingRows().filter((row) => matchesBooking(row, input))
  return succeed({
    ...paginate(rows, input, (one, other) => isBookingBefore(one, other, input)),
    ...(input.cursor === undefined && { sum: sum(rows.map(({ amount }) => amount)) }),
  })
}

export function queryMemberships(input: Input<typeof listMemberships>): Outcome<Output<typeof listMemberships>> {
  const today = kathmanduDate(environment().now())
  const all = readMembershipRows()
  const rows = all.filter((row) => matchesMembership(row, input, today))
  const active = all.filter(({ status }) => status === 'active')
  return succeed({
    ...paginate(rows, input, (one, other) => isMembershipBefore(one, other, input)),
    active: active.length,
    ending: active.filter(({ status, endDate }) => getDaysUntilLastDay(status, endDate, today) !== undefined).length,
    starting: active.filter(({ startDate }) => startDate > today).length,
  })
}

/** The latest bookings and members that match every word. */
export function search({ q }: Input<typeof searchAll>): Outcome<Output<typeof searchAll>> {
  const bookings = queryBookings({ q, limit: String(MAX_RESULTS) })
  const members = queryMemberships({ q, limit: String(MAX_RESULTS) })
  const hasQuery = q.trim() !== ''
  return succeed({
    bookings: hasQuery && bookings.ok ? bookings.value.items : [],
    members: hasQuery && members.ok ? members.value.items : [],
  })
}

/** The cursor is the number of rows shown; only this user changes the data. */
function paginate<Row>(
  rows: readonly Row[],
  { cursor, limit }: { cursor?: string | undefined; limit?: string | undefined },
  isBefore: (one: Row, other: Row) => boolean,
): { items: Row[]; next: string | null; total?: number } {
  const sorted = rows.toSorted((one, other) => (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0))
  const from = Number(cursor) || 0
  const to = from + (Number(limit) || PAGE_SIZE)
  const next = to < rows.length ? String(to) : null
  return { items: sorted.slice(from, to), next, ...(cursor === undefined && { total: rows.length }) }
}
