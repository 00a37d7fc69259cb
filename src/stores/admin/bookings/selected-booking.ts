import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import type { Failure } from '#contract/failure.ts'
import { readIdFromUrl, writeIdToUrl } from '../id-in-url.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** The booking beside the list. Its id stands in the address, so that it survives a reload and can be sent on. */
export type SelectedBooking =
  | { state: 'none' }
  | { state: 'reading'; id: string }
  | { state: 'open'; id: string; detail: BookingDetail }
  | { state: 'failed'; id: string; failure: Failure }

export const $selectedBooking = atom<SelectedBooking>({ state: 'none' })
let latestRequest = 0
/** Opens what the address names, or closes what it no longer names. */
export function syncBookingWithUrl(): void {
  const id = readIdFromUrl()
  if (id === getSelectedId()) return
  if (id) void readBooking(id)
  else $selectedBooking.set({ state: 'none' })
}

/** As the address says; what stands there already is read again. */
export function readBookingFromUrl(): void {
  if (readIdFromUrl() === getSelectedId()) reloadSelected()
  else syncBookingWithUrl()
}

export function openBooking(id: string): void {
  writeIdToUrl(id)
  syncBookingWithUrl()
}

export function closeBooking(): void {
  writeIdToUrl(undefined)
  syncBookingWithUrl()
}

export function reloadSelected(): void {
  const id = getSelectedId()
  if (id) void readBooking(id)
}

export const getIdOf = (opened: SelectedBooking): string | undefined =>
  opened.state === 'none' ? undefined : opened.id
export const getSelectedId = (): string | undefined => getIdOf($selectedBooking.get())

async function readBooking(id: string): Promise<void> {
  const mine = ++latestRequest
  const before = $selectedBooking.get()
  if (before.state !== 'open' || before.id !== id) $selectedBooking.set({ state: 'reading', id })
  const answer = await requireSession(staffLedger.booking(id))
  if (mine !== latestRequest) return
  if (getSelectedId() !== id) return
  const opened = $selectedBooking.get()
  if (!answer.ok) {
    // What stands there, and what is being typed about it, outlives a moment without an answer; the next news reads it again.
    if (opened.state === 'open' && answer.failure.code !== 'not_found') return
    return $selectedBooking.set({ state: 'failed', id, failure: answer.failure })
  }
  $selectedBooking.set({ state: 'open', id, detail: answer.value })
}

/** How it is now, unless another one is in sight. */
export async function readIfSelected(id: string): Promise<BookingDetail | undefined> {
  if (getSelectedId() !== id) return undefined
  const answer = await requireSession(staffLedger.booking(id))
  return answer.ok ? answer.value : undefined
}

/** What an act has answered is how it is now: older reads no longer count. */
export function setDetail(detail: BookingDetail): void {
  if (getSelectedId() !== detail.bookingId) return
  latestRequest++
  $selectedBooking.set({ state: 'open', id: detail.bookingId, detail })
}
