import type { searchAll } from '#contract/admin/search.ts'
import type { Output } from '#contract/endpoint.ts'
import { BOOKING_LABELS, matchesSearch, parseSearchTerms, toSearchText } from '#domain/booking.ts'
import { formatDate } from '#domain/calendar.ts'
import { lastDayOf, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { readTabValue, writeTabValue } from '../../storage.ts'
import { $session } from '../session/session.ts'

type EntryKind = 'screen' | 'booking' | 'member' | 'action'

export interface Entry {
  kind: EntryKind
  title: string
  detail: string
  href: string
}
interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

export function buildGroups(
  q: string,
  staticEntries: readonly Entry[],
  results: SearchResults,
  recent: readonly Entry[],
): EntryGroup[] {
  const matches = buildMatcher(q)
  const filterStaticEntries = (kind: EntryKind) =>
    staticEntries.filter((entry) => entry.kind === kind && matches(entry))
  const groups: EntryGroup[] = [
    { title: 'Recent', entries: parseSearchTerms(q).length === 0 ? recent : [] },
    { title: 'Bookings', entries: results.bookings.map(toBookingEntry) },
    { title: 'Memberships', entries: results.members.map(toMemberEntry) },
    { title: 'Actions', entries: filterStaticEntries('action') },
    { title: 'Go to', entries: filterStaticEntries('screen') },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const buildMatcher =
  (q: string) =>
  ({ title, detail }: Entry): boolean =>
    matchesSearch(toSearchText(title, detail), q)

/** Filters results of an earlier query by the current one. */
export function filterResults({ bookings, members }: SearchResults, q: string): SearchResults {
  const matches = buildMatcher(q)
  return {
    bookings: bookings.filter((row) => matches(toBookingEntry(row))),
    members: members.filter((row) => matches(toMemberEntry(row))),
  }
}

const toBookingEntry = (row: SearchResults['bookings'][number]): Entry => ({
  kind: 'booking',
  title: `${row.customerName}, ${formatDate(row.startDate)}`,
  detail: `${row.planName}, ${row.locationName}, ${BOOKING_LABELS[row.state].toLowerCase()}\n${row.bookingId}`,
  href: `/admin/bookings?open=${encodeURIComponent(row.bookingId)}`,
})

const toMemberEntry = (row: SearchResults['members'][number]): Entry => ({
  kind: 'member',
  title: row.customerName,
  detail: `${row.planName}, ${MEMBERSHIP_LABELS[row.status].toLowerCase()}, to ${formatDate(lastDayOf(row.endDate))}`,
  href: `/admin/memberships?open=${encodeURIComponent(row.membershipId)}`,
})

const MAX_RECENT = 5

function getRecentKey(): string {
  const session = $session.get()
  return `staff-recent ${session.state === 'open' ? session.user.email : ''}`
}

/** Returns the recent entries of this account in this tab; they contain customer names. */
export function readRecent(): Entry[] {
  const stored = readTabValue(getRecentKey())
  return Array.isArray(stored) ? stored.filter(isEntry).slice(0, MAX_RECENT) : []
}

export function saveRecent(entry: Entry): void {
  const rest = readRecent().filter(({ href }) => href !== entry.href)
  writeTabValue(getRecentKey(), [entry, ...rest].slice(0, MAX_RECENT))
}

/** Only staff area URLs: stored data is not trusted. */
const isEntry = (value: unknown): value is Entry => {
  const { kind, title, detail, href } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>
  const texts = [kind, title, detail, href].every((text) => typeof text === 'string')
  return texts && /^\/admin(\/|\?|$)/.test(String(href))
}

export type SearchResults = Output<typeof searchAll>
