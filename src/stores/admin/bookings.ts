import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure } from '#contract/failure.ts'
import { BOOKING_STATES, type BookingState, searchText, searchWords } from '#domain/booking.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

/** What is looked for; kept in the address, so that it survives a reload and can be sent to a colleague. */
export interface BookingFilter {
  q: string
  state: BookingState | ''
}

/** `rows` are there from the first answer on: a later search keeps them in sight until its own answer comes. */
export interface BookingList {
  rows?: readonly BookingRow[]
  next: string | null
  busy: 'reading' | 'reading_more' | 'no'
  failure?: Failure
}

const NOTHING: BookingList = { next: null, busy: 'reading' }
const TYPING_MS = 250

export const $filter = atom<BookingFilter>({ q: '', state: '' })
export const $bookings = atom<BookingList>(NOTHING)

let asked = 0
let callOff = () => {}
/** What was heard while an answer was on its way: the answer may be older. */
let meanwhile: BookingRow[] = []

export function openBookings(): Promise<void> {
  const { searchParams } = environment().address()
  const state = BOOKING_STATES.find((known) => known === searchParams.get('state')) ?? ''
  $filter.set({ q: searchParams.get('q') ?? '', state })
  $bookings.set(NOTHING)
  return readBookings()
}

/** Waits until the typing stops. */
export function search(q: string): void {
  look({ ...$filter.get(), q }, TYPING_MS)
}

export function chooseState(state: BookingState | ''): void {
  look({ ...$filter.get(), state }, 0)
}

export function clearFilter(): void {
  look({ q: '', state: '' }, 0)
}

function look(filter: BookingFilter, wait: number): void {
  $filter.set(filter)
  callOff()
  callOff = environment().later(() => {
    const address = environment().address()
    address.search = query(filter)
    environment().showAddress(address, 'replace')
    void readBookings()
  }, wait)
}

export async function readBookings(): Promise<void> {
  const mine = ++asked
  meanwhile = []
  const { failure: _, ...before } = $bookings.get()
  $bookings.set({ ...before, busy: 'reading' })
  const answer = await admitted(staffLedger.bookings(wanted()))
  if (mine !== asked) return
  if (!answer.ok) return $bookings.set({ ...before, busy: 'no', failure: answer.failure })
  $bookings.set({ rows: answer.value.items, next: answer.value.next, busy: 'no' })
  for (const row of meanwhile.splice(0)) put(row)
}

export async function showMore(): Promise<void> {
  const { rows, next, busy } = $bookings.get()
  if (!rows || !next || busy !== 'no') return
  const mine = ++asked
  $bookings.set({ rows, next, busy: 'reading_more' })
  const answer = await admitted(staffLedger.bookings({ ...wanted(), cursor: next }))
  if (mine !== asked) return
  const current = $bookings.get().rows ?? []
  if (!answer.ok) return $bookings.set({ rows: current, next, busy: 'no', failure: answer.failure })
  const known = new Set(current.map(({ bookingId }) => bookingId))
  const more = answer.value.items.filter(({ bookingId }) => !known.has(bookingId))
  $bookings.set({ rows: [...current, ...more], next: answer.value.next, busy: 'no' })
}

/** A booking that is new or has changed takes its place in the list, if it belongs there. */
export function hearBooking(row: BookingRow): void {
  if ($bookings.get().busy === 'reading') meanwhile.push(row)
  put(row)
}

function put(row: BookingRow): void {
  const list = $bookings.get()
  if (list.rows) $bookings.set({ ...list, rows: placed(list.rows, row, $filter.get(), list.next !== null) })
}

/**
 * The list with the row in its place, newest first. A row in sight stays in sight with its new state, even where the
 * filter would no longer find it: nothing vanishes under the pointer. A row older than the last one belongs to a page
 * that has not been read yet.
 */
export function placed(
  rows: readonly BookingRow[],
  row: BookingRow,
  filter: BookingFilter,
  more: boolean,
): readonly BookingRow[] {
  const at = rows.findIndex(({ bookingId }) => bookingId === row.bookingId)
  if (at >= 0) return rows.with(at, row)
  if (!matches(row, filter)) return rows
  const before = rows.findIndex((other) => isNewer(row, other))
  if (before >= 0) return rows.toSpliced(before, 0, row)
  return more ? rows : [...rows, row]
}

function matches(row: BookingRow, { q, state }: BookingFilter): boolean {
  const text = searchText(row.customerName, row.email, row.bookingId)
  return (state === '' || row.state === state) && searchWords(q).every((word) => text.includes(word))
}

const isNewer = (a: BookingRow, b: BookingRow): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.bookingId > b.bookingId)

function wanted(): { q?: string; state?: BookingState } {
  const { q, state } = $filter.get()
  return { ...(q.trim() && { q: q.trim() }), ...(state && { state }) }
}

export function query({ q, state }: BookingFilter): string {
  const parameters = new URLSearchParams()
  if (q.trim()) parameters.set('q', q.trim())
  if (state) parameters.set('state', state)
  return parameters.size > 0 ? `?${parameters}` : ''
}
