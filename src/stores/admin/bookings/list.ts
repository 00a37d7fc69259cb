import { atom } from 'nanostores'
import type { BOOKING_SORTS, BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { LARGEST_PAGE, PAGE } from '#contract/paging.ts'
import { environment } from '../../environment.ts'
import { latest } from '../latest.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'
import {
  type BookingFilter,
  matches,
  NO_FILTER,
  query,
  readAddress,
  type SetFilter,
  standsBefore,
  asked as wanted,
} from './filter.ts'

/** `rows` are there from the first answer on: a later search keeps them in sight until its own answer comes. */
export interface BookingList {
  rows?: readonly BookingRow[]
  about?: { total: number | undefined }
  next: string | null
  busy: 'reading' | 'reading_more' | 'no'
  failure?: Failure
}

const NOTHING: BookingList = { next: null, busy: 'reading' }
const TYPING_MS = 250

export const $filter = atom<BookingFilter>(NO_FILTER)
export const $bookings = atom<BookingList>(NOTHING)

let asked = 0
let callOff = () => {}
/** What was typed or chosen that the address does not say yet. */
let unsaid: SetFilter = {}
let isOpen = false
/** What was heard while an answer was on its way: the answer may be older. */
let meanwhile: BookingRow[] = []

/** Where it is open already it is read anew, with as many rows as a page can have of those in sight. */
export function openBookings(): Promise<void> {
  const { rows = [] } = $bookings.get()
  const shown = isOpen ? rows.length : 0
  isOpen = true
  // What was typed or chosen before the session was known counts.
  $filter.set({ ...readAddress(environment().address()), ...unsaid })
  if (shown === 0) $bookings.set(NOTHING)
  return isUnsaid() ? find() : readBookings(shown)
}

const isUnsaid = (): boolean => Object.keys(unsaid).length > 0

/** Back and Forward name what was looked for then. */
export function followFilter(): void {
  const said = readAddress(environment().address())
  if (isUnsaid() || query(said) === query($filter.get())) return
  $filter.set(said)
  void readBookings()
}

/** Waits until the typing stops. */
export function search(q: string): void {
  look({ q }, TYPING_MS)
}

export function narrow(set: SetFilter): void {
  look(set, 0)
}

/** All bookings again, in the order that was chosen. */
export function clearFilter(): void {
  const { sort, order } = $filter.get()
  look({ ...NO_FILTER, sort, order }, 0)
}

/** By this, the other way round if it is already: names and dates begin at their first, amounts at the highest. */
export function sortBy(sort: (typeof BOOKING_SORTS)[number]): void {
  const now = $filter.get()
  const first = sort === 'name' || sort === 'start' ? 'asc' : 'desc'
  const other = first === 'asc' ? 'desc' : 'asc'
  const isSorted = (now.sort || 'created') === sort
  narrow({ sort, order: isSorted && (now.order || 'desc') === first ? other : first })
}

/** Nothing is read before the list is opened. */
function look(set: SetFilter, wait: number): void {
  $filter.set({ ...$filter.get(), ...set })
  unsaid = { ...unsaid, ...set }
  callOff()
  if (isOpen) callOff = environment().later(() => void find(), wait)
}

function find(): Promise<void> {
  callOff()
  unsaid = {}
  const address = environment().address()
  const open = address.searchParams.get('open')
  address.search = query($filter.get())
  if (open) address.searchParams.set('open', open)
  environment().showAddress(address, 'replace')
  return readBookings()
}

export async function readBookings(shown = 0): Promise<void> {
  const mine = ++asked
  meanwhile = []
  const { failure: _, ...before } = $bookings.get()
  $bookings.set({ ...before, busy: 'reading' })
  const limit = shown > PAGE && { limit: String(Math.min(shown, LARGEST_PAGE)) }
  const answer = await admitted(staffLedger.bookings({ ...wanted($filter.get()), ...limit }))
  if (mine !== asked) return
  if (!answer.ok) return $bookings.set({ ...$bookings.get(), busy: 'no', failure: answer.failure })
  const { items, next, total } = answer.value
  $bookings.set({ rows: items, about: { total }, next, busy: 'no' })
  for (const row of meanwhile.splice(0)) put(row)
}

export async function showMore(): Promise<void> {
  const { failure: _, ...before } = $bookings.get()
  const { rows, next, busy } = before
  if (!rows || !next || busy !== 'no') return
  const mine = ++asked
  meanwhile = []
  $bookings.set({ ...before, busy: 'reading_more' })
  const answer = await admitted(staffLedger.bookings({ ...wanted($filter.get()), cursor: next }))
  if (mine !== asked) return
  const { rows: current = [], ...list } = $bookings.get()
  if (!answer.ok) return $bookings.set({ ...list, rows: current, busy: 'no', failure: answer.failure })
  const known = new Set(current.map(({ bookingId }) => bookingId))
  const { items, next: after } = answer.value
  const more = items.filter(({ bookingId }) => !known.has(bookingId))
  $bookings.set({ ...list, rows: [...current, ...more], next: after, busy: 'no' })
  for (const row of [...items.filter(({ bookingId }) => known.has(bookingId)), ...meanwhile.splice(0)]) put(row)
}

/** A booking that is new or has changed takes its place in the list, if it belongs there. */
export function hearBooking(row: BookingRow): void {
  if ($bookings.get().busy !== 'no') meanwhile.push(row)
  put(row)
}

function put(row: BookingRow): void {
  const { rows, about, ...list } = $bookings.get()
  if (!rows) return
  const now = placed(rows, row, $filter.get(), list.next !== null)
  const total = about?.total === undefined ? undefined : about.total + now.length - rows.length
  $bookings.set({ ...list, rows: now, about: { total } })
}

/**
 * The list with the row in its place. A row in sight stays where it is with its new state, even where the filter would
 * no longer find it: nothing vanishes under the pointer. A row beyond the last one belongs to a page that has not been
 * read yet.
 */
export function placed(
  rows: readonly BookingRow[],
  row: BookingRow,
  filter: SetFilter,
  more: boolean,
): readonly BookingRow[] {
  const at = rows.findIndex(({ bookingId }) => bookingId === row.bookingId)
  const known = rows[at]
  if (known) return rows.with(at, latest(known, row))
  if (!matches(row, filter)) return rows
  const before = rows.findIndex((other) => standsBefore(row, other, filter))
  if (before >= 0) return rows.toSpliced(before, 0, row)
  return more ? rows : [...rows, row]
}
