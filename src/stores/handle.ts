import { environment } from './environment.ts'
import { isLost } from './keeper.ts'
import { ledger } from './ledger/index.ts'
import type { BookingHandle } from './ledger/ledger.ts'
import { persistent } from './persistent.ts'

/** The booking that this browser may open and pay, and the payment under way for it, if one was started. */
export interface Handle extends BookingHandle {
  paymentId?: string
}

const NAME = 'payment-store'

/** Written by the wizard, read by the payment screen; survives the way to a gateway and back. */
export const $handle = persistent<Handle | null>(NAME, null, readHandle)

/** A new booking takes the place of the one before, its payment included. */
export const rememberBooking = ({ bookingId, secret }: BookingHandle): void => $handle.set({ bookingId, secret })

export function rememberPayment(paymentId: string): void {
  const handle = $handle.get()
  if (handle) $handle.set({ ...handle, paymentId })
}

/**
 * The payment screen for the booking at hand. Where the browser keeps nothing (blocked or full storage) the address
 * carries what opens it, in the fragment: no server, log or referrer sees that part.
 */
export function paymentAddress(): string {
  const handle = $handle.get()
  if (!handle || !isLost(NAME)) return '/payment'
  const { bookingId, secret } = ledger.carried(handle)
  return `/payment#${new URLSearchParams({ booking: bookingId, secret })}`
}

/** Takes a booking that came with the address; true if there was one, and it must not stay there. */
export function takeBooking(fragment: string): boolean {
  const told = new URLSearchParams(fragment.replace('#', ''))
  const found = readHandle({ bookingId: told.get('booking'), secret: told.get('secret') })
  if (found && found.bookingId !== $handle.get()?.bookingId) rememberBooking(found)
  return found !== null
}

/**
 * Where the browser keeps nothing, the entry of its history still does: a reload finds the booking again, and no address
 * that is seen, shared or sent along carries what opens it. Gives the way to stop.
 */
export function keepHandle(): () => void {
  const found = $handle.get() ? null : readHandle(environment().remembered())
  // What is not here yet may be on its way from another tab's process: nothing is written over it.
  if (found) $handle.set(found)
  return $handle.subscribe(noteHandle)
}

/** Once more when the booking has changed: what opens it may carry it as it stands. */
export function noteHandle(): void {
  const handle = $handle.get()
  if (isLost(NAME)) environment().remember(handle && { ...handle, ...ledger.carried(handle) })
}

function readHandle(found: unknown): Handle | null {
  const { bookingId, secret, paymentId } = (found ?? {}) as Record<string, unknown>
  if (typeof bookingId !== 'string' || typeof secret !== 'string') return null
  return { bookingId, secret, ...(typeof paymentId === 'string' && { paymentId }) }
}
