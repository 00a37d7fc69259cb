import { atom } from 'nanostores'
import type { BOOKING_SORTS, BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/paging.ts'
import { environment } from '../../environment.ts'
import { pickLatestVersion } from '../latest-version.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import {
  type BookingFilter,
  buildQuery,
  isBookingBefore,
  matchesBooking,
  NO_FILTER,
  type PartialFilter,
  parseFilter,
  toListInput as wanted,
} from './filter.ts'

/** `rows` are there from the first answer on: a later search keeps them in sight until its own answer comes. */
export interface BookingList {
  rows?: readonly BookingRow[]
  about?: { total: number | undefined }
  next: string | null
  busy: 'reading' | 'reading_more' | 'no'
  failure?: Failure
}

const EMPTY_LIST: BookingList = { next: null, busy: 'reading' }
const TYPING_MS = 250

export const $filter = atom<BookingFilter>(NO_FILTER)
export const $bookings = atom<BookingList>(EMPTY_LIST)

let latestRequest = 0
let cancelSearch = () => {}
/** What was typed or chosen that the address does not say yet. */
let pendingFilter: PartialFilter = {}
let isOpen = false
/** What was heard while an answer was on its way: the answer may be older. */
let receivedRows: BookingRow[] = []

/** Where it is open already it is read anew, with as many rows as a page can have of those in sight. */
export function openBookings(): Promise<void> {
  const { rows = [] } = $bookings.get()
  const shown = isOpen ? rows.length : 0
  isOpen = true
  // What was typed or chosen before the session was known counts.
  $filter.set({ ...parseFilter(environment().address()), ...pendingFilter })
  if (shown === 0) $bookings.set(EMPTY_LIST)
  return hasPendingFilter() ? applyFilter() : readBookings(shown)
}

const hasPendingFilter = (): boolean => Object.keys(pendingFilter).length > 0

/** Back and Forward name what was looked for then. */
export function syncFilterWithUrl(): void {
  const said = parseFilter(environment().address())
  if (hasPendingFilter() || buildQuery(said) === buildQuery($filter.get())) return
  $filter.set(said)
  void readBookings()
}

/** Waits until the typing stops. */
export function searchBookings(q: string): void {
  changeFilter({ q }, TYPING_MS)
}

export function setFilter(set: PartialFilter): void {
  changeFilter(set, 0)
}

/** All bookings again, in the order that was chosen. */
export function clearFilter(): void {
  const { sort, order } = $filter.get()
  changeFilter({ ...NO_FILTER, sort, order }, 0)
}

/** By this, the other way round if it is already: names and dates begin at their first, amounts at the highest. */
export function sortBy(sort: (typeof BOOKING_SORTS)[number]): void {
  const now = $filter.get()
  const first = sort === 'name' || sort === 'start' ? 'asc' : 'desc'
  const other = first === 'asc' ? 'desc' : 'asc'
  const isSorted = (now.sort || 'created') === sort
  setFilter({ sort, order: isSorted && (now.order || 'desc') === first ? other : first })
}

/** Nothing is read before the list is opened. */
function changeFilter(set: PartialFilter, wait: number): void {
  $filter.set({ ...$filter.get(), ...set })
  pendingFilter = { ...pendingFilter, ...set }
  cancelSearch()
  if (isOpen) cancelSearch = environment().later(() => void applyFilter(), wait)
}

function applyFilter(): Promise<void> {
  cancelSearch()
  pendingFilter = {}
  const address = environment().address()
  const open = address.searchParams.get('open')
  address.search = buildQuery($filter.get())
  if (open) address.searchParams.set('open', open)
  environment().showAddress(address, 'replace')
  return readBookings()
}

export async function readBookings(shown = 0): Promise<void> {
  const mine = ++latestRequest
  receivedRows = []
  const { failure: _, ...before } = $bookings.get()
  $bookings.set({ ...before, busy: 'reading' })
  const limit = shown > PAGE_SIZE && { limit: String(Math.min(shown, MAX_PAGE_SIZE)) }
  const answer = await requireSession(staffLedger.bookings({ ...wanted($filter.get()), ...limit }))
  if (mine !== latestRequest) return
  if (!answer.ok) return $bookings.set({ ...$bookings.get(), busy: 'no', failure: answer.failure })
  const { items, next, total } = answer.value
  $bookings.set({ rows: items, about: { total }, next, busy: 'no' })
  for (const row of receivedRows.splice(0)) putRow(row)
}

export async function showMore(): Promise<void> {
  const { failure: _, ...before } = $bookings.get()
  const { rows, next, busy } = before
  if (!rows || !next || busy !== 'no') return
  const mine = ++latestRequest
  receivedRows = []
  $bookings.set({ ...before, busy: 'reading_more' })
  const answer = await requireSession(staffLedger.bookings({ ...wanted($filter.get()), cursor: next }))
  if (mine !== latestRequest) return
  const { rows: current = [], ...list } = $bookings.get()
  if (!answer.ok) return $bookings.set({ ...list, rows: current, busy: 'no', failure: answer.failure })
  const known = new Set(current.map(({ bookingId }) => bookingId))
  const { items, next: after } = answer.value
  const more = items.filter(({ bookingId }) => !known.has(bookingId))
  $bookings.set({ ...list, rows: [...current, ...more], next: after, busy: 'no' })
  for (const row of [...items.filter(({ bookingId }) => known.has(bookingId)), ...receivedRows.splice(0)]) putRow(row)
}

/** A booking that is new or has changed takes its place in the list, if it belongs there. */
export function receiveBooking(row: BookingRow): void {
  if ($bookings.get().busy !== 'no') receivedRows.push(row)
  putRow(row)
}

function putRow(row: BookingRow): void {
  const { rows, about, ...list } = $bookings.get()
  if (!rows) return
  const now = upsertRow(rows, row, $filter.get(), list.next !== null)
  const total = about?.total === undefined ? undefined : about.total + now.length - rows.length
  $bookings.set({ ...list, rows: now, about: { total } })
}

/**
 * The list with the row in its place. A row in sight stays where it is with its new state, even where the filter would
 * no longer find it: nothing vanishes under the pointer. A row beyond the last one belongs to a page that has not been
 * read yet.
 */
export function upsertRow(
  rows: readonly BookingRow[],
  row: BookingRow,
  filter: PartialFilter,
  more: boolean,
): readonly BookingRow[] {
  const at = rows.findIndex(({ bookingId }) => bookingId === row.bookingId)
  const known = rows[at]
  if (known) return rows.with(at, pickLatestVersion(known, row))
  if (!matchesBooking(row, filter)) return rows
  const before = rows.findIndex((other) => isBookingBefore(row, other, filter))
  if (before >= 0) return rows.toSpliced(before, 0, row)
  return more ? rows : [...rows, row]
}
