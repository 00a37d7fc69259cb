import type { listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import { matchesSearch, toSearchText } from '#domain/booking.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { getDaysUntilLastDay } from '#domain/membership.ts'
import type { PartialFilter } from '../list.ts'
import { isNewer } from '../sort-order.ts'

type MembershipFilter = PartialFilter<typeof listMemberships>

export function matchesMembership(
  row: MembershipRow,
  { q = '', status, location, plan }: MembershipFilter,
  today: IsoDate,
): boolean {
  const ids = row.bookings.map(({ bookingId }) => bookingId)
  const text = toSearchText(row.customerName, row.email, row.phone, ...ids)
  const isEnding = () => getDaysUntilLastDay(row.status, row.endDate, today) !== undefined
  return (
    (!status || status === row.status || (status === 'ending' && isEnding())) &&
    (!location || location === row.locationId) &&
    (!plan || plan === row.planId) &&
    matchesSearch(text, q)
  )
}

export const isMembershipBefore = (row: MembershipRow, other: MembershipRow, { status }: MembershipFilter): boolean =>
  status === 'ending'
    ? [row.endDate, row.membershipId].join() < [other.endDate, other.membershipId].join()
    : isNewer([row.createdAt, row.membershipId], [other.createdAt, other.membershipId])
