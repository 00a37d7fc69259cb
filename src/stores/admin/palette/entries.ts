import type { searchAll } from '#contract/admin/search.ts'
import type { Output } from '#contract/endpoint.ts'
import { BOOKING_LABELS, matchesSearch, parseSearchTerms, toSearchText } from '#domain/booking.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { environment } from '../../environment.ts'
import { $session } from '../session/session.ts'

export type EntryKind = 'screen' | 'booking' | 'member' | 'action'

/** A line of the palette: where it leads, and what is said of it. */
export interface Entry {
  kind: EntryKind
  title: string
  detail: string
  href: string
}
export interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

/** What is there without looking anything up: screens and actions, as far as the rights go. */
export type KnownEntries = readonly Entry[]

/** The groups to choose from. Before anything is typed: what was chosen last in this tab, then all that is known. */
export function buildGroups(
  q: string,
  known: KnownEntries,
  found: SearchResults,
  recent: readonly Entry[],
): EntryGroup[] {
  const fits = buildMatcher(q)
  const kindred = (kind: EntryKind) => known.filter((entry) => entry.kind === kind && fits(entry))
  const groups: EntryGroup[] = [
    { title: 'Recent', entries: parseSearchTerms(q).length === 0 ? recent : [] },
    { title: 'Bookings', entries: found.bookings.map(bookingEntry) },
    { title: 'Memberships', entries: found.members.map(memberEntry) },
    { title: 'Do', entries: kindred('action') },
    { title: 'Go to', entries: kindred('screen') },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const buildMatcher =
  (q: string) =>
  ({ title, detail }: Entry): boolean =>
    matchesSearch(toSearchText(title, detail), q)

/** Of what was found for other words, what is seen to hold these too. */
export function filterResults({ bookings, members }: SearchResults, q: string): SearchResults {
  const fits = buildMatcher(q)
  return {
    bookings: bookings.filter((row) => fits(bookingEntry(row))),
    members: members.filter((row) => fits(memberEntry(row))),
  }
}

const bookingEntry = (row: SearchResults['bookings'][number]): Entry => ({
  kind: 'booking',
  title: row.customerName,
  detail: `${row.bookingId}, ${row.locationName}, ${row.planName}, ${formatDate(row.startDate as IsoDate)}, ${BOOKING_LABELS[row.state].toLowerCase()}`,
  href: `/admin/bookings?open=${encodeURIComponent(row.bookingId)}`,
})

const memberEntry = (row: SearchResults['members'][number]): Entry => ({
  kind: 'member',
  title: row.customerName,
  detail: `${row.planName}, ${MEMBERSHIP_LABELS[row.status].toLowerCase()}, to ${formatDate(row.endDate as IsoDate)}`,
  href: `/admin/memberships?open=${encodeURIComponent(row.membershipId)}`,
})

const MAX_RECENT = 5

/** Whoever signs in after somebody else in the same tab has their own. */
function getRecentKey(): string {
  const session = $session.get()
  return `staff-recent ${session.state === 'open' ? session.who.email : ''}`
}

/** What was chosen last. It names customers, so it is kept for this tab alone. */
export function readRecent(): Entry[] {
  try {
    const kept: unknown = JSON.parse(environment().tabStorage().getItem(getRecentKey()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export function saveRecent(entry: Entry): void {
  const rest = readRecent().filter(({ href }) => href !== entry.href)
  try {
    environment()
      .tabStorage()
      .setItem(getRecentKey(), JSON.stringify([entry, ...rest].slice(0, MAX_RECENT)))
  } catch {
    // Where nothing may be kept, nothing is recent.
  }
}

/** An address of ours alone: what lies in storage is not trusted to lead anywhere else. */
const isEntry = (value: unknown): value is Entry => {
  const { kind, title, detail, href } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>
  const texts = [kind, title, detail, href].every((each) => typeof each === 'string')
  return texts && /^\/admin(\/|\?|$)/.test(String(href))
}

export type SearchResults = Output<typeof searchAll>
