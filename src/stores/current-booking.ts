import { environment } from './environment.ts'
import { type BookingCredentials, ledger } from './ledger/index.ts'
import { persistent } from './persistent.ts'
import { isOnlyInMemory } from './storage.ts'

/** The booking that this browser can open and pay, and its payment in progress. */
interface CurrentBooking extends BookingCredentials {
  paymentId?: string
}

const STORAGE_KEY = 'payment-store'

/** Written by the wizard, read by the payment screen; survives the redirect to a gateway. */
export const $currentBooking = persistent<CurrentBooking | null>(STORAGE_KEY, null, parseCurrentBooking)

/** The payment of a return URL. Stored, because the URL is cleaned and the page may be reloaded. */
export const $returnedPaymentId = persistent<string | null>('payment-return', null, (value) =>
  typeof value === 'string' && isPaymentId(value) ? value : null,
)

/** A function, because stored values are read while this module initialises. */
export function isPaymentId(text: string): boolean {
  return /^[A-Za-z0-9-]{16,100}$/.test(text)
}

/** Replaces the previous booking and its payment. */
export function setCurrentBooking({ bookingId, secret }: BookingCredentials): void {
  $currentBooking.set({ bookingId, secret })
  $returnedPaymentId.set(null)
}

/** Removes the booking from this browser; it stays on the server. */
export function clearCurrentBooking(): void {
  $currentBooking.set(null)
  $returnedPaymentId.set(null)
}

export function setCurrentPayment(paymentId: string): void {
  const credentials = $currentBooking.get()
  if (credentials) $currentBooking.set({ ...credentials, paymentId })
}

/** Without storage the fragment carries the secret: servers, logs and referrers do not see it. */
export function getPaymentUrl(): string {
  const credentials = $currentBooking.get()
  if (!credentials || !isOnlyInMemory(STORAGE_KEY)) return '/payment'
  const { bookingId, secret } = ledger.getPortableCredentials(credentials)
  return `/payment#${new URLSearchParams({ booking: bookingId, secret })}`
}

/** Reads a booking from the fragment; true if there was one, which must then be removed from the address. */
export function restoreBookingFromFragment(fragment: string): boolean {
  const parameters = new URLSearchParams(fragment.replace('#', ''))
  const booking = parseCurrentBooking({ bookingId: parameters.get('booking'), secret: parameters.get('secret') })
  if (booking && booking.bookingId !== $currentBooking.get()?.bookingId) setCurrentBooking(booking)
  return booking !== null
}

/** Like `getPaymentUrl`. The page reads the fragment with `takeBookingFromLink`. */
export function getYourBookingUrl(): string {
  const credentials = $currentBooking.get()
  if (!credentials || !isOnlyInMemory(STORAGE_KEY)) return '/your-booking'
  const { bookingId, secret } = ledger.getPortableCredentials(credentials)
  return `/your-booking#${bookingId}.${encodeURIComponent(secret)}`
}

/** Reads `#{id}.{secret}`, the fragment of an emailed link, and removes it from the address. The secret of an incomplete link is empty. */
export function takeBookingFromLink(): BookingCredentials | undefined {
  const address = environment().address()
  const [, bookingId, encoded = ''] = /^#([A-Z]{2}-[\w-]+)(?:\.(.*))?$/.exec(address.hash) ?? []
  if (!bookingId) return undefined
  address.hash = ''
  environment().showAddress(address, 'replace')
  return { bookingId, secret: new URLSearchParams(`secret=${encoded}`).get('secret') ?? '' }
}

/** Without storage the history entry keeps the booking through a reload. Returns a function that stops. */
export function persistCurrentBooking(): () => void {
  const stored = $currentBooking.get() ? null : parseCurrentBooking(environment().readHistoryState())
  // A missing value may still arrive from another tab's process, so it overwrites nothing.
  if (stored) $currentBooking.set(stored)
  return $currentBooking.subscribe(saveBookingToHistory)
}

/** Updates the history entry after the booking has changed. */
export function saveBookingToHistory(): void {
  const credentials = $currentBooking.get()
  if (isOnlyInMemory(STORAGE_KEY))
    environment().writeHistoryState(credentials && { ...credentials, ...ledger.getPortableCredentials(credentials) })
}

export function parseCurrentBooking(value: unknown): CurrentBooking | null {
  const { bookingId, secret, paymentId } = (value ?? {}) as Record<string, unknown>
  if (typeof bookingId !== 'string' || typeof secret !== 'string') return null
  return { bookingId, secret, ...(typeof paymentId === 'string' && { paymentId }) }
}
