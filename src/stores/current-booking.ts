import { environment } from './environment.ts'
import { ledger } from './ledger/index.ts'
import type { BookingCredentials } from './ledger/ledger.ts'
import { persistent } from './persistent.ts'
import { isOnlyInMemory } from './storage.ts'

/** The booking that this browser may open and pay, and the payment under way for it, if one was started. */
export interface CurrentBooking extends BookingCredentials {
  paymentId?: string
}

const STORAGE_KEY = 'payment-store'

/** Written by the wizard, read by the payment screen; survives the way to a gateway and back. */
export const $currentBooking = persistent<CurrentBooking | null>(STORAGE_KEY, null, parseCurrentBooking)

/** A new booking takes the place of the one before, its payment included. */
export const setCurrentBooking = ({ bookingId, secret }: BookingCredentials): void =>
  $currentBooking.set({ bookingId, secret })

export function setCurrentPayment(paymentId: string): void {
  const handle = $currentBooking.get()
  if (handle) $currentBooking.set({ ...handle, paymentId })
}

/**
 * The payment screen for the booking at hand. Where the browser keeps nothing (blocked or full storage) the address
 * carries what opens it, in the fragment: no server, log or referrer sees that part.
 */
export function getPaymentUrl(): string {
  const handle = $currentBooking.get()
  if (!handle || !isOnlyInMemory(STORAGE_KEY)) return '/payment'
  const { bookingId, secret } = ledger.getPortableCredentials(handle)
  return `/payment#${new URLSearchParams({ booking: bookingId, secret })}`
}

/** Takes a booking that came with the address; true if there was one, and it must not stay there. */
export function restoreBookingFromFragment(fragment: string): boolean {
  const told = new URLSearchParams(fragment.replace('#', ''))
  const found = parseCurrentBooking({ bookingId: told.get('booking'), secret: told.get('secret') })
  if (found && found.bookingId !== $currentBooking.get()?.bookingId) setCurrentBooking(found)
  return found !== null
}

/**
 * Where the browser keeps nothing, the entry of its history still does: a reload finds the booking again, and no address
 * that is seen, shared or sent along carries what opens it. Gives the way to stop.
 */
export function persistCurrentBooking(): () => void {
  const found = $currentBooking.get() ? null : parseCurrentBooking(environment().remembered())
  // What is not here yet may be on its way from another tab's process: nothing is written over it.
  if (found) $currentBooking.set(found)
  return $currentBooking.subscribe(saveBookingToHistory)
}

/** Once more when the booking has changed: what opens it may carry it as it stands. */
export function saveBookingToHistory(): void {
  const handle = $currentBooking.get()
  if (isOnlyInMemory(STORAGE_KEY))
    environment().remember(handle && { ...handle, ...ledger.getPortableCredentials(handle) })
}

function parseCurrentBooking(found: unknown): CurrentBooking | null {
  const { bookingId, secret, paymentId } = (found ?? {}) as Record<string, unknown>
  if (typeof bookingId !== 'string' || typeof secret !== 'string') return null
  return { bookingId, secret, ...(typeof paymentId === 'string' && { paymentId }) }
}
