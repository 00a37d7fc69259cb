import type { BookingRow, listBookings } from '#contract/admin/bookings.ts'
import type { listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { searchAll } from '#contract/admin/search.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { getDaysUntilRenewal } from '#domain/membership.ts'
import { isBookingBefore, matchesBooking, type PartialFilter } from '../../../admin/bookings/filter.ts'
import { isMembershipBefore, matchesMembership } from '../../../admin/memberships/filter.ts'
import { environment } from '../../../environment.ts'
import { readBookingList } from '../booking-record.ts'
import { readCurrentBookings, readCurrentMemberships } from '../transitions.ts'
import { toBookingRow, toMembershipRow } from './rows.ts'

const MAX_RESULTS = 6

/** Lists paid and announced bookings; holds are not listed. */
export function readBookingRows(): BookingRow[] {
  readCurrentBookings()
  return readBookingList().map(toBookingRow)
}

export const readMembershipRows = (): MembershipRow[] => readCurrentMemberships().map(toMembershipRow)

export function queryBookings(input: Input<typeof listBookings>): Outcome<Output<typeof listBookings>> {
  const filter: PartialFilter = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const rows = readBookingRows().filter((row) => matchesBooking(row, filter))
  return succeed(
    paginate(
      sortRows(rows, (one, other) => isBookingBefore(one, other, filter)),
      input,
    ),
  )
}

export function queryMemberships(input: Input<typeof listMemberships>): Outcome<Output<typeof listMemberships>> {
  const today = kathmanduDate(environment().now())
  const all = readMembershipRows()
  const filter = {
    q: input.q ?? '',
    status: input.status ?? '',
    location: input.location ?? '',
    plan: input.plan ?? '',
  } as const
  const rows = all.filter((row) => matchesMembership(row, filter, today))
  const active = all.filter(({ status }) => status === 'active')
  return succeed({
    ...paginate(
      sortRows(rows, (one, other) => isMembershipBefore(one, other, filter)),
      input,
    ),
    active: active.length,
    ending: active.filter(({ status, endDate }) => getDaysUntilRenewal(status, endDate as IsoDate, today) !== undefined)
      .length,
  })
}

/** The latest bookings and members that hold every word that was typed. */
export function search({ q }: Input<typeof searchAll>): Outcome<Output<typeof searchAll>> {
  const bookings = queryBookings({ q, limit: String(MAX_RESULTS) })
  const members = queryMemberships({ q, limit: String(MAX_RESULTS) })
  const isAsked = q.trim() !== ''
  return succeed({
    bookings: isAsked && bookings.ok ? bookings.value.items : [],
    members: isAsked && members.ok ? members.value.items : [],
  })
}

const sortRows = <Row>(rows: readonly Row[], before: (one: Row, other: Row) => boolean): Row[] =>
  rows.toSorted((one, other) => (before(one, other) ? -1 : before(other, one) ? 1 : 0))

/** The cursor is how many rows were shown: nothing else writes while one page is looked at after the other. */
function paginate<Row>(
  rows: readonly Row[],
  { cursor, limit }: { cursor?: string | undefined; limit?: string | undefined },
): { items: Row[]; next: string | null; total?: number } {
  const from = Number(cursor) || 0
  const to = from + (Number(limit) || PAGE_SIZE)
  const next = to < rows.length ? String(to) : null
  return { items: rows.slice(from, to), next, ...(cursor === undefined && { total: rows.length }) }
}
