import type { BookingHandle } from './ledger/ledger.ts'
import { persistent } from './persistent.ts'

/** The booking that this browser may open and pay, and the payment under way for it, if one was started. */
export interface Handle extends BookingHandle {
  paymentId?: string
}

/** Written by the wizard, read by the payment screen; survives the way to a gateway and back. */
export const $handle = persistent<Handle | null>('payment-store', null, readHandle)

/** A new booking takes the place of the one before, its payment included. */
export const rememberBooking = ({ bookingId, secret }: BookingHandle): void => $handle.set({ bookingId, secret })

export function rememberPayment(paymentId: string): void {
  const handle = $handle.get()
  if (handle) $handle.set({ ...handle, paymentId })
}

export const forgetBooking = (): void => $handle.set(null)

function readHandle(found: unknown): Handle | null {
  const { bookingId, secret, paymentId } = (found ?? {}) as Record<string, unknown>
  if (typeof bookingId !== 'string' || typeof secret !== 'string') return null
  return { bookingId, secret, ...(typeof paymentId === 'string' && { paymentId }) }
}
