import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking.ts'
import type { Failure } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { namedInAddress, nameInAddress } from '../named.ts'
import { admitted } from '../session.ts'

/** The booking beside the list. Its id stands in the address, so that it survives a reload and can be sent on. */
export type Opened =
  | { state: 'none' }
  | { state: 'reading'; id: string }
  | { state: 'open'; id: string; detail: BookingDetail }
  | { state: 'failed'; id: string; failure: Failure }

export const $opened = atom<Opened>({ state: 'none' })
let asked = 0
/** Opens what the address names, or closes what it no longer names. */
export function followAddress(): void {
  const id = namedInAddress()
  if (id === idOpened()) return
  if (id) void read(id)
  else $opened.set({ state: 'none' })
}

/** As the address says; what stands there already is read again. */
export function readNamed(): void {
  if (namedInAddress() === idOpened()) readAgain()
  else followAddress()
}

export function openBooking(id: string): void {
  nameInAddress(id)
  followAddress()
}

export function closeBooking(): void {
  nameInAddress(undefined)
  followAddress()
}

export function readAgain(): void {
  const id = idOpened()
  if (id) void read(id)
}

export const idOf = (opened: Opened): string | undefined => (opened.state === 'none' ? undefined : opened.id)
export const idOpened = (): string | undefined => idOf($opened.get())

async function read(id: string): Promise<void> {
  const mine = ++asked
  const before = $opened.get()
  if (before.state !== 'open' || before.id !== id) $opened.set({ state: 'reading', id })
  const answer = await admitted(staffLedger.booking(id))
  if (mine !== asked) return
  if (idOpened() !== id) return
  const opened = $opened.get()
  if (!answer.ok) {
    // What stands there, and what is being typed about it, outlives a moment without an answer; the next news reads it again.
    if (opened.state === 'open' && answer.failure.code !== 'not_found') return
    return $opened.set({ state: 'failed', id, failure: answer.failure })
  }
  $opened.set({ state: 'open', id, detail: answer.value })
}

/** How it is now, unless another one is in sight. */
export async function asItIs(id: string): Promise<BookingDetail | undefined> {
  if (idOpened() !== id) return undefined
  const answer = await admitted(staffLedger.booking(id))
  return answer.ok ? answer.value : undefined
}

/** What an act has answered is how it is now: older reads no longer count. */
export function put(detail: BookingDetail): void {
  if (idOpened() !== detail.bookingId) return
  asked++
  $opened.set({ state: 'open', id: detail.bookingId, detail })
}
