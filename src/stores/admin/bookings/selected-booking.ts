import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { readIdFromUrl, writeIdToUrl } from '../id-in-url.ts'
import { staffLedger } from '../ledger.ts'
import { createSelectedRecord } from '../selected-record.ts'
import { requireSession } from '../session/session.ts'

const selectedBooking = createSelectedRecord<BookingDetail>((id) => staffLedger.booking(id))
export const { $selected: $selectedBooking, getSelectedId } = selectedBooking

export function syncBookingWithUrl(): void {
  const id = readIdFromUrl()
  if (id !== getSelectedId()) void selectedBooking.select(id)
}

/** Opens the booking of the URL, or reloads it if it is open. */
export const readBookingFromUrl = (): void => void selectedBooking.select(readIdFromUrl())

export function openBooking(id: string): void {
  writeIdToUrl(id)
  syncBookingWithUrl()
}

export function closeBooking(): void {
  writeIdToUrl(undefined)
  syncBookingWithUrl()
}

export const reloadSelected = (): void => void selectedBooking.select(getSelectedId())

export async function readIfSelected(id: string): Promise<BookingDetail | undefined> {
  if (getSelectedId() !== id) return undefined
  const outcome = await requireSession(staffLedger.booking(id))
  return outcome.ok ? outcome.value : undefined
}

/** Shows the result of an action. */
export function setDetail(detail: BookingDetail): void {
  if (getSelectedId() === detail.bookingId) selectedBooking.show(detail.bookingId, detail)
}
