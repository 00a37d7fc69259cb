import type { BookingRow, listBookings } from '#contract/admin/bookings.ts'
import type { listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { searchAll } from '#contract/admin/search.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { PAGE } from '#contract/paging.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { endsIn } from '#domain/membership.ts'
import { matches, type SetFilter, standsBefore } from '../../../admin/bookings/filter.ts'
import { isBefore, matchesMembership } from '../../../admin/membership-filter.ts'
import { environment } from '../../../environment.ts'
import { bookingList } from '../booking-record.ts'
import { currentBookings, currentMemberships } from '../moving.ts'
import { bookingRow, membershipRow } from './rows.ts'

const FOUND = 6

/** Lists paid and announced bookings; holds are not listed. */
export function bookingRows(): BookingRow[] {
  currentBookings()
  return bookingList().map(bookingRow)
}

export const membershipRows = (): MembershipRow[] => currentMemberships().map(membershipRow)

export function listOfBookings(input: Input<typeof listBookings>): Outcome<Output<typeof listBookings>> {
  const filter: SetFilter = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const rows = bookingRows().filter((row) => matches(row, filter))
  return succeed(
    pageOf(
      sorted(rows, (one, other) => standsBefore(one, other, filter)),
      input,
    ),
  )
}

export function listOfMemberships(input: Input<typeof listMemberships>): Outcome<Output<typeof listMemberships>> {
  const today = kathmanduDate(environment().now())
  const all = membershipRows()
  const filter = {
    q: input.q ?? '',
    status: input.status ?? '',
    location: input.location ?? '',
    plan: input.plan ?? '',
  } as const
  const rows = all.filter((row) => matchesMembership(row, filter, today))
  const active = all.filter(({ status }) => status === 'active')
  return succeed({
    ...pageOf(
      sorted(rows, (one, other) => isBefore(one, other, filter)),
      input,
    ),
    active: active.length,
    ending: active.filter(({ status, endDate }) => endsIn(status, endDate as IsoDate, today) !== undefined).length,
  })
}

/** The latest bookings and members that hold every word that was typed. */
export function search({ q }: Input<typeof searchAll>): Outcome<Output<typeof searchAll>> {
  const bookings = listOfBookings({ q, limit: String(FOUND) })
  const members = listOfMemberships({ q, limit: String(FOUND) })
  const isAsked = q.trim() !== ''
  return succeed({
    bookings: isAsked && bookings.ok ? bookings.value.items : [],
    members: isAsked && members.ok ? members.value.items : [],
  })
}

const sorted = <Row>(rows: readonly Row[], before: (one: Row, other: Row) => boolean): Row[] =>
  rows.toSorted((one, other) => (before(one, other) ? -1 : before(other, one) ? 1 : 0))

/** The cursor is how many rows were shown: nothing else writes while one page is looked at after the other. */
function pageOf<Row>(
  rows: readonly Row[],
  { cursor, limit }: { cursor?: string | undefined; limit?: string | undefined },
): { items: Row[]; next: string | null; total?: number } {
  const from = Number(cursor) || 0
  const to = from + (Number(limit) || PAGE)
  const next = to < rows.length ? String(to) : null
  return { items: rows.slice(from, to), next, ...(cursor === undefined && { total: rows.length }) }
}
